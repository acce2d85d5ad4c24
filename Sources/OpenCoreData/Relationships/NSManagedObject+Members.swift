import DocumentStore

/// One side of relationships: the list in one object's slot. The other side is the business of
/// NSManagedObject+Links.swift.
extension NSManagedObject {
  /// The records that a relationship names.
  final func memberReferences(_ slot: Int) -> [RecordReference] {
    closeHoles(slot)
    return slotValue(slot).members
  }

  /// How many records a relationship names.
  final func memberCount(_ slot: Int) -> Int {
    slotValue(slot).members.count - (extras?.memberIndices[slot]?.holeCount ?? 0)
  }

  /// The object of a to-one relationship.
  final func target(_ slot: Int) -> NSManagedObject? {
    guard case .reference(let reference) = slotValue(slot) else { return nil }
    return shelf?.object(for: reference)
  }

  /// The objects of a relationship, in order.
  final func targets(_ slot: Int) -> [NSManagedObject] {
    guard let shelf else { return [] }
    let members = memberReferences(slot)
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(members.count)
    for member in members {
      if let object = shelf.object(for: member) { objects.append(object) }
    }
    return objects
  }

  /// Whether a relationship names an object.
  final func names(_ other: NSManagedObject, in slot: Int) -> Bool {
    names(other.reference, in: slot)
  }

  /// Whether a relationship names a record.
  final func names(_ reference: RecordReference, in slot: Int) -> Bool {
    if unsafe slots == nil { fillSlots() }
    guard let slots = unsafe slots else { return false }
    // Compared by bits: their equality is a call into another module.
    switch unsafe slots[slot] {
    case .reference(let member): return member.bits == reference.bits
    case .references(let members):
      if let index = index(of: slot, members) { return index.position(of: reference.bits) != nil }
      return members.contains { $0.bits == reference.bits }
    default: return false
    }
  }

  /// Adds a member to this side alone, unless it is one already.
  final func link(_ other: NSManagedObject, _ relationship: RelationshipLayout) {
    let slot = relationship.slot
    if relationship.isToMany, names(other, in: slot), !catchUp(slot, without: other) {
      return noteChange(of: slot)
    }
    add(other, relationship)
  }

  /// Adds what is no member yet to this side alone, at a position or at the end.
  final func add(
    _ other: NSManagedObject, _ relationship: RelationshipLayout, at position: Int? = nil
  ) {
    let slot = relationship.slot
    guard relationship.isToMany else {
      noteChange(of: slot)
      return write(.reference(other.reference), to: slot)
    }
    guard let position, position < memberCount(slot) else {
      return append(other.reference, slot)
    }
    noteChange(of: slot)
    closeHoles(slot)
    var members = takeMembers(slot)
    members.insert(other.reference, at: position)
    forgetIndex(of: slot)
    write(.references(members), to: slot)
  }

  /// Adds what is no member yet at the end of this side's list.
  final func append(_ member: RecordReference, _ slot: Int) {
    noteChange(of: slot, by: .add(member))
    var members = takeMembers(slot)
    extras?.memberIndices[slot]?.note(member.bits, at: members.count)
    members.append(member)
    write(.references(members), to: slot)
  }

  /// Removes a member from this side alone.
  final func unlink(_ other: NSManagedObject, _ relationship: RelationshipLayout) {
    let slot = relationship.slot
    // What somebody else has deleted names nobody any more.
    if state.contains(.missing) { return }
    guard names(other, in: slot) || catchUp(slot, naming: other) else { return }
    if relationship.isToMany { return remove(other.reference, relationship) }
    noteChange(of: slot)
    write(.null, to: slot)
  }

  /// Removes a member from this side's list.
  final func remove(_ member: RecordReference, _ relationship: RelationshipLayout) {
    let slot = relationship.slot
    if relationship.isOrdered {
      // To come back where it was.
      noteChange(of: slot)
    } else {
      noteChange(of: slot, by: .remove(member))
    }
    var members = takeMembers(slot)
    if let index = extras?.memberIndices[slot], let position = index.position(of: member.bits) {
      index.forget(member.bits)
      leaveHole(at: position, &members, index, slot)
    } else {
      members.removeAll { $0 == member }
    }
    write(.references(members), to: slot)
  }

