import DocumentStore
import Foundation
import ManagedModel

/// What a context is inside: its objects, what changed, and the rules that hold between them.
///
/// Objects hold the graph, the graph holds the context weakly; a context that goes away closes it.
final class ObjectGraph {
  /// The context, until it goes away and closes the graph.
  ///
  /// Not weak: that would give the context a side table, and every use of it would be slower.
  private(set) unowned var context: NSManagedObjectContext?
  let confinement: Confinement
  /// Set while a fault is being made; see ``NSManagedObject/init(entity:insertInto:)``.
  private var birth: Birth?

  var coordinator: NSPersistentStoreCoordinator? {
    didSet {
      entities = [:]
      layoutsByName = [:]
    }
  }
  /// The entities of classes that have been asked for.
  private var entities: [ObjectIdentifier: NSEntityDescription] = [:]
  private var layoutsByName: [String: ObjectLayout] = [:]
  /// The types of results that fetches have had.
  private var resultTypes: Set<ObjectIdentifier> = []
  /// See ``unassigned``.
  private var shelfWithoutStore: Shelf?
  private var shelves: [Shelf] = []
  /// New objects by their numbers.
  let newObjects = ReferenceMap<NSManagedObject>()

  /// Objects with something to save, and perhaps some that had.
  var changed: [NSManagedObject] = []
  /// Objects changed in the current event.
  var touched: [NSManagedObject] = []
  /// Objects whose relationships were set primitively, so that saving must look at them, too.
  var primitivelyLinked: [NSManagedObject] = []
  /// Objects that are being told that they are about to be deleted, the innermost last.
  var preparing: [NSManagedObject] = []
  /// Deleted objects that others have been related to since.
  var linkedLate: [NSManagedObject] = []
  /// Whether a save is calling `willSave`, and the objects that have changed meanwhile.
  var isAnnouncing = false
  var unannounced: [NSManagedObject] = []
  /// Why an object could not be read when a property was asked for; the next save reports it.
  var readFailure: (error: StoreError, store: NSPersistentStore?)?
  /// The set that `mutableOrderedSetValue(forKey:)` made last.
  var latestOrderedSet: RelationshipMutableOrderedSet?
  /// What a validation of a property works on.
  let validationCell = ValidationCell()

  /// See ``NSManagedObjectContext/parent``.
  var parent: NSManagedObjectContext?
  /// How many of the parent's ``successors`` have been taken up.
  var takenUp = 0
  /// Numbers of new objects that have gone or come back since there are children; see ObjectGraph+Departures.swift.
  var departures: [RecordReference] = []
  /// How many of the parent's ``departures`` have been taken up.
  var departuresTakenUp = 0
  /// Objects that ancestors have changed and not saved, as the last fetch met them.
  var ahead: [NSManagedObject] = []
  /// Whether there may be contexts that have this one as their parent.
  var hasChildren = false
  /// References that saves have replaced since there are children, in order; and the same to be looked up.
  private(set) var successors: [Successor] = []
  private(set) var lasting: ReferenceMap<RecordReference>?

  /// See ``NSManagedObjectContext/undoManager``.
  var undoManager: UndoManager?
  var undoCheckpoint: UndoCheckpoint?
  /// Whether there were changes that undo does not know, so that its steps may not fit together any more.
  var hasUnknownChanges = false
  /// How many blocks of `perform` are running in one another.
  var blockDepth = 0
  /// The moment that objects and requests are read from; nil for what is newest; see ``generation(of:)``.
  var readingPoint: NSQueryGenerationToken?
  /// Whether a save is bringing changes and stores together, and reads what is newest.
  var isSettling = false
  /// What others' saves and refreshing did to objects since the last event ended.
  var news = ObjectSets()
  /// Unchanged objects whose records must be what they were when the context saves.
  var guarded: [NSManagedObject] = []
  var mergePolicy = NSMergePolicy.error
  var handlesMissingObjects = true
  var stalenessInterval = -1.0
  var propagatesDeletesAtEndOfEvent = true

  /// Whether results controllers want to know of whatever may become one of their results.
  var isFollowed = false

  /// Where others leave word of their saves, once the context wants to know.
  let inbox = Inbox()

  /// Whether a fetch is asking objects for keys, which were checked before.
  var isEvaluating = false
  /// Whether records may be kept for some new objects.
  var hasReserved = false

  var retainsRegisteredObjects = false
  /// What tells whether somebody observes what is being read; nil where the context is not observable.
  var probe: ObservationProbe?
  /// Objects that were observed: kept, because an object that nobody else holds would be forgotten with whom to tell.
  var observed: [NSManagedObject] = []
  /// How many objects may be registered before the next sweep.
  private var untilSweep = 1024

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

  /// The layout of the entity with a name, or the end of the program where there is none.
  func layout(forEntityName name: String) -> ObjectLayout {
    if let known = layoutsByName[name] { return known }
    guard let model = coordinator?.managedObjectModel else {
      preconditionFailure("the context has no coordinator, so it knows no entities")
    }
    let byName = model.entitiesByName
    guard let entity = byName[name] else {
      let hint = NearMiss.hint(name, among: byName.keys.sorted())
      preconditionFailure("the model has no entity '\(name)'\(hint)")
    }
    let layout = entity.requiredLayout
    layoutsByName[name] = layout
    return layout
  }

