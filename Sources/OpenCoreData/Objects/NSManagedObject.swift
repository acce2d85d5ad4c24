public import Foundation
import DocumentStore
public import ManagedModel

/// An object of an entity: values by key, relationships that stay right on both sides, and a memory of what
/// changed.
///
/// Until a value is asked for the object is a fault, which is an identity only. Then its values are read where
/// the store has them, as long as none is changed and few are asked for; after that they lie in slots that
/// the object owns, one for each property. An object belongs to a context and is used on its queue.
///
/// Safe because only the methods here touch the slots, within the number that the layout gives, and the rows,
/// which are held from `adopt` on until `releaseSlots`; `deinit` frees both.
@safe open class NSManagedObject: NSObject, NSFetchRequestResult {
  final let layout: ObjectLayout
  /// Where the object is registered; nil outside any context.
  final var shelf: Shelf?
  /// The object's own values; nil while it is a fault or reads from ``rows``.
  final var slots: UnsafeMutablePointer<Value>?
  /// The rows of the store that the values are read from, as long as the object has no slots.
  ///
  /// Unmanaged, because counting the references to it would cost as much as reading a value.
  final var rows: Unmanaged<LoadedRows>?
  /// What other objects' slots call the object: its record, or a number of its own until it is saved.
  final var reference: RecordReference
  final var state: ObjectState = []
  /// How many values have been read from ``rows``.
  final var readCount: UInt16 = 0
  /// The low bits of the number of the generation that the values were read from.
  final var generation: UInt32 = 0
  final var extras: ObjectExtras?

  /// Makes a new object, in a context or outside any.
  ///
  /// The object has the class that is written here. In Apple's framework `NSManagedObject(entity:insertInto:)` is of
  /// the class that the model gives; so is what `NSEntityDescription.insertNewObject(forEntityName:into:)` returns.
  ///
  /// A subclass that overrides this must not set properties here; `awakeFromInsert()` is the place.
  public required init(
    entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
  ) {
    if let birth = context?.graph.takeBirth(of: entity) {
      layout = birth.layout
      shelf = birth.shelf
      reference = birth.reference
      unsafe slots = nil
      super.init()
      return
    }
    let layout = context?.graph.layout(of: entity) ?? entity.requiredLayout
    self.layout = layout
    reference = .temporary()
    unsafe slots = .allocate(capacity: layout.defaults.count)
    super.init()
    unsafe slots?.initialize(from: layout.defaults, count: layout.defaults.count)
    context?.graph.insert(self)
  }

