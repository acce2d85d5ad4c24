public import Foundation

/// An attribute whose value is made of named parts, each an attribute of its own.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public final class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  /// The parts.
  ///
  /// Attributes of one composite type share them; they belong to no entity.
  public var elements: [NSAttributeDescription] = [] { willSet { assertMutable("elements") } }

  /// The name of the composite type in a model file.
  package var compositeName: String? { willSet { assertMutable("compositeName") } }

  /// Makes an optional composite attribute without parts.
  public override init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  /// A copy that belongs to no entity and may be changed; so may its parts.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSCompositeAttributeDescription()
    copy.adopt(self)
    return copy
  }

  override var kind: String {
    "composite attribute"
  }

  override func adopt(_ other: NSPropertyDescription) {
    super.adopt(other)
    guard let other = other as? NSCompositeAttributeDescription else { return }
    compositeName = other.compositeName
    elements = other.elements
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("composite")
    for hash in elements.sortedByName().map(\.versionHash) { fields.add(hash) }
  }

  override func freeze() {
    // Parts shared by several attributes are frozen once, or a nest of composites would be walked
    // as often as it has ways.
    for element in elements where !element.isFrozen { element.freeze() }
    super.freeze()
  }
}

extension Sequence where Element: NSPropertyDescription {
  /// The properties in the order of their names' bytes, the same on every machine.
  func sortedByName() -> [Element] {
    sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