  /// Remembers a class whose objects somebody fetches.
  func introduce(_ type: Any.Type) {
    guard resultTypes.insert(ObjectIdentifier(type)).inserted,
      let type = type as? NSManagedObject.Type
    else { return }
    ClassRegistry.introduce(type)
  }

  /// The entity that has a class.
  func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    if let known = entities[ObjectIdentifier(type)] { return known }
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
    entities[ObjectIdentifier(type)] = entity
    return entity
  }

  /// The fault that is being made, where an initializer is called for one.
  func takeBirth(of entity: NSEntityDescription) -> Birth? {
    // Taken out before it is looked at: a copy would count references.
    guard let birth = birth.take() else { return nil }
    if birth.layout.entity === entity { return birth }
    self.birth = birth
    return nil
  }

  /// Makes a fault of a layout's class.
  func makeFault(_ layout: ObjectLayout, _ type: NSManagedObject.Type, _ birth: Birth)
    -> NSManagedObject?
  {
    guard let context else { return nil }
    self.birth = birth
    return type.init(entity: layout.entity, insertInto: context)
  }

  // MARK: Objects

  /// The objects of a store.
  func shelf(of store: NSPersistentStore) -> Shelf {
    if let known = shelves.first(where: { $0.store === store }) { return known }
    let fresh = Shelf(self, store: store)
    shelves.append(fresh)
    return fresh
  }

  /// New objects that no store has been chosen for.
  var unassigned: Shelf {
    if let shelfWithoutStore { return shelfWithoutStore }
    let fresh = Shelf(self, store: nil)
    shelfWithoutStore = fresh
    return fresh
  }

  /// All shelves that have a store.
  var storeShelves: [Shelf] { shelves }

  /// The new object with a number.
  func newObject(_ reference: RecordReference) -> NSManagedObject? { newObjects[reference.bits] }

  /// The object with a temporary number, made where only an ancestor has it so far.
  func temporaryObject(_ reference: RecordReference) -> NSManagedObject? {
    newObjects[reference.bits] ?? (parent == nil ? nil : parentsObject(reference))
  }

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
    // What `willSave` makes must be told of its own changes.
    if !isAnnouncing { object.state.insert(.fresh) }
    noteChange(of: object, as: .eventInserted)
    object.awakeFromInsert()
  }

  /// Takes an object back that was new and vanished.
  func register(new object: NSManagedObject) { newObjects[object.reference.bits] = object }

  /// Lets go of all new objects, where there are as many as given.
  func forgetAllNew(_ count: Int) -> Bool {
    guard newObjects.count == count else { return false }
    newObjects.removeAll()
    hasReserved = false
    return true
  }

  /// Notes that a save has replaced a reference, for undo and for children.
  func noteMove(
    from old: RecordReference, to new: RecordReference, in store: NSPersistentStore
  ) {
    if undoManager != nil { shelf(of: store).noteMove(from: old, to: new) }
    guard hasChildren else { return }
    successors.append(Successor(old: old, new: new, store: store))
    if lasting == nil { lasting = ReferenceMap() }
    lasting?[old.bits] = new
  }

  /// Lets go of a new object, saved or vanished.
  func forgetNew(_ reference: RecordReference) { newObjects[reference.bits] = nil }

  /// All objects that the context has.
  var allObjects: [NSManagedObject] {
    newObjects.values + shelves.flatMap(\.allObjects)
  }

  /// Forgets objects that nobody uses, whenever there may be twice as many as were left the last time.
  @inline(__always)
  func noteRegistration() {
    untilSweep -= 1
    if untilSweep < 0 { sweep() }
  }

  /// A sweep that comes while many objects are being made would find none to forget.
  func postponeSweep(by count: Int) { untilSweep += count }

  @inline(never)
  private func sweep() {
    if !retainsRegisteredObjects {
      for shelf in shelves { shelf.sweep() }
    }
    untilSweep = max(1024, shelves.reduce(0) { $0 + $1.count })
  }

  /// The context goes away.
  func leaveContext() {
    // Its steps end with the context, which the manager holds weakly.
    undoCheckpoint = nil
    undoManager = nil
    close()
    context = nil
    parent = nil
  }

  /// Forgets everything; the objects become faults outside any context.
  func close() {
    for object in changed { object.detach(keeping: []) }
    for object in touched { object.detach(keeping: []) }
    for object in unannounced { object.detach(keeping: []) }
    newObjects.forEach { object in
      noteDeparture(of: object.reference)
      object.detach(keeping: [])
    }
    newObjects.removeAll()
    for shelf in shelves { shelf.close() }
    // They hold the graph.
    shelves = []
    shelfWithoutStore = nil
    changed = []
    touched = []
    primitivelyLinked = []
    linkedLate = []
    unannounced = []
    readFailure = nil
    latestOrderedSet = nil
    news = ObjectSets()
    guarded = []
    advanceReadingPoint()
    observed = []
    ahead = []
    untilSweep = 1024
  }
}

extension NSManagedObject {
  /// Leaves the context: what the object holds stays readable, and its lasting id.
  ///
  /// `lists` are the lists of the context that it still stands in.
  final func detach(keeping lists: ObjectState) {
    settle()
    if !reference.isTemporary { _ = objectID }
    shelf = nil
    state.formIntersection(lists.union([.unreachable, .observed]))
    extras?.committed = []
    if !lists.contains(.touched) {
      extras?.eventStart = []
      extras?.formerShelf = nil
    }
    extras?.memberIndices = [:]
  }
}
