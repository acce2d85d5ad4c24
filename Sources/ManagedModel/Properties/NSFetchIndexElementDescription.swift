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
  /// How the values are arranged.
  public var collationType: NSFetchIndexElementType { willSet { assertMutable("collationType") } }
  /// Whether the least value comes first.
  public var isAscending = true { willSet { assertMutable("isAscending") } }
  /// The index that the element is part of.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?

  /// What is indexed in place of a property.
  package private(set) var expression: NSExpressionDescription?

  var source: SourceElement?
  package internal(set) var isFrozen = false
  private let statedName: String?
  private var statedExpression = StatedExpression()
  /// The property's entity keeps it; the index does not.
  private weak var declared: NSPropertyDescription?

  /// Makes an element for a property, or for a computed value, an ``NSExpressionDescription``.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.collationType = collationType
    if let expression = property as? NSExpressionDescription {
      self.expression = expression
      statedExpression = StatedExpression(expression.expression)
      statedName = nil
    } else {
      declared = property
      statedName = property.name
    }
    super.init()
  }

  /// Makes an element for a name whose property is yet to be found.
  init(propertyName: String?, collationType: NSFetchIndexElementType) {
    statedName = propertyName
    self.collationType = collationType
    super.init()
  }

  /// The property, or the description of the computed value.
  public internal(set) var property: NSPropertyDescription? {
    get { expression ?? declared }
    set { declared = newValue }
  }

  /// The property's name.
  public var propertyName: String? {
    property?.name ?? statedName
  }

  /// A copy for another index.
  public func copy(with zone: NSZone? = nil) -> Any {
    duplicate()
  }

  // MARK: In a model

  /// The name of the entity's property; nil where the element is a computed value.
  var keyName: String? {
    declared?.name ?? statedName
  }

  /// The computed value as the model file states it, or is to state it.
  package var expressionText: String? {
    computation.text
  }

  /// The expression and its text.
  var computation: StatedExpression {
    let current = expression?.expression
    return statedExpression.expression === current ? statedExpression : StatedExpression(current)
  }

  /// Indexes what a model file states as an expression.
  func setExpression(_ text: String, type: NSAttributeType) {
    assertMutable("property")
    statedExpression = StatedExpression(text: text)
    let description = NSExpressionDescription()
    description.name = text
    description.expression = statedExpression.expression
    description.expressionResultType = type
    expression = description
  }

  func duplicate() -> NSFetchIndexElementDescription {
    let copy = NSFetchIndexElementDescription(propertyName: keyName, collationType: collationType)
    copy.declared = declared
    copy.expression = expression?.copy() as? NSExpressionDescription
    copy.statedExpression = computation
    copy.isAscending = isAscending
    copy.source = source
    return copy
  }

  func freeze() {
    expression?.freeze()
    isFrozen = true
  }

  var subject: String {
    "element '\(propertyName ?? "")' of \(indexDescription?.subject ?? "an index")"
  }
}
