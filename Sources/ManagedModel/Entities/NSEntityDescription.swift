public import Foundation
public import Predicates

/// A kind of object: its name, its class, its properties and its place among other kinds.
///
/// Safe because a model is frozen before threads share it, and frozen entities refuse every change.
public final class NSEntityDescription: NSObject, NSCopying, Freezable, @unchecked Sendable {
  /// The name, unique in the model.
  public var name: String? { willSet { assertMutable("name") } }
  // The `!` is Apple's declaration; code exists that relies on either side of it.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The name of the class of the objects, by default `NSManagedObject`.
  public var managedObjectClassName: String! = "NSManagedObject" {
    willSet { assertMutable("managedObjectClassName") }
    // On Apple's platforms its name has no module.
    didSet {
      if managedObjectClassName == "OpenCoreData.NSManagedObject" {
        managedObjectClassName = "NSManagedObject"
      }
    }
  }
  /// Whether only subentities have objects.
  public var isAbstract = false { willSet { assertMutable("isAbstract") } }
  /// What the model's author noted; strings only where the model is to be written.
  public var userInfo: [AnyHashable: Any]? { willSet { assertMutable("userInfo") } }
  /// A text that makes the version hash another one although the entity looks the same.
  public var versionHashModifier: String? { willSet { assertMutable("versionHashModifier") } }
  /// The indexes that make fetches faster.
  public var indexes: [NSFetchIndexDescription] = [] {
    willSet { assertMutable("indexes") }
    didSet { for index in indexes { index.entity = self } }
  }
  /// Attributes whose values together no two objects may share: lists of names or descriptions.
  public var uniquenessConstraints: [[Any]] = [] {
    willSet { assertMutable("uniquenessConstraints") }
  }
  /// Indexes over several properties, as older models state them.
  ///
  /// Obsolete: see ``indexes``.
  public var compoundIndexes: [[Any]] = [] { willSet { assertMutable("compoundIndexes") } }

  /// How classes are generated: `class`, `category`, or nil for by hand.
  package var codeGeneration: String? { willSet { assertMutable("codeGeneration") } }
  /// What a search index was asked to show for an object.
  ///
  /// Kept and written, without effect.
  public var coreSpotlightDisplayNameExpression: NSExpression? {
    get { spotlightDisplayName.expression }
    set {
      assertMutable("coreSpotlightDisplayNameExpression")
      spotlightDisplayName = StatedExpression(newValue)
    }
  }
  /// What a search index shows, as the model file states it.
  package var spotlightDisplayNameText: String? {
    get { spotlightDisplayName.text }
    set {
      assertMutable("coreSpotlightDisplayNameExpression")
      spotlightDisplayName = StatedExpression(text: newValue)
    }
  }

  /// The properties that the entity declares itself, in order.
  package internal(set) var ownProperties: [NSPropertyDescription] = []
  /// The model that the entity belongs to, nil while it belongs to none.
  package internal(set) weak var owner: NSManagedObjectModel?
  /// Whether a coordinator uses the entity's model.
  package internal(set) var isFrozen = false

  /// The entity whose properties this one inherits.
  public internal(set) weak var superentity: NSEntityDescription?

  private(set) var spotlightDisplayName = StatedExpression()
  var source: SourceElement?
  var ownSubentities: [NSEntityDescription] = []
  var frozenLookup: EntityLookup?
  private var statedRenamingIdentifier: String?
  private var frozenHash: Data?

  /// Makes an entity without a name and properties.
  public override init() {
    super.init()
  }

  /// The model that the entity belongs to.
  ///
  /// An entity without one has no model to give: that is a
  /// programmer's error.
  public var managedObjectModel: NSManagedObjectModel {
    guard let owner else {
      preconditionFailure(
        "\(subject) belongs to no model; add it to the entities of one, and keep that model")
    }
    return owner
  }

  /// The model that the entity belongs to; nil where there is none any more, as for an object that has outlived all
  /// that it came from.
  package var knownModel: NSManagedObjectModel? { owner }

  /// The name that the entity had in the version before, by default its own.
  public var renamingIdentifier: String? {
    get { statedRenamingIdentifier ?? name }
    set {
      assertMutable("renamingIdentifier")
      statedRenamingIdentifier = newValue == name ? nil : newValue
    }
  }

  /// Thirty-two bytes that change when stored objects of the entity no longer fit.
  public var versionHash: Data {
    frozenHash ?? computedHash
  }

  /// A copy that belongs to no model and may be changed.
  ///
  /// Its relationships and its superentity are still those of the original's model; a model that the
  /// copy is added to puts its own entities of the same names in their place.
  public func copy(with zone: NSZone? = nil) -> Any {
    duplicate()
  }

  /// The entity's name, for reading.
  public override var description: String {
    subject
  }

  var subject: String {
    "entity '\(name ?? "")'"
  }

  func duplicate() -> NSEntityDescription {
    let copy = NSEntityDescription()
    copy.name = name
    copy.managedObjectClassName = managedObjectClassName
    copy.isAbstract = isAbstract
    copy.userInfo = userInfo
    copy.versionHashModifier = versionHashModifier
    copy.codeGeneration = codeGeneration
    copy.spotlightDisplayName = spotlightDisplayName
    copy.statedRenamingIdentifier = statedRenamingIdentifier
    copy.superentity = superentity
    copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
    copy.uniquenessConstraints = uniquenessConstraintNames
    copy.compoundIndexes = compoundIndexes.map { $0.compactMap(propertyName(of:)) }
    copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    copy.source = source
    return copy
  }

  /// Refuses changes from now on, and makes look-ups fast.
  func freeze() {
    guard !isFrozen else { return }
    for property in ownProperties { property.freeze() }
    for index in indexes { index.freeze() }
    frozenLookup = lookup
    frozenHash = computedHash
    isFrozen = true
  }

  /// The order of the names' bytes, the same on every machine.
  private static func precedes(_ name: String, _ other: String) -> Bool {
    name.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private var computedHash: Data {
    var fields = HashedFields()
    fields.add("entity")
    fields.add(name)
    fields.add(isAbstract)
    fields.add(versionHashModifier)
    fields.add(superentity?.versionHash)
    let constraints = uniquenessConstraintNames.map { $0.sorted(by: Self.precedes) }
    fields.add(constraints.count)
    for constraint in constraints.sorted(by: {
      $0.lexicographicallyPrecedes($1, by: Self.precedes)
    }) {
      fields.add(constraint.count)
      for name in constraint { fields.add(name) }
    }
    for property in ownProperties.sortedByName() { fields.add(property.versionHash) }
    return fields.digest
  }
}