  /// Makes a new object of the entity that has this class, in a context.
  public convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: moc.graph.entity(of: Self.self), insertInto: moc)
  }

  deinit { releaseSlots() }

  /// The entity that has this class, in the model that a coordinator uses.
  ///
  /// Where several models in use have it, or none, that is a programmer's error.
  open class func entity() -> NSEntityDescription {
    ModelsInUse.entity(of: self)
  }

  /// A request for the objects of this class.
  ///
  /// A class that declares `fetchRequest() -> NSFetchRequest<Itself>`, as Xcode's do, is asked for its own first.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity()
    return request
  }

  /// The name of the property that a key path from this class leads to; nil where the class does not know it.
  ///
  /// Generated classes override it. Not in Apple's framework.
  open class func managedName(of keyPath: AnyKeyPath) -> String? { nil }

  /// The properties that a computed property depends on; none unless a class overrides it.
  ///
  /// Nobody asks for them: Observation sees what a property reads. It is here so that Apple's code compiles.
  open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }

  // MARK: Values by key

  /// The value of a property: an `NSNumber` for numbers and Booleans, which casts to every type of number that holds
  /// it, an `NSDecimalNumber` for decimals, `String`, `Date`, `Data`, `UUID` or `URL`, a dictionary for a composite,
  /// an object for a to-one relationship, a `Set<NSManagedObject>` or an `NSOrderedSet` for a to-many; nil for none.
  open func value(forKey key: String) -> Any? {
    guard let slot = layout.keys.slot(of: key) else { return value(forUndefinedKey: key) }
    return value(at: slot)
  }

  /// Sets a property.
  ///
  /// Numbers may come in any form; a relationship's other side is set, too.
  open func setValue(_ value: Any?, forKey key: String) {
    guard let slot = layout.keys.slot(of: key) else { return setValue(value, forUndefinedKey: key) }
    set(value, at: slot)
  }

  /// The value of a property, past any accessor of a subclass.
  open func primitiveValue(forKey key: String) -> Any? {
    if isNoted(key) { return nil }
    return value(at: layout.slot(of: key))
  }

  /// Sets a property and tells nobody: an object that has a record does not become changed, and the other
  /// side of a relationship is left alone.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) {
    setPrimitively(value, at: layout.slot(of: key))
  }

  /// Called for a key that is no property; stops the program unless a subclass knows the key.
  open func value(forUndefinedKey key: String) -> Any? {
    if isNoted(key) { return nil }
    if let value = builtInValue(forKey: key) { return value }
    let mirrored = mirroredValue(forKey: key)
    if mirrored.isKnown || shelf?.graph.isEvaluating == true { return mirrored.value }
    preconditionFailure(layout.unknownKey(key))
  }

  /// Called for a key that is no property; stops the program unless a subclass knows the key.
  open func setValue(_ value: Any?, forUndefinedKey key: String) {
    preconditionFailure(layout.unknownKey(key))
  }

  /// Makes sure that the object has its values; an accessor calls it before it reads one.
  open func willAccessValue(forKey key: String?) {
    fireFault()
  }

  /// The end of a reading; nothing happens here.
  open func didAccessValue(forKey key: String?) {}

  /// Notes that a property is about to change; an accessor calls it before it sets a primitive value.
  open func willChangeValue(forKey key: String) {
    if let slot = layout.keys.slot(of: key) { noteChange(of: slot) }
  }

  /// The end of a change; nothing happens here.
  open func didChangeValue(forKey key: String) {}

  // MARK: Life

  /// Called once, after the object was made with its default values.
  open func awakeFromInsert() {}

  /// Called after the values were read.
  open func awakeFromFetch() {}

  /// Called after the object got former values, by undo, redo, a rollback or a refresh.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Called when the object is about to be deleted, before its relationships are.
  open func prepareForDeletion() {}

  /// Called before a save, again for what changed meanwhile; the place for last changes.
  open func willSave() {}

  /// Called after a save.
  open func didSave() {}

  /// Called before the values are forgotten.
  open func willTurnIntoFault() {}

  /// Called after the values were forgotten.
  open func didTurnIntoFault() {}

  // MARK: Validation

  /// Checks a value that a property could get, and may replace it by a better one.
  ///
  /// Override it to add rules of your own, and call `super`. Saving calls it for every property. After the rules of the
  /// model comes the class's own function for the property, such as `validateTitle(_:)`, which the plugin finds.
  open func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    try checkRules(of: value, forKey: key)
    try checkByName(value, forKey: key)
  }

  /// Checks the object before its first save.
  open func validateForInsert() throws {
    try checkProperties()
  }

  /// Checks the object before changes are saved.
  open func validateForUpdate() throws {
    try checkProperties()
  }

  /// Checks the object before its record is removed: a relationship whose rule is Deny must be empty.
  open func validateForDelete() throws {
    try checkDeletion()
  }

  /// The object's identity: no two objects are equal.
  public final override var hash: Int {
    // Objects lie at multiples of sixteen.
    Int(bitPattern: ObjectIdentifier(self)) >> 4
  }

  /// What the object is, without reading its values where that has not happened.
  open override var description: String {
    summary
  }
}

@available(*, unavailable)
extension NSManagedObject: @unchecked Sendable {}
