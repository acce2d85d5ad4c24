public import Foundation

/// How an index arranges the values of a property.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// In their order.
  case binary = 0
  /// By area.
  case rTree = 1
}

/// One of the properties that an index is sorted by.
///
/// Safe because a model is frozen before threads share it, and frozen indexes refuse every change.
public final class NSFetchIndexElementDescription:
  NSObject, NSCopying, Freezable, @unchecked Sendable
{
  /// The property.
  ///
  /// Its entity keeps it; the index does not.
  public internal(set) weak var property: NSPropertyDescription?
  /// How the values are arranged.
  public var collationType: NSFetchIndexElementType { willSet { assertMutable("collationType") } }
  /// Whether the least value comes first.
  public var isAscending = true { willSet { assertMutable("isAscending") } }
  /// The index that the element is part of.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?

  /// What is indexed instead of a property, as the model file states it.
  package var expressionText: String? { willSet { assertMutable("expressionText") } }

  var source: SourceElement?
  package internal(set) var isFrozen = false
  private let statedName: String?

  /// Makes an element for a property.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
    statedName = property.name
    super.init()
  }

  /// Makes an element for a name whose property is yet to be found.
  init(propertyName: String?, collationType: NSFetchIndexElementType) {
    statedName = propertyName
    self.collationType = collationType
    super.init()
  }

  /// The property's name.
  public var propertyName: String? {
    property?.name ?? statedName
  }

  /// A copy for another index.
  public func copy(with zone: NSZone? = nil) -> Any {
    duplicate()
  }

  func duplicate() -> NSFetchIndexElementDescription {
    let copy = NSFetchIndexElementDescription(
      propertyName: propertyName, collationType: collationType)
    copy.property = property
    copy.isAscending = isAscending
    copy.expressionText = expressionText
    copy.source = source
    return copy
  }

  var subject: String {
    "element '\(propertyName ?? "")' of \(indexDescription?.subject ?? "an index")"
  }
}
