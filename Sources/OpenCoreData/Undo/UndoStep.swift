/// What takes an event of a context back: for each object whether it came or went, and what its changed slots held.
///
/// Slots are written as they were, so both sides of every relationship and the order of members come back exactly.
/// Of a long list that an event changed by few members only those are kept, and what such an event removed from a
/// relationship without an order comes back at its end; documents are written in an order of their own.
/// The objects are held, so that one that was inserted and is taken back can be put in place again.
struct UndoStep {
  struct Entry {
    let object: NSManagedObject
    let existence: Existence
    /// Where the object was, and is going to be again; the place that values were noted in.
    let shelf: Shelf?
    let values: [SlotValue]
  }

  /// What happened to an object as such.
  enum Existence {
    case kept
    case appeared
    case vanished
  }

  private(set) var entries: [Entry] = []

  /// What takes back an event that touched some objects; nil where nothing is left of it.
  init?(_ event: [NSManagedObject]) {
    entries.reserveCapacity(event.count)
    for object in event {
      let existence = object.eventExistence
      // What came and went in the same event was never there.
      guard let existence else { continue }
      let values = object.eventChanges
      if existence == .kept, values.isEmpty, object.extras?.formerShelf == nil { continue }
      entries.append(
        Entry(
          object: object, existence: existence,
          shelf: object.extras?.formerShelf ?? object.shelf, values: values))
    }
    if entries.isEmpty { return nil }
  }
}

extension NSManagedObject {
  /// What the slots held that the current event left otherwise than it found them.
  fileprivate var eventChanges: [SlotValue] {
    guard let changes = extras?.eventStart, !changes.isEmpty else { return [] }
    return changes.filter { change in
      if change.edits != nil { return true }
      closeHoles(change.slot)
      return !slotValue(change.slot).holdsSame(as: change.value)
    }
  }

  /// What the current event did to the object as such; nil where it came and went.
  fileprivate var eventExistence: UndoStep.Existence? {
    switch (state.contains(.eventInserted), state.contains(.eventDeleted)) {
    case (true, true): nil
    case (true, false): .appeared
    case (false, true): .vanished
    case (false, false): .kept
    }
  }
}
