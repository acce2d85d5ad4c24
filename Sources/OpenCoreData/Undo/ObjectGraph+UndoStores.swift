import DocumentStore

/// What undo has to know of stores: saves and deletions have given objects other references, which only mean something
/// in one store; and a new object that an event put into a store goes out of it again.
extension ObjectGraph {
  /// Puts new objects where they were before an event, or where what they are to name has got since; tells whether any
  /// moved.
  func putBack(_ entries: [UndoStep.Entry]) -> Bool {
    let movable = entries.filter { $0.object.isInserted && $0.object.extras?.reserved == nil }
    let shelves = movable.map(\.object.shelf)
    for entry in movable where entry.existence == .kept { takeBackMove(of: entry) }
    var hasMoved = false
    // Where the others are is known now.
    for (entry, former) in zip(movable, shelves) {
      let object = entry.object
      guard let former, let shelf = object.shelf else { continue }
      if shelf === unassigned, let home = home(of: entry, former) { object.shelf = home }
      if object.shelf === former { continue }
      object.noteShelf(before: former)
      hasMoved = true
    }
    return hasMoved
  }

  private func takeBackMove(of entry: UndoStep.Entry) {
    let object = entry.object
    guard let former = entry.shelf, former !== object.shelf, former.graph === self else { return }
    if !hasUnknownChanges {
      object.shelf = former
    } else if object.shelf === unassigned {
      // Where it is related to what the step does not know, it stays.
      _ = object.enter(former, isNoted: false)
    }
  }

  /// The shelf that objects have got to which an object is going to name, given where it was just now.
  private func home(of entry: UndoStep.Entry, _ shelf: Shelf) -> Shelf? {
    let mayBe = hasUnknownChanges || hasReserved || storeShelves.contains { $0.moves != nil }
    guard mayBe else { return nil }
    let object = entry.object
    for old in entry.values {
      if let home = home(of: object, naming: object.former(old), entry.shelf) { return home }
    }
    // As long as it stays where it is, the rest is there, too.
    if entry.existence == .kept, shelf === unassigned { return nil }
    for relationship in object.layout.allRelationships
    where entry.values.position(of: relationship.slot) == nil {
      let value = object.slotValue(relationship.slot)
      if let home = home(of: object, naming: value, shelf) { return home }
    }
    return nil
  }

  /// The shelf of a store that members are on, whose references are those that a shelf had.
  private func home(of object: NSManagedObject, naming value: Value, _ shelf: Shelf?) -> Shelf? {
    for member in value.members {
      let now = place(of: member, shelf)
      let home = now.shelf ?? newObject(now.reference)?.shelf
      if let home, home.store?.table(of: object.layout) != nil { return home }
    }
    return nil
  }

  /// What a reference has become, and where that is; a number of a new object is in no store.
  private func place(
    of reference: RecordReference, _ shelf: Shelf?
  ) -> (reference: RecordReference, shelf: Shelf?) {
    var (reference, shelf) = (reference, reference.isTemporary ? nil : shelf)
    while true {
      if let known = shelf {
        guard let next = known.moves?[reference.bits] else { return (reference, known) }
        reference = next
        shelf = nil
      } else {
        // Numbers are given once, so only one store can have made a record of it.
        let found = storeShelves.first { $0.moves?[reference.bits] != nil }
        guard let found, let next = found.moves?[reference.bits] else { return (reference, nil) }
        (reference, shelf) = (next, found)
      }
    }
  }

  /// A slot's former value with the references that its objects have now; what cannot be a member any more falls away.
  func current(_ value: Value, in entry: UndoStep.Entry) -> Value {
    if storeShelves.count < 2 {
      return storeShelves.first?.moves.map(value.moved) ?? value
    }
    return value.compactMap { member in
      let now = place(of: member, entry.shelf)
      let isHere =
        now.shelf.map { $0 === entry.object.shelf } ?? (temporaryObject(now.reference) != nil)
      return isHere ? now.reference : nil
    }
  }

  /// Takes members out that have got into another store since, and lets those that are in none follow.
  func keepInOneStore(_ object: NSManagedObject, _ slots: [Int]? = nil) {
    guard object.shelf?.graph === self, !object.isDeleted else { return }
    for relationship in object.layout.allRelationships
    where slots?.contains(relationship.slot) ?? true {
      for member in object.memberReferences(relationship.slot) where member.isTemporary {
        guard let other = newObject(member), let mine = object.shelf, let others = other.shelf,
          mine !== others
        else { continue }
        let obstacle = mine === unassigned ? object.enter(others) : other.enter(mine)
        if obstacle != nil { object.drop(member, from: relationship) }
      }
    }
  }
}

extension Value {
  /// A relationship's value with other members in the place of its own, or none; any other value as it is.
  fileprivate func compactMap(_ transform: (RecordReference) -> RecordReference?) -> Value {
    switch self {
    case .reference(let member): transform(member).map(Value.reference) ?? .null
    case .references(let members): .references(members.compactMap(transform))
    default: self
    }
  }
}