  private func leaveHole(
    at position: Int, _ members: inout [RecordReference], _ index: MemberIndex, _ slot: Int
  ) {
    if position == members.count - 1 {
      members.removeLast()
      return
    }
    members[position] = MemberIndex.hole
    index.holeCount += 1
    if index.holeCount * 2 > members.count {
      members.removeAll { $0 == MemberIndex.hole }
      forgetIndex(of: slot)
    }
  }

  /// Takes up what somebody else did to a relationship of a stale object, where it names another by now.
  ///
  /// Of two objects that were read at different moments one may know of their relationship, and the other not.
  @inline(never)
  private func catchUp(_ slot: Int, naming other: NSManagedObject) -> Bool {
    guard let now = newerValue(of: slot), now.members.contains(other.reference) else {
      return false
    }
    takeUp(now, slot)
    return names(other, in: slot)
  }

  /// Takes up what somebody else did to a list of a stale object, where it names another no more; false where it
  /// names it by what was done here.
  @inline(never)
  private func catchUp(_ slot: Int, without other: NSManagedObject) -> Bool {
    guard let now = newerValue(of: slot), !now.members.contains(other.reference),
      extras?.committedValue(of: slot)?.members.contains(other.reference) ?? true
    else { return false }
    takeUp(now, slot)
    return !names(other, in: slot)
  }

  /// Takes up what somebody else did to a slot of a stale object that is not changed here, where a child has seen it:
  /// what the child made of it would be taken for no change, or for none of a member that this list does not name.
  final func catchUp(_ slot: Int, seenAs seen: Value) {
    guard extras?.committedValue(of: slot) == nil, let now = newerValue(of: slot),
      layout.commutes(slot) || now.holdsSame(as: seen), !now.holdsSame(as: slotValue(slot))
    else { return }
    takeUp(now, slot)
  }

  /// Puts what was changed here on top of what the store has in a slot by now.
  private func takeUp(_ now: Value, _ slot: Int) {
    settle()
    announceChange(of: slot)
    let edited = slotValue(slot)
    var value = now
    if let index = extras?.committed.position(of: slot), let before = extras?.committed[index].value
    {
      extras?.committed[index].value = now
      value = edited.rebased(from: before, onto: now, layout.relationships[slot])
    }
    forgetIndex(of: slot)
    write(value, to: slot)
  }

  /// What the store has in a slot, where the object was read from another generation.
  final func newerValue(of slot: Int) -> Value? {
    guard !reference.isTemporary, state.isDisjoint(with: [.missing, .unreachable]), let shelf,
      let store = shelf.store, let newest = shelf.graph.generation(of: store),
      generation != newest.lowBits, newest.contains(reference)
    else { return nil }
    return try? newest.tables[reference.table].value(of: slot, at: reference.row)
  }

  /// Puts the members of this side into another order.
  final func reorder(_ slot: Int, to members: [NSManagedObject]) {
    noteChange(of: slot)
    forgetIndex(of: slot)
    write(.references(members.map(\.reference)), to: slot)
  }

  /// Closes the holes of all lists, so that slots can be read as they are.
  final func settle() {
    guard let extras, !extras.memberIndices.isEmpty else { return }
    for slot in extras.memberIndices.keys { closeHoles(slot) }
  }

  final func closeHoles(_ slot: Int) {
    guard let index = extras?.memberIndices[slot], index.holeCount > 0 else { return }
    var members = takeMembers(slot)
    members.removeAll { $0 == MemberIndex.hole }
    forgetIndex(of: slot)
    write(.references(members), to: slot)
  }

  final func forgetIndex(of slot: Int) {
    extras?.memberIndices[slot] = nil
  }

  /// The index of a list that is long enough for one.
  private func index(of slot: Int, _ members: [RecordReference]) -> MemberIndex? {
    if members.count < MemberIndex.threshold { return nil }
    if let known = extras?.memberIndices[slot] { return known }
    let fresh = MemberIndex(members)
    ownExtras.memberIndices[slot] = fresh
    return fresh
  }

  /// The list of a slot, taken out to be changed in place.
  private func takeMembers(_ slot: Int) -> [RecordReference] {
    guard case .references(let members) = take(slot) else { return [] }
    return members
  }
}
