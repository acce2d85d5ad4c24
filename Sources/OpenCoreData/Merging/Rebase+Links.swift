import DocumentStore

/// The relationships of changed objects, made again.
extension Rebase {
  /// First the to-one sides, which settle who belongs to whom; then what sets and lists gained and lost beside that;
  /// then the order of lists.
  func restoreLinks() {
    for entry in edited where !entry.isDeleted {
      forEachLink(of: entry) { if !$1.isToMany { setTarget(entry, $0, $1) } }
    }
    for links in newLinks { connect(links) }
    for entry in edited where !entry.isDeleted {
      forEachLink(of: entry) { if $1.isToMany { setMembers(entry, $0, $1) } }
    }
    for entry in edited where !entry.isDeleted {
      forEachLink(of: entry) { edit, relationship in
        if relationship.isOrdered { order(entry.object, edit.after.members, relationship) }
      }
    }
  }

  private func forEachLink(of entry: Edited, _ body: (Edit, RelationshipLayout) -> Void) {
    for edit in entry.edits {
      guard let relationship = entry.object.layout.relationships[edit.slot],
        !dropped.contains(Side(owner: entry.object.reference, slot: edit.slot))
      else { continue }
      body(edit, relationship)
    }
  }

  // MARK: One

  private func setTarget(_ entry: Edited, _ edit: Edit, _ relationship: RelationshipLayout) {
    let object = entry.object
    let wanted = edit.after.members.first
    guard relationship.hasInverse else { return overwrite(object, edit.after, relationship) }
    // That was taken out only because it was deleted, and stays.
    if wanted == nil, let old = edit.before.members.first, kept.contains(old) { return }
    if case .reference(let current) = object.slotValue(relationship.slot) {
      if current == wanted { return }
      if let current = object.shelf?.object(for: current) { freshen(current) }
    }
    guard let wanted else {
      if object.target(relationship.slot) != nil { object.setMembers([], of: relationship) }
      return
    }
    if let target = present(wanted, for: object), mayConnect(object, target, relationship) {
      join(object, target, relationship)
    }
  }

  /// Connects two objects, each of which may be stale, and so may whom they were connected to.
  private func join(
    _ object: NSManagedObject, _ other: NSManagedObject, _ relationship: RelationshipLayout
  ) {
    freshen(other)
    if object.joinStore(of: other) != nil {
      // A parent has put one of them into another store: neither names the other any more.
      part(object, other.reference, relationship)
      if let inverse = relationship.inverse(in: other.layout) {
        part(other, object.reference, inverse)
      }
      return
    }
    if let inverse = relationship.inverse(in: other.layout), !inverse.isToMany,
      let former = other.target(inverse.slot)
    {
      freshen(former)
    }
    object.connect(relationship, other)
  }

  /// Whether the other side has nothing against it: its own change of the relationship was not dropped.
  private func mayConnect(
    _ object: NSManagedObject, _ other: NSManagedObject, _ relationship: RelationshipLayout
  ) -> Bool {
    guard let inverse = relationship.inverse(in: other.layout) else { return true }
    let isOpen = inverse.isToMany && !relationship.isToMany
    return isOpen || !dropped.contains(Side(owner: other.reference, slot: inverse.slot))
  }

  /// The object of a member, unless it is gone.
  private func present(_ member: RecordReference, for object: NSManagedObject) -> NSManagedObject? {
    guard let other = object.shelf?.object(for: member) else { return nil }
    freshen(other)
    other.fireFault()
    return other.state.isDisjoint(with: [.missing, .unreachable]) ? other : nil
  }

  /// Lets an object without changes, which may be stale, be read again.
  private func freshen(_ object: NSManagedObject) {
    guard !object.isFault, !object.hasChanges, !object.state.contains(.missing),
      let store = object.shelf?.store, let generation = graph.generation(of: store),
      object.generation != generation.lowBits
    else { return }
    graph.reread(object)
  }

  // MARK: Stores

  /// Goes where a parent has put its new object by now, in another store than changes here have.
  ///
  /// What it is related to by these is not there. While the parent has it in no store, it stays.
  mutating func leave(_ former: Shelf, _ entry: Edited) {
    let object = entry.object
    if object.shelf === graph.unassigned {
      object.shelf = former
      return
    }
    for edit in entry.edits {
      guard let relationship = object.layout.relationships[edit.slot] else { continue }
      dropped.insert(Side(owner: object.reference, slot: edit.slot))
      for member in edit.after.members where member.isTemporary {
        guard let other = graph.newObject(member), other.isInserted,
          let inverse = relationship.inverse(in: other.layout)
        else { continue }
        part(other, object.reference, inverse)
      }
    }
  }

