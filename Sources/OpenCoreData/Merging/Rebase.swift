import DocumentStore

/// Puts unsaved changes of a context on top of what the stores have by now.
///
/// The changed objects are first made what the store has, then the changes are made again by the means that a program
/// has: what connects two objects keeps both sides right, whatever somebody else did to either of them. So there is one
/// rule for attributes, relationships and deletions, and none for pairs of lists that were merged apart.
///
/// All objects are of one store. Takes in, beside the objects that it is asked about, those that the changes of their
/// relationships lead to.
struct Rebase {
  /// What becomes of an object's changes.
  enum Decision {
    /// They are made again.
    case mine
    /// They are made again where nobody else changed the property.
    case theirs
    /// The object becomes what it is here, what nobody changed here included.
    case whole
    /// They are dropped.
    case dropped
  }

  /// One property of an object, that was changed here.
  struct Edit {
    let slot: Int
    /// What it was when it was read or saved.
    let before: Value
    /// What it is here.
    let after: Value
  }

  /// A saved object, and what was done to it.
  struct Edited {
    let object: NSManagedObject
    var edits: [Edit]
    var isDeleted: Bool
    /// Of a deleted object, what it held and holds again when it is deleted: undo relies on it.
    var values: [Value] = []
    /// Whether its changes are made again at all.
    var decision: Decision
  }

  /// A relationship of a new object that leads to saved ones.
  struct NewLinks {
    let object: NSManagedObject
    let relationship: RelationshipLayout
    let members: [RecordReference]
  }

  /// One property of one object.
  struct Side: Hashable {
    let owner: RecordReference
    let slot: Int
  }

  let graph: ObjectGraph
  private let decisions: [NSManagedObject: Decision]
  /// Whether what somebody else deleted is made again where the decision is for the context.
  private let revives: Bool

  var edited: [Edited] = []
  var newLinks: [NewLinks] = []
  /// Properties that were changed here.
  var changed: Set<Side> = []
  /// Properties whose changes are dropped.
  var dropped: Set<Side> = []
  /// Objects that were deleted here and stay.
  var kept: Set<RecordReference> = []

  /// Prepares the objects with decisions about them, and with `mine` those that they are tied to.
  init(_ graph: ObjectGraph, _ decisions: [NSManagedObject: Decision], revives: Bool) {
    self.graph = graph
    self.decisions = decisions
    self.revives = revives
  }

  /// Does it all; throws where a record cannot be read, and may leave the context half done then.
  mutating func run() throws(StoreError) {
    try collect()
    for entry in edited { try reset(entry) }
    for entry in edited { restoreAttributes(of: entry) }
    restoreLinks()
    for entry in edited where entry.isDeleted && entry.object.shelf != nil {
      graph.delete(entry.object)
      restoreValues(of: entry)
    }
    for entry in edited where entry.object.shelf != nil && !entry.object.isDeleted {
      entry.object.awake(fromSnapshotEvents: revives ? .mergePolicy : .refresh)
    }
  }

  // MARK: What was changed

  private mutating func collect() throws(StoreError) {
    var seen: Set<RecordReference> = []
    var waiting = decisions.keys.sorted { $0.reference < $1.reference }
    while let object = waiting.popLast() {
      guard object.shelf != nil, seen.insert(object.reference).inserted else { continue }
      object.settle()
      let tied: [RecordReference]
      if object.isInserted {
        tied = takeLinks(of: object)
      } else {
        tied = try take(object)
      }
      for member in tied where !seen.contains(member) {
        if let other = object.shelf?.registered(member), other.hasChanges { waiting.append(other) }
      }
    }
  }

  /// Notes what was changed of a saved object; returns whom its relationships led and lead to.
  private mutating func take(_ object: NSManagedObject) throws(StoreError) -> [RecordReference] {
    let newest = try object.newestValues()
    var decision = decisions[object] ?? .mine
    // Of what could not be read, only what was changed is the object's.
    if decision == .whole, object.state.contains(.unreachable) { decision = .mine }
    var isDeleted = object.state.contains(.deleted)
    var edits = self.edits(of: object, decision, isGone: newest == nil)
    if newest == nil {
      if !isDeleted, !revives, decisions[object] == nil || decision == .mine { return [] }
      if decision == .theirs { decision = .dropped }
      if isDeleted { decision = .dropped }
    } else if isDeleted, decision == .theirs || decision == .dropped {
      isDeleted = false
      kept.insert(object.reference)
      edits = []
    }
    for edit in edits {
      let side = Side(owner: object.reference, slot: edit.slot)
      changed.insert(side)
      let isLost =
        switch decision {
        case .mine, .whole: false
        case .dropped: true
        case .theirs:
          !object.layout.commutes(edit.slot)
            && newest.map { !$0[edit.slot].holdsSame(as: edit.before) } ?? true
        }
      if isLost { dropped.insert(side) }
    }
    let values = isDeleted ? object.layout.types.indices.map(object.slotValue) : []
    edited.append(
      Edited(
        object: object, edits: edits, isDeleted: isDeleted, values: values, decision: decision))
    return object.layout.allRelationships.filter(\.hasInverse).flatMap { relationship in
      let edit = edits.first { $0.slot == relationship.slot }
      let now = newest?[relationship.slot].members ?? []
      return edit.map { $0.before.members + $0.after.members + now } ?? now
    }
  }

  private func edits(of object: NSManagedObject, _ decision: Decision, isGone: Bool) -> [Edit] {
    if object.isFault { return [] }
    let isWhole = decision == .whole || (isGone && decision == .mine && revives)
    let slots =
      isWhole ? Array(object.layout.types.indices) : object.extras?.committed.map(\.slot) ?? []
    return slots.map { slot in
      let after = object.slotValue(slot)
      return Edit(
        slot: slot, before: object.extras?.committedValue(of: slot) ?? after, after: after)
    }
  }

