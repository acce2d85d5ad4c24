import DocumentStore

/// The objects of one store in one context, by their records; or those that are in no store yet.
///
/// An object is held here until a sweep finds that nobody else holds it. (Weak references would cost each
/// object a side table, and slow down every use of it.)
final class Shelf {
  let graph: ObjectGraph
  /// The store, nil for new objects that have not been assigned to one.
  let store: NSPersistentStore?
  private let objects = ReferenceMap<NSManagedObject>()
  /// What became of references that undo may still need; nil where nothing moved.
  ///
  /// Kept for each store, because places of records are unique in one only; numbers of new objects are in any.
  private(set) var moves: ReferenceMap<RecordReference>?
  /// See Shelf+Rows.swift.
  var rowsInUse = RowsInUse()
  private var classes: [NSManagedObject.Type] = []
  private var classCount: UInt64 = 0

  init(_ graph: ObjectGraph, store: NSPersistentStore?) {
    self.graph = graph
    self.store = store
  }

  /// The object of a record, made where there is none yet; nil for a number that no object has any more.
  @inline(__always)
  func object(for reference: RecordReference) -> NSManagedObject? {
    if reference.isTemporary { return graph.temporaryObject(reference) }
    return objects[reference.bits] ?? makeFault(reference)
  }

  /// The object of a record where there is one.
  func registered(_ reference: RecordReference) -> NSManagedObject? {
    reference.isTemporary ? graph.newObject(reference) : objects[reference.bits]
  }

  func register(_ object: NSManagedObject) {
    objects[object.reference.bits] = object
  }

  func forget(_ reference: RecordReference) {
    objects[reference.bits] = nil
  }

  /// Notes that a reference has become another.
  func noteMove(from old: RecordReference, to new: RecordReference) {
    if moves == nil { moves = ReferenceMap() }
    moves?[old.bits] = new
  }

  /// Nobody is going to ask what has become of references until now.
  func forgetMoves() { moves = nil }

  var count: Int { objects.count }
  var allObjects: [NSManagedObject] { objects.values }

  /// Lets go of all objects; those that nobody else holds need not know.
  func close() {
    sweep()
    objects.forEach { $0.detach(keeping: []) }
    objects.removeAll()
    rowsInUse = RowsInUse()
  }

  /// Asks for as many objects, some of which may be there already; no sweep comes in between.
  func makingObjects(_ count: Int, _ body: (Shelf) -> Void) {
    let before = objects.count
    reserve(count)
    body(self)
    // Those that were there already need no postponement.
    graph.postponeSweep(by: objects.count - before - count)
  }

  /// Makes room for as many objects more, all of which somebody is going to hold.
  func reserve(_ count: Int) {
    objects.reserve(count)
    graph.postponeSweep(by: count)
  }

  func sweep() {
    objects.removeUnshared()
    rowsInUse.sweep()
  }

  /// The layout of a record's object.
  func layout(of reference: RecordReference) -> ObjectLayout? {
    store?.layout(ofTable: reference.table)
  }

  @inline(never)
  private func makeFault(_ reference: RecordReference) -> NSManagedObject? {
    guard let layout = layout(of: reference) else { return nil }
    let birth = Birth(layout: layout, shelf: self, reference: reference)
    guard let object = graph.makeFault(layout, objectClass(of: layout, reference.table), birth)
    else {
      return nil
    }
    objects[reference.bits] = object
    graph.noteRegistration()
    return object
  }

  /// The class of a table's objects; looked up again only when classes were introduced.
  private func objectClass(of layout: ObjectLayout, _ table: Int) -> NSManagedObject.Type {
    let known = ClassRegistry.count
    if known != classCount || table >= classes.count {
      classes = (0...table).map { store?.layout(ofTable: $0)?.objectClass ?? NSManagedObject.self }
      classCount = known
    }
    return classes[table]
  }
}

/// What the initializer of a managed object needs to make a fault instead of a new object.
struct Birth {
  let layout: ObjectLayout
  let shelf: Shelf
  let reference: RecordReference
}
