import DocumentStore
import Foundation
import Predicates

extension NSManagedObject {
  /// The properties that differ from what was last read or saved, with their new values; of a new object,
  /// those that differ from their defaults.
  public func changedValues() -> [String: Any] {
    var values: [String: Any] = [:]
    for slot in changedSlots() {
      values[layout.columns[slot].name] = value(at: slot) ?? NSNull()
    }
    return values
  }

  /// The values that properties had when they were last read or saved; `NSNull` stands for nil, and no keys
  /// for all properties.
  public func committedValues(forKeys keys: [String]?) -> [String: Any] {
    if state.contains(.inserted) { return [:] }
    var values: [String: Any] = [:]
    for key in keys ?? layout.columns.map(\.name) {
      let slot = layout.slot(of: key)
      let before = extras?.committedValue(of: slot)
      values[key] = before.map { program($0, slot) } ?? value(at: slot) ?? NSNull()
    }
    return values
  }

  /// The values that the properties changed in the current event had when it began.
  public func changedValuesForCurrentEvent() -> [String: Any] {
    guard let extras else { return [:] }
    var starts: [Int: Value] = [:]
    for old in extras.eventStart { starts[old.slot] = former(old) }
    for old in extras.announced where starts[old.slot] == nil { starts[old.slot] = former(old) }
    var values: [String: Any] = [:]
    for (slot, value) in starts {
      values[layout.columns[slot].name] = program(value, slot) ?? NSNull()
    }
    return values
  }

  /// Whether a change is to be saved: not those of transient properties, and not those that were taken back.
  public var hasPersistentChangedValues: Bool {
    changedSlots().contains { !layout.columns[$0].isTransient }
  }

  /// The slots that hold something else than what was last read or saved.
  final func changedSlots() -> [Int] {
    settle()
    if state.contains(.inserted) {
      return layout.types.indices.filter { !slotValue($0).holdsSame(as: layout.defaults[$0]) }
    }
    guard let extras else { return [] }
    return extras.committed.filter { !slotValue($0.slot).holdsSame(as: $0.value) }.map(\.slot)
      .sorted()
  }

  /// A slot's former value in the form that programs get.
  private func program(_ value: Value, _ slot: Int) -> Any? {
    guard let relationship = layout.relationships[slot] else {
      return value.program(as: layout.columns[slot], layout.types[slot])
    }
    let objects = value.members.compactMap { shelf?.object(for: $0) }
    if !relationship.isToMany { return objects.first }
    return relationship.isOrdered ? NSOrderedSet(array: objects) : Set(objects)
  }

  /// Called before a slot changes: remembers what it holds, and that the object is not as it was.
  @inline(__always)
  final func noteChange(of slot: Int) {
    if state.contains(.observed) { announceChange(of: slot) }
    // Of an object that was inserted in this event everything is known already.
    if state.contains(.fresh) { return }
    noteFirstChange(of: slot)
  }

  /// Called before a list of members changes by one.
  final func noteChange(of slot: Int, by edit: ListEdit) {
    if state.contains(.observed) { announceChange(of: slot) }
    if state.contains(.fresh) { return }
    noteFirstChange(of: slot, by: edit)
  }

  @inline(never)
  private func noteFirstChange(of slot: Int, by edit: ListEdit? = nil) {
    if unsafe slots == nil { fillSlots() }
    guard let graph = shelf?.graph else { return }
    if !state.contains(.inserted), extras?.committed.position(of: slot) == nil {
      closeHoles(slot)
      ownExtras.committed.append(formerValue(of: slot))
    }
    if !state.contains(.eventInserted) || state.contains(.revived) {
      noteEventStart(of: slot, by: edit)
    }
    graph.noteUpdate(of: self)
  }

  /// Remembers what a slot held when the event began: of a long list that changes by few members, those alone.
  private func noteEventStart(of slot: Int, by edit: ListEdit?) {
    let extras = ownExtras
    guard let place = extras.eventStart.position(of: slot) else {
      if let edit, slotValue(slot).members.count >= MemberIndex.threshold {
        return extras.eventStart.append(
          SlotValue(slot: slot, value: .null, edits: ListEdits(edit)))
      }
      closeHoles(slot)
      return extras.eventStart.append(formerValue(of: slot))
    }
    guard extras.eventStart[place].edits != nil else { return }
    if let edit, extras.eventStart[place].edits?.take(edit) == true { return }
    let value = former(extras.eventStart[place])
    extras.eventStart[place] = SlotValue(slot: slot, value: value)
  }

  /// What a slot held before it was changed as noted.
  final func former(_ old: SlotValue) -> Value {
    guard let edits = old.edits else { return old.value }
    return .references(edits.takenBack(from: memberReferences(old.slot)))
  }

  /// What a slot holds, to be put back one day.
  private func formerValue(of slot: Int) -> SlotValue {
    let isKept = layout.types[slot] == .transformable && layout.columns[slot].isTransient
    return SlotValue(
      slot: slot, value: slotValue(slot), kept: isKept ? extras?.decoded[slot] : nil)
  }
}

extension Value {
  /// Whether two values of a slot mean the same: a relationship without members may be null or empty.
  func holdsSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.null, .references(let members)), (.references(let members), .null): members.isEmpty
    default: self == other
    }
  }
}