  // MARK: New objects

  private func connect(_ links: NewLinks) {
    let (object, relationship) = (links.object, links.relationship)
    guard object.shelf != nil, !object.isDeleted else { return }
    for member in links.members where !member.isTemporary {
      guard let other = present(member, for: object), mayConnect(object, other, relationship) else {
        part(object, member, relationship)
        continue
      }
      if let inverse = relationship.inverse(in: other.layout) {
        if object.names(other, in: relationship.slot), other.names(object, in: inverse.slot) {
          continue
        }
        // This side is as it was; it is emptied so that connecting does its whole work.
        part(object, member, relationship)
        join(object, other, relationship)
      }
    }
    if relationship.isOrdered { order(object, links.members, relationship) }
  }

  /// Removes a member from one side alone.
  private func part(
    _ object: NSManagedObject, _ member: RecordReference, _ relationship: RelationshipLayout
  ) {
    let slot = relationship.slot
    let members = object.memberReferences(slot)
    guard members.contains(member) else { return }
    object.noteChange(of: slot)
    object.forgetIndex(of: slot)
    object.write(
      relationship.isToMany ? .references(members.filter { $0 != member }) : .null, to: slot)
  }

  // MARK: Many

  private func setMembers(_ entry: Edited, _ edit: Edit, _ relationship: RelationshipLayout) {
    let object = entry.object
    guard relationship.hasInverse else {
      let now = object.slotValue(edit.slot)
      let value =
        entry.decision == .whole
        ? edit.after : edit.after.rebased(from: edit.before, onto: now, relationship)
      return overwrite(object, value, relationship)
    }
    let before = entry.decision == .whole ? object.slotValue(edit.slot) : edit.before
    let (old, new) = (Set(before.members), Set(edit.after.members))
    for member in edit.after.members where entry.isWhole || !old.contains(member) {
      guard !settlesItself(member, object, relationship, entry),
        let other = present(member, for: object), mayConnect(object, other, relationship),
        !object.names(other, in: relationship.slot)
      else { continue }
      join(object, other, relationship)
    }
    for member in before.members where !new.contains(member) && !kept.contains(member) {
      guard !settlesItself(member, object, relationship, entry),
        let other = object.shelf?.object(for: member), mayConnect(object, other, relationship),
        object.names(other, in: relationship.slot)
      else { continue }
      freshen(other)
      object.disconnect(relationship, other)
    }
  }

  /// Whether the member's own side, a to-one relationship that was changed here, has said where it belongs.
  private func settlesItself(
    _ member: RecordReference, _ object: NSManagedObject, _ relationship: RelationshipLayout,
    _ entry: Edited
  ) -> Bool {
    guard let other = object.shelf?.registered(member),
      let inverse = relationship.inverse(in: other.layout), !inverse.isToMany
    else { return false }
    if other.isInserted { return true }
    return changed.contains(Side(owner: member, slot: inverse.slot))
  }

  /// Puts the members of a list into the order that they had here; others follow.
  private func order(
    _ object: NSManagedObject, _ wanted: [RecordReference], _ relationship: RelationshipLayout
  ) {
    guard relationship.hasInverse else { return }
    let current = object.memberReferences(relationship.slot)
    let (present, known) = (Set(current), Set(wanted))
    let ordered = wanted.filter(present.contains) + current.filter { !known.contains($0) }
    if ordered == current { return }
    object.noteChange(of: relationship.slot)
    object.forgetIndex(of: relationship.slot)
    object.write(.references(ordered), to: relationship.slot)
  }

  private func overwrite(
    _ object: NSManagedObject, _ value: Value, _ relationship: RelationshipLayout
  ) {
    if object.slotValue(relationship.slot).holdsSame(as: value) { return }
    object.noteChange(of: relationship.slot)
    object.forgetIndex(of: relationship.slot)
    object.write(value, to: relationship.slot)
  }
}

extension Rebase.Edited {
  /// Whether the object becomes what it is here.
  var isWhole: Bool { decision == .whole }
}
