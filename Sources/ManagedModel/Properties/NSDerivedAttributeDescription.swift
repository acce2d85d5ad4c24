public import Foundation

/// An attribute whose value is computed from others when an object is saved.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public final class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  /// The computation as the model file states it: `uppercase:(title)`, `movies.@count`, `now()`.
  package var derivationText: String? { willSet { assertMutable("derivationText") } }

  /// A copy that belongs to no entity and may be changed.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSDerivedAttributeDescription()
    copy.adopt(self)
    return copy
  }

  override var kind: String {
    "derived attribute"
  }

  override func adopt(_ other: NSPropertyDescription) {
    super.adopt(other)
    derivationText = (other as? NSDerivedAttributeDescription)?.derivationText
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("derived")
    fields.add(derivationText)
  }
}
