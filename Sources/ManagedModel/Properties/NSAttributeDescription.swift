public import Foundation
import Predicates

/// A property with a value of its own: a number, a text, a date and so on.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
  /// The type of the values.
  public var attributeType = NSAttributeType.undefinedAttributeType {
    willSet { assertMutable("attributeType") }
    didSet { normalizeDefault() }
  }
  /// The name of the transformer between values and bytes, for transformable attributes.
  public var valueTransformerName: String? { willSet { assertMutable("valueTransformerName") } }
  /// Whether a store may keep large values in files of their own.
  public var allowsExternalBinaryDataStorage = false {
    willSet { assertMutable("allowsExternalBinaryDataStorage") }
  }
  /// Whether the history of a store keeps the value of a deleted object.
  public var preservesValueInHistoryOnDeletion = false {
    willSet { assertMutable("preservesValueInHistoryOnDeletion") }
  }
  /// Whether the value was asked to be encrypted in the cloud.
  ///
  /// Kept and written, without effect.
  public var allowsCloudEncryption = false { willSet { assertMutable("allowsCloudEncryption") } }

  /// What the values must satisfy.
  package var limits = AttributeLimits() { willSet { assertMutable("limits") } }
  /// Whether generated classes were asked to use a Swift number instead of `NSNumber`; nil where
  /// the model does not say.
  package var usesScalarValueType: Bool? { willSet { assertMutable("usesScalarValueType") } }
  /// The class of a transformable attribute's values as the model states it (`[String]`, `.Point`).
  package var customClassName: String? { willSet { assertMutable("customClassName") } }

  private var statedDefault: Any?
  /// The value of a new object as a value of a Swift type, such as `Int16`.
  package private(set) var plainDefault: Any?

  /// The value of a new object, in the form that the attribute's type has: `NSNumber` for numbers and Booleans,
  /// `NSDecimalNumber`, `String`, `Date`, `Data`, `UUID` or `URL`.
  ///
  /// Numbers may be set in any form. A value of another type is kept as it is and reported when the
  /// model is checked.
  public var defaultValue: Any? {
    get { NumberObject.boxed(plainDefault) }
    set {
      assertMutable("defaultValue")
      statedDefault = newValue
      normalizeDefault()
    }
  }

  /// The name of the class of the values.
  public var attributeValueClassName: String? {
    get { customClassName ?? attributeType.valueClassName }
    set {
      customClassName = newValue == attributeType.valueClassName ? nil : newValue
    }
  }

  /// A copy that belongs to no entity and may be changed.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSAttributeDescription()
    copy.adopt(self)
    return copy
  }

  override var kind: String {
    "attribute"
  }

  override var limitRules: [ValidationRule] {
    limits.rules(for: attributeType)
  }

  override func takeLimits(from rules: [ValidationRule]) -> [ValidationRule] {
    var found = AttributeLimits()
    let others = rules.filter { !found.take($0, for: attributeType) }
    limits = found
    return others
  }

  override func adopt(_ other: NSPropertyDescription) {
    super.adopt(other)
    guard let other = other as? NSAttributeDescription else { return }
    attributeType = other.attributeType
    valueTransformerName = other.valueTransformerName
    allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
    preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
    allowsCloudEncryption = other.allowsCloudEncryption
    limits = other.limits
    usesScalarValueType = other.usesScalarValueType
    customClassName = other.customClassName
    defaultValue = other.statedDefault
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("attribute")
    fields.add(Int(attributeType.rawValue))
  }

  private func normalizeDefault() {
    plainDefault = statedDefault.map { attributeType.normalized($0) ?? $0 }
  }
}
