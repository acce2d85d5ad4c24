public import Foundation

/// What all properties of an entity have in common: a name, whether a value must be present, and
/// what versioning needs to know.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public class NSPropertyDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
  /// The name: the key of the value in an object, the element's name in an XML store.
  public var name = "" { willSet { assertMutable("name") } }
  /// Whether an object may be saved without a value.
  public var isOptional = true { willSet { assertMutable("isOptional") } }
  /// Whether the value is kept in memory only.
  public var isTransient = false { willSet { assertMutable("isTransient") } }
  /// What the model's author noted; strings only where the model is to be written.
  public var userInfo: [AnyHashable: Any]? { willSet { assertMutable("userInfo") } }
  /// A text that makes the version hash another one although the property looks the same.
  public var versionHashModifier: String? { willSet { assertMutable("versionHashModifier") } }
  /// Whether the property was asked to be indexed.
  ///
  /// Obsolete: see ``NSEntityDescription/indexes``.
  public var isIndexed = false { willSet { assertMutable("isIndexed") } }
  /// Whether Spotlight was asked to index the property.
  ///
  /// Kept and written, without effect.
  public var isIndexedBySpotlight = false { willSet { assertMutable("isIndexedBySpotlight") } }
  /// Whether the value was asked to be in a Spotlight record.
  ///
  /// Kept and written, without effect.
  public var isStoredInExternalRecord = false {
    willSet { assertMutable("isStoredInExternalRecord") }
  }

  /// The entity that declares the property, nil while none does.
  package internal(set) weak var owner: NSEntityDescription?
  /// Whether a coordinator uses the property's model.
  package internal(set) var isFrozen = false

  /// The conditions on values that were added in code, beside the limits of the model editor.
  package internal(set) var ownValidation: [ValidationRule] = [] {
    willSet { assertMutable("validationPredicates") }
  }

  /// The element the property was read from.
  var source: SourceElement?
  private var statedRenamingIdentifier: String?
  private var frozenHash: Data?

  /// Makes an optional property without a name.
  public override init() {
    super.init()
  }

  /// The entity that declares the property.
  ///
  /// A property without one has no entity to give: that is
  /// a programmer's error.
  public var entity: NSEntityDescription {
    guard let owner else {
      preconditionFailure(
        "\(subject) belongs to no entity; add it to the properties of one, and keep that entity")
    }
    return owner
  }

  /// The name that the property had in the version before, by default its own.
  public var renamingIdentifier: String? {
    get { statedRenamingIdentifier ?? name }
    set {
      assertMutable("renamingIdentifier")
      statedRenamingIdentifier = newValue == name ? nil : newValue
    }
  }

  /// Thirty-two bytes that change when stored values of the property no longer fit.
  public var versionHash: Data {
    frozenHash ?? computedHash
  }

  /// A copy that belongs to no entity and may be changed.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPropertyDescription()
    copy.adopt(self)
    return copy
  }

  /// The property's kind and name, for reading.
  public override var description: String {
    subject
  }

  /// What the property is called in messages: `attribute 'title' of 'Movie'`.
  var subject: String {
    guard let entityName = owner?.name else { return "\(kind) '\(name)'" }
    return "\(kind) '\(name)' of '\(entityName)'"
  }

  /// The kind of property, as a word.
  var kind: String {
    "property"
  }

  /// The limits of the model editor as conditions; attributes have them.
  var limitRules: [ValidationRule] {
    []
  }

  /// Makes those of some conditions limits of the model editor that are such; the others are returned.
  func takeLimits(from rules: [ValidationRule]) -> [ValidationRule] {
    rules
  }

  /// Takes over what another property states.
  func adopt(_ other: NSPropertyDescription) {
    name = other.name
    isOptional = other.isOptional
    isTransient = other.isTransient
    userInfo = other.userInfo
    versionHashModifier = other.versionHashModifier
    isIndexed = other.isIndexed
    isIndexedBySpotlight = other.isIndexedBySpotlight
    isStoredInExternalRecord = other.isStoredInExternalRecord
    statedRenamingIdentifier = other.statedRenamingIdentifier
    ownValidation = other.ownValidation
    source = other.source
  }

  /// Adds what the version hash covers; subclasses add their own.
  func addHashedFields(to fields: inout HashedFields) {
    fields.add("property")
    fields.add(name)
    fields.add(isOptional)
    fields.add(isTransient)
    fields.add(versionHashModifier)
  }

  /// Refuses changes from now on.
  func freeze() {
    frozenHash = computedHash
    isFrozen = true
  }

  private var computedHash: Data {
    var fields = HashedFields()
    addHashedFields(to: &fields)
    return fields.digest
  }
}
