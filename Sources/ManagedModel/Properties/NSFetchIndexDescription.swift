public import Foundation
public import Predicates

/// An index that makes some fetches of an entity faster.
///
/// Safe because a model is frozen before threads share it, and frozen indexes refuse every change.
public final class NSFetchIndexDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
  /// The name, unique in the entity.
  public var name: String { willSet { assertMutable("name") } }
  /// What the index is sorted by, most significant first.
  public var elements: [NSFetchIndexElementDescription] {
    willSet { assertMutable("elements") }
    didSet { for element in elements { element.indexDescription = self } }
  }
  /// The entity whose objects are indexed.
  public internal(set) weak var entity: NSEntityDescription?

  /// The condition that an object in the index satisfies; nil where all objects are in it.
  public var partialIndexPredicate: NSPredicate? {
    get { condition.predicate }
    set {
      assertMutable("partialIndexPredicate")
      condition = StatedPredicate(newValue)
    }
  }

  /// The condition as the model file states it, or is to state it.
  package var partialPredicateText: String? {
    get { condition.text }
    set {
      assertMutable("partialIndexPredicate")
      condition = StatedPredicate(text: newValue)
    }
  }

  /// Whether the model file states a condition that is none.
  package var hasFaultyPredicate: Bool { condition.fault != nil }

  /// The condition and its text.
  private(set) var condition = StatedPredicate()
  var source: SourceElement?
  package internal(set) var isFrozen = false

  /// Makes an index.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    for element in self.elements { element.indexDescription = self }
  }

  /// A copy that belongs to no entity; its elements still name the same properties.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(name: name, elements: elements.map { $0.duplicate() })
    copy.condition = condition
    copy.source = source
    return copy
  }

  var subject: String {
    "index '\(name)'" + (entity?.name.map { " of '\($0)'" } ?? "")
  }

  func freeze() {
    for element in elements { element.freeze() }
    isFrozen = true
  }
}
