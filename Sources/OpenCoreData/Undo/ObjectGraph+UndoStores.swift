import DocumentStore

/// What undo has to know of stores: saves and deletions have given objects other references, which only mean something
/// in one store; and a new object that an event put into a store goes out of it again.
extension ObjectGraph {
  /// Puts a new object where it was before an event, or where what it is to name has got since; tells whether it moved.
  func putBack(_ entry: UndoStep.Entry) -> Bool {
    let object = entry.object
    guard object.isInserted, object.extras?.reserved == nil, let now = object.shelf else {
      return false
    }
    if entry.existence == .kept, let former = entry.shelf, former !== now, former.graph === self {
      if !hasUnknownChanges {
        object.shelf = former
      } else if now === unassigned {
        // Where it is related to what the step does not know, it stays.
        _ = object.enter(former, isNoted: false)
      }
    }
    if object.shelf === unassigned, let home = home(of: entry) { object.shelf = home }
    if object.shelf === now { return false }
    object.noteShelf(before: now)
    return true
  }

  /// The shelf that objects have got to which an object is going to name.
  private func home(of entry: UndoStep.Entry) -> Shelf? {
    if storeShelves.allSatisfy({ $0.moves == nil }) { return nil }
    let object = entry.object
    var values = entry.values.map(object.former)
    if entry.existence == .vanished {
      values += object.layout.allRelationships.map { object.slotValue($0.slot) }
    }
    return values.lazy.flatMap(\.members).compactMap { self.place(of: $0, entry.shelf).shelf }
      .first { $0.store?.table(of: object.layout) != nil }
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