  /// Takes a new object out of the relationships of saved ones; returns those.
  private mutating func takeLinks(of object: NSManagedObject) -> [RecordReference] {
    var tied: [RecordReference] = []
    for relationship in object.layout.allRelationships where relationship.hasInverse {
      let members = object.memberReferences(relationship.slot)
      let saved = members.filter { !$0.isTemporary }
      if saved.isEmpty { continue }
      tied += saved
      newLinks.append(NewLinks(object: object, relationship: relationship, members: members))
    }
    return tied
  }

  // MARK: What the store has

  /// Makes an object what the store has, without any change.
  private mutating func reset(_ entry: Edited) throws(StoreError) {
    let object = entry.object
    let former = object.shelf
    let isThere = try object.newestValues() != nil
    if !isThere, entry.isDeleted { return }
    object.state.subtract([.updated, .deleted, .eventDeleted, .remade])
    object.extras?.committed = []
    object.extras?.memberIndices = [:]
    guard isThere else {
      if entry.decision == .mine || entry.decision == .whole {
        revive(object)
      } else {
        object.markMissing()
      }
      return
    }
    let transients = object.transientValues()
    let decoded = object.extras?.decoded.filter { entry in
      transients[entry.key] != nil || isKept(Side(owner: object.reference, slot: entry.key))
    }
    object.extras?.decoded = decoded ?? [:]
    try graph.read(object)
    if let former, former.store != nil, former !== object.shelf { leave(former, entry) }
    for (slot, value) in transients {
      object.write(entry.edits.first { $0.slot == slot }?.before ?? value, to: slot)
    }
  }

  /// Lets an object that somebody else deleted be saved again, at first without relationships.
  private func revive(_ object: NSManagedObject) {
    for relationship in object.layout.allRelationships where relationship.hasInverse {
      object.write(relationship.isToMany ? .references([]) : .null, to: relationship.slot)
    }
    object.state.subtract([.missing, .unreachable])
    object.state.insert(.remade)
    graph.noteUpdate(of: object)
  }

  /// Whether a change is made again.
  func isKept(_ side: Side) -> Bool { changed.contains(side) && !dropped.contains(side) }

  /// Gives a deleted object back what it held, where the store has nothing else by now.
  private func restoreValues(of entry: Edited) {
    let object = entry.object
    object.settle()
    for (slot, value) in entry.values.enumerated()
    where !object.slotValue(slot).holdsSame(as: value) {
      let before = entry.edits.first { $0.slot == slot }?.before ?? value
      let now = object.extras?.committedValue(of: slot) ?? object.slotValue(slot)
      guard before.holdsSame(as: now) else { continue }
      object.noteChange(of: slot)
      object.forgetIndex(of: slot)
      object.write(value, to: slot)
    }
  }

  // MARK: Attributes

  private func restoreAttributes(of entry: Edited) {
    let object = entry.object
    for edit in entry.edits where object.layout.relationships[edit.slot] == nil {
      if dropped.contains(Side(owner: object.reference, slot: edit.slot)) { continue }
      if entry.decision == .whole, object.slotValue(edit.slot) == edit.after { continue }
      if entry.isDeleted { continue }
      object.noteChange(of: edit.slot)
      object.write(edit.after, to: edit.slot)
    }
  }
}

extension Rebase.Decision {
  /// What a merge policy decides; nil for the one that does not.
  init?(_ type: NSMergePolicyType) {
    switch type {
    case .errorMergePolicyType: return nil
    case .mergeByPropertyStoreTrumpMergePolicyType: self = .theirs
    case .mergeByPropertyObjectTrumpMergePolicyType: self = .mine
    case .overwriteMergePolicyType: self = .whole
    case .rollbackMergePolicyType: self = .dropped
    }
  }
}

extension ObjectLayout {
  /// Whether changes of a slot by two contexts can both be kept: what is added to and removed from a set.
  func commutes(_ slot: Int) -> Bool {
    guard let relationship = relationships[slot] else { return false }
    return relationship.isToMany && !relationship.isOrdered && relationship.hasInverse
  }
}

extension NSManagedObject {
  /// What the store has of the object, or an ancestor of its context; nil where they have nothing.
  final func newestValues() throws(StoreError) -> [Value]? {
    if let graph = shelf?.graph, graph.parent != nil {
      switch graph.ancestors(on: reference, in: shelf?.store) {
      case .gone: return nil
      case .values(let values, _): return values
      case .nothing: break
      }
    }
    guard !reference.isTemporary, let shelf, let store = shelf.store,
      let generation = shelf.graph.generation(of: store), generation.contains(reference)
    else { return nil }
    return try generation.tables[reference.table].values(of: reference.row)
  }

  /// Whether the store has something else by now than the object was read with, or nothing any more.
  final func isBehind() throws(StoreError) -> Bool {
    guard let newest = try newestValues() else { return true }
    return newest.enumerated().contains { slot, value in
      !layout.columns[slot].isTransient
        && !(extras?.committedValue(of: slot) ?? slotValue(slot)).holdsSame(as: value)
    }
  }

  /// The values that no store keeps, by slot.
  final func transientValues() -> [Int: Value] {
    if isFault { return [:] }
    var values: [Int: Value] = [:]
    for (slot, column) in layout.columns.enumerated() where column.isTransient {
      let value = slotValue(slot)
      if !value.isNull { values[slot] = value }
    }
    return values
  }

  /// Takes note that somebody else has deleted the object; what it holds stays readable.
  final func markMissing() {
    state.subtract(.unsaved)
    state.insert(.missing)
    extras?.committed = []
    extras?.memberIndices = [:]
  }
}
