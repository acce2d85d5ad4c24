public import Foundation
public import Predicates

/// An attribute whose value is computed from others when an object is saved.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public final class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  /// What computes the value: a key path, `uppercase:(title)`, `lowercase:(title)`, `canonical:(title)`,
  /// `movies.@count`, `movies.length.@sum`, `now()`.
  public var derivationExpression: NSExpression? {
    get { derivation.expression }
    set {
      assertMutable("derivationExpression")
      derivation = StatedExpression(newValue)
    }
  }

  /// The computation as the model file states it, or is to state it.
  package var derivationText: String? {
    get { derivation.text }
    set {
      assertMutable("derivationExpression")
      derivation = StatedExpression(text: newValue)
    }
  }

  /// The expression and its text.
  private(set) var derivation = StatedExpression()

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
    derivation = (other as? NSDerivedAttributeDescription)?.derivation ?? StatedExpression()
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("derived")
    fields.add(derivationText)
  }
}
