import DocumentStore

/// What a context's objects are at one moment, so that what a merge policy does to them can be taken back where the
/// save fails.
///
/// Made only where there are conflicts: it looks at every object that the context has.
struct ContextMemory {
  fileprivate struct Entry {
    let object: NSManagedObject
    let isRegistered: Bool
    let shelf: Shelf?
    let reference: RecordReference
    let state: ObjectState
    let generation: UInt32
    let readCount: UInt16
    let values: [Value]?
    let rows: LoadedRows?
    let committed: [SlotValue]
    let eventStart: [SlotValue]
    let decoded: [Int: Any]
    let formerShelf: Shelf?
  }

  private let graph: ObjectGraph
  private let entries: [Entry]
  private let changed: [NSManagedObject]
  private let touched: [NSManagedObject]
  private let news: ObjectSets

  init(_ graph: ObjectGraph) {
    self.graph = graph
    changed = graph.changed
    touched = graph.touched
    news = graph.news
    let all = graph.allObjects
    let registered = Set(all)
    let others = Set(changed + touched).subtracting(registered)
    entries =
      all.map { Entry($0, isRegistered: true) } + others.map { Entry($0, isRegistered: false) }
  }

  /// Makes everything what it was, and tells the objects that have been told otherwise.
  func restore() {
    let known = Set(entries.map(\.object))
    for object in graph.allObjects where !known.contains(object) { forget(object) }
    let faults = entries.filter { $0.isFilled && $0.object.isFault }
    let filled = entries.filter { !$0.isFilled && !$0.object.isFault }
    let others = entries.filter { $0.isFilled && !$0.object.isFault && !$0.isAsItWas }
    for entry in filled { entry.object.willTurnIntoFault() }
    for entry in entries { restore(entry) }
    graph.changed = changed
    graph.touched = touched
    graph.news = news
    graph.latestOrderedSet = nil
    graph.checkInvariants()
    for entry in filled { entry.object.didTurnIntoFault() }
    for entry in faults { entry.object.awakeFromFetch() }
    for entry in others { entry.object.awake(fromSnapshotEvents: .rollback) }
  }

  /// Lets go of an object that came since.
  private func forget(_ object: NSManagedObject) {
    if object.isInserted {
      graph.forgetNew(object.reference)
      object.detach(keeping: [])
      return
    }
    object.state = []
    object.releaseSlots()
    object.forgetEdits()
  }

  private func restore(_ entry: Entry) {
    let object = entry.object
    object.shelf = entry.shelf
    object.reference = entry.reference
    object.state = entry.state
    object.releaseSlots()
    if let rows = entry.rows { object.adopt(rows) }
    if let values = entry.values {
      let fresh = unsafe object.newSlots()
      for (slot, value) in values.enumerated() { unsafe fresh[slot] = value }
      unsafe object.adopt(fresh)
    }
    object.generation = entry.generation
    object.readCount = entry.readCount
    if object.extras != nil || !entry.committed.isEmpty || !entry.eventStart.isEmpty {
      object.ownExtras.committed = entry.committed
      object.ownExtras.eventStart = entry.eventStart
      object.ownExtras.decoded = entry.decoded
      object.ownExtras.formerShelf = entry.formerShelf
      object.ownExtras.memberIndices = [:]
    }
    guard entry.isRegistered else { return }
    if entry.reference.isTemporary {
      graph.register(new: object)
    } else {
      entry.shelf?.register(object)
    }
  }
}

extension ContextMemory.Entry {
  /// Whether the object was no fault.
  fileprivate var isFilled: Bool { values != nil || rows != nil }

  /// Whether the object holds what it held.
  fileprivate var isAsItWas: Bool {
    if let rows { return object.reads(from: rows) }
    guard unsafe object.slots != nil, let values else { return false }
    object.settle()
    return values.indices.allSatisfy { object.slotValue($0) == values[$0] }
  }

  fileprivate init(_ object: NSManagedObject, isRegistered: Bool) {
    object.settle()
    self.object = object
    self.isRegistered = isRegistered
    shelf = object.shelf
    reference = object.reference
    state = object.state
    generation = object.generation
    readCount = object.readCount
    if let slots = unsafe object.slots {
      values = (0..<object.layout.slotCount).map { unsafe slots[$0] }
    } else {
      values = nil
    }
    rows = unsafe object.rows?.takeUnretainedValue()
    committed = object.extras?.committed ?? []
    eventStart = object.extras?.eventStart ?? []
    decoded = object.extras?.decoded ?? [:]
    formerShelf = object.extras?.formerShelf
  }
}
