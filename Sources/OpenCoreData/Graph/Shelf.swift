import DocumentStore

/// The objects of one store in one context, by their records; or those that are in no store yet.
///
/// An object is held here until a sweep finds that nobody else holds it. (Weak references would cost each
/// object a side table, and slow down every use of it.)
final class Shelf {
  let graph: ObjectGraph
  /// The store, nil for new objects that have not been assigned to one.
  let store: NSPersistentStore?
  private var objects = ReferenceMap<NSManagedObject>()

  init(_ graph: ObjectGraph, store: NSPersistentStore?) {
    self.graph = graph
    self.store = store
  }

  /// The object of a record, made where there is none yet; nil for a number that no object has any more.
  @inline(__always)
  func object(for reference: RecordReference) -> NSManagedObject? {
    if reference.isTemporary { return graph.newObject(reference) }
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

  var count: Int { objects.count }
  var allObjects: [NSManagedObject] { objects.values }

  func removeAll() { objects.removeAll() }

  func sweep() { objects.removeUnshared() }

  /// The layout of a record's object.
  func layout(of reference: RecordReference) -> ObjectLayout? {
    store?.layout(ofTable: reference.table)
  }

  @inline(never)
  private func makeFault(_ reference: RecordReference) -> NSManagedObject? {
    guard let layout = layout(of: reference), let context = graph.context else { return nil }
    graph.birth = Birth(layout: layout, shelf: self, reference: reference)
    defer { graph.birth = nil }
    let object = layout.objectClass.init(entity: layout.entity, insertInto: context)
    objects[reference.bits] = object
    graph.noteRegistration()
    return object
  }
}

/// What the initializer of a managed object needs to make a fault instead of a new object.
struct Birth {
  let layout: ObjectLayout
  let shelf: Shelf
  let reference: RecordReference
}
