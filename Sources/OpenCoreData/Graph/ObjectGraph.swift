import DocumentStore
import Foundation
import ManagedModel

/// What a context is inside: its objects, what changed, and the rules that hold between them.
///
/// Objects hold the graph, the graph holds the context weakly; a context that goes away closes it.
final class ObjectGraph {
  private(set) weak var context: NSManagedObjectContext?
  let confinement: Confinement
  /// Set while a fault is being made; see ``NSManagedObject/init(entity:insertInto:)``.
  var birth: Birth?

  var coordinator: NSPersistentStoreCoordinator?
  /// New objects that no store has been chosen for.
  private(set) lazy var unassigned = Shelf(self, store: nil)
  private var shelves: [Shelf] = []
  /// New objects by their numbers.
  private var newObjects = ReferenceMap<NSManagedObject>()

  /// Objects with something to save, and perhaps some that had.
  var changed: [NSManagedObject] = []
  /// Objects changed in the current event.
  var touched: [NSManagedObject] = []
  /// Objects whose relationships were set primitively, so that saving must look at them, too.
  var primitivelyLinked: [NSManagedObject] = []
  /// Objects changed since `willSave` was called for all.
  var unannounced: [NSManagedObject] = []
  /// The property that changed last, for messages.
  var lastChange: (object: NSManagedObject, slot: Int)?
  /// Why an object could not be read when a property was asked for; the next save reports it.
  var readFailure: (error: StoreError, store: NSPersistentStore?)?
  /// The set that `mutableOrderedSetValue(forKey:)` made last.
  var latestOrderedSet: RelationshipMutableOrderedSet?
  /// What a validation of a property works on.
  let validationCell = ValidationCell()

  var retainsRegisteredObjects = false
  /// How many objects were left after the last sweep.
  private var keptCount = 0

  init(_ context: NSManagedObjectContext, _ confinement: Confinement) {
    self.context = context
    self.confinement = confinement
  }

  /// Stops the program in debug builds where the context is used beside its queue.
  @inline(__always)
  func checkQueue(_ caller: StaticString = #function) {
    #if DEBUG
      if !confinement.isCurrent { confinement.reportMisuse(caller, context?.name) }
    #endif
  }

  // MARK: Entities

  /// The layout of an entity's objects; nil for entities of models that are not the coordinator's.
  func layout(of entity: NSEntityDescription) -> ObjectLayout? {
    coordinator?.layouts?.layout(of: entity)
  }

  /// The entity that has a class.
  func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    guard let model = coordinator?.managedObjectModel else {
      preconditionFailure("the context has no coordinator, so it knows no entities")
    }
    ClassRegistry.introduce(type)
    guard let entity = model.entity(of: type) else {
      preconditionFailure(
        """
        no entity of the model has the class '\(String(describing: type))'; name it in the model \
        or call bind(\(String(describing: type)).self) on the model
        """)
    }
    if !entity.isAbstract { entity.requiredLayout.introduce(type) }
    return entity
  }

  /// The fault that is being made, where an initializer is called for one.
  func takeBirth(of entity: NSEntityDescription) -> Birth? {
    guard let birth, birth.layout.entity === entity else { return nil }
    self.birth = nil
    return birth
  }

  // MARK: Objects

  /// The objects of a store.
  func shelf(of store: NSPersistentStore) -> Shelf {
    if let known = shelves.first(where: { $0.store === store }) { return known }
    let fresh = Shelf(self, store: store)
    shelves.append(fresh)
    return fresh
  }

  /// All shelves that have a store.
  var storeShelves: [Shelf] { shelves }

  /// The new object with a number.
  func newObject(_ reference: RecordReference) -> NSManagedObject? { newObjects[reference.bits] }

  /// Takes a new object in.
  func insert(_ object: NSManagedObject) {
    checkQueue()
    if let layouts = coordinator?.layouts {
      precondition(
        layouts.layout(of: object.entity) === object.layout,
        "entity '\(object.layout.name)' is not of the model that the context's coordinator uses")
    }
    object.shelf = unassigned
    newObjects[object.reference.bits] = object
    object.state.insert(.inserted)
    noteChange(of: object, as: .eventInserted)
    object.awakeFromInsert()
  }

  /// Takes an object back that was new and vanished.
  func register(new object: NSManagedObject) { newObjects[object.reference.bits] = object }

  /// Lets go of a new object, saved or vanished.
  func forgetNew(_ reference: RecordReference) { newObjects[reference.bits] = nil }

  /// All objects that the context has.
  var allObjects: [NSManagedObject] {
    newObjects.values + shelves.flatMap(\.allObjects)
  }

  /// Forgets objects that nobody uses, whenever there are twice as many as were left the last time.
  func noteRegistration() {
    let count = shelves.reduce(0) { $0 + $1.count }
    guard !retainsRegisteredObjects, count > max(1024, keptCount * 2) else { return }
    for shelf in shelves { shelf.sweep() }
    keptCount = shelves.reduce(0) { $0 + $1.count }
  }

  /// Forgets everything; the objects become faults outside any context.
  func close() {
    for object in allObjects + changed + touched + unannounced { object.detach(keeping: []) }
    newObjects.removeAll()
    for shelf in shelves { shelf.removeAll() }
    shelves = []
    changed = []
    touched = []
    primitivelyLinked = []
    unannounced = []
    lastChange = nil
    readFailure = nil
    latestOrderedSet = nil
    keptCount = 0
  }
}

extension NSManagedObject {
  /// Leaves the context: what the object holds stays readable.
  ///
  /// `lists` are the lists of the context that it still stands in.
  final func detach(keeping lists: ObjectState) {
    settle()
    shelf = nil
    state.formIntersection(lists.union(.unreachable))
    extras?.committed = []
    extras?.eventStart = []
    extras?.memberIndices = [:]
  }
}
