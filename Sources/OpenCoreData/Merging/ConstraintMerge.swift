import DocumentStore

/// Settles that objects share values which must be unique: one stays, the others go or get their former values back.
///
/// By property, what was related to the one that goes is related to the one that stays, as far as that has room: sets
/// and lists grow, an empty to-one relationship is filled. With the other policies nothing passes on, and delete rules
/// do their work. Relationships without inverse that lead to what goes are left as they are.
struct ConstraintMerge {
  private let graph: ObjectGraph
  private let type: NSMergePolicyType

  init(_ graph: ObjectGraph, _ type: NSMergePolicyType) {
    self.graph = graph
    self.type = type
  }

  private var isByProperty: Bool {
    type == .mergeByPropertyStoreTrumpMergePolicyType
      || type == .mergeByPropertyObjectTrumpMergePolicyType
  }

  /// Whether what the context has wins.
  private var isForContext: Bool {
    type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
  }

  func run(_ conflict: NSConstraintConflict) {
    let unsaved = conflict.conflictingObjects.filter { $0.shelf?.graph === graph && !$0.isDeleted }
    let stored = conflict.databaseObject.flatMap { $0.isDeleted ? nil : $0 }
    if let stored, !stored.hasChanges { graph.reread(stored) }
    let all = (stored.map { [$0] } ?? []) + unsaved
    guard all.count > 1, let winner = isForContext ? all.last : all.first else { return }
    for loser in all where loser !== winner {
      // An earlier loser's deletion may have taken it along.
      if loser.shelf != nil, !loser.isDeleted { settle(loser, winner, conflict.constraint, stored) }
    }
  }

  private func settle(
    _ loser: NSManagedObject, _ winner: NSManagedObject, _ constraint: [String],
    _ stored: NSManagedObject?
  ) {
    if loser !== stored, !loser.isInserted { return takeBack(constraint, of: loser) }
    if isByProperty {
      if loser === stored, winner.isInserted { fill(winner, from: loser) }
      pass(from: loser, to: winner)
    }
    graph.delete(loser)
  }

  /// Gives a changed object the values back that it had.
  private func takeBack(_ constraint: [String], of object: NSManagedObject) {
    if type == .rollbackMergePolicyType { return graph.refresh(object, mergeChanges: false) }
    for key in constraint {
      let slot = object.layout.slot(of: key)
      guard let former = object.extras?.committedValue(of: slot) else { continue }
      guard let relationship = object.layout.relationships[slot] else {
        object.change(slot, to: former)
        continue
      }
      let members = former.members.compactMap { object.shelf?.object(for: $0) }
      object.setMembers(members.filter { !$0.isDeleted }, of: relationship)
    }
  }

  /// Gives a new object the stored values of attributes that nobody has set.
  private func fill(_ object: NSManagedObject, from stored: NSManagedObject) {
    for (slot, column) in stored.layout.columns.enumerated()
    where stored.layout.relationships[slot] == nil && !column.isTransient {
      guard let own = object.layout.keys.slot(of: column.name),
        object.layout.types[own] == column.type,
        object.slotValue(own) == object.layout.defaults[own]
      else { continue }
      object.change(own, to: stored.slotValue(slot))
      object.extras?.decoded[own] = nil
    }
  }

  /// Lets what is related to one object be related to another.
  private func pass(from loser: NSManagedObject, to winner: NSManagedObject) {
    for relationship in loser.layout.allRelationships where relationship.hasInverse {
      guard let slot = winner.layout.keys.slot(of: relationship.name),
        let own = winner.layout.relationships[slot], own.hasInverse
      else { continue }
      for member in loser.targets(relationship.slot)
      where member !== loser && member !== winner && !member.isDeleted {
        guard own.accepts(member.layout), own.isToMany || winner.target(slot) == nil else {
          continue
        }
        loser.disconnect(relationship, member)
        winner.connect(own, member)
      }
    }
  }
}
