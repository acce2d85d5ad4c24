import DocumentStore
import Foundation

/// Changes of a store's records that are being put together, with both sides of every relationship.
final class RecordEdits {
  let store: NSPersistentStore
  /// What the store has.
  let generation: Generation
  /// Changed values of records that were there, by column.
  private(set) var updated: [RecordReference: [Int: Value]] = [:]
  /// New records in order, and their values.
  private(set) var inserted: [RecordReference] = []
  private var newValues: [RecordReference: [Value]] = [:]
  /// Records that go.
  private(set) var deleted: Set<RecordReference> = []
  /// Members that come and go, by side: written into the lists at the end, since lists can be long.
  private var members: [Side: MemberEdits] = [:]

  struct Side: Hashable {
    let owner: RecordReference
    let column: Int
  }

  private struct MemberEdits {
    private var removed: Set<RecordReference> = []
    /// Numbers that grow in the order of adding.
    private var added: [RecordReference: Int] = [:]
    private var nextNumber = 0

    mutating func add(_ member: RecordReference) {
      if added[member] != nil { return }
      added[member] = nextNumber
      nextNumber += 1
    }

    mutating func remove(_ member: RecordReference) {
      if added.removeValue(forKey: member) == nil { removed.insert(member) }
    }

    func applied(to list: [RecordReference]) -> [RecordReference] {
      (removed.isEmpty ? list : list.filter { !removed.contains($0) })
        + added.sorted { $0.value < $1.value }.map(\.key)
    }
  }

  init(_ store: NSPersistentStore) {
    self.store = store
    generation = store.records.current
  }

  func layout(of reference: RecordReference) throws -> ObjectLayout {
    if let layout = store.layout(ofTable: reference.table) { return layout }
    throw CocoaError(.coreData, saying: "\(store.place) has no table \(reference.table)")
  }

  // MARK: Values

  /// What a column holds, edits included.
  func value(_ column: Int, of record: RecordReference) throws -> Value {
    let base = try baseValue(column, of: record)
    guard let edits = members[Side(owner: record, column: column)] else { return base }
    return .references(edits.applied(to: base.members))
  }

  private func baseValue(_ column: Int, of record: RecordReference) throws -> Value {
    if let new = newValues[record] { return new[column] }
    if let changed = updated[record]?[column] { return changed }
    return try storedValue(column, of: record)
  }

  /// What the store has in a column.
  func storedValue(_ column: Int, of record: RecordReference) throws -> Value {
    do throws(StoreError) {
      return try generation.tables[record.table].value(of: column, at: record.row)
    } catch {
      throw CocoaError(error, at: store.url, doing: .reading)
    }
  }

  /// Overwrites a column and nothing else.
  func write(_ value: Value, to column: Int, of record: RecordReference) {
    members[Side(owner: record, column: column)] = nil
    if newValues[record] != nil {
      newValues[record]?[column] = value
    } else {
      updated[record, default: [:]][column] = value
    }
  }

  // MARK: Records

  /// Adds records with the default values of their entity.
  func insert(_ layout: ObjectLayout, table: Int, count: Int) throws -> [RecordReference] {
    do throws(StoreError) {
      let places = try store.records.reserve(table: table, count: count)
      inserted += places
      for place in places { newValues[place] = layout.defaults }
      return places
    } catch {
      throw CocoaError(error, at: store.url, doing: .writing)
    }
  }

  /// Whether a record is new.
  func isNew(_ record: RecordReference) -> Bool { newValues[record] != nil }

  /// Deletes records and, by the rules of their relationships, what depends on them; tells which Deny rules
  /// stand against it.
  func delete(_ records: [RecordReference]) throws {
    var waiting = Array(records.reversed())
    var denying: [(record: RecordReference, relationship: RelationshipLayout)] = []
    while let record = waiting.popLast() {
      guard generation.contains(record), deleted.insert(record).inserted else { continue }
      for relationship in try layout(of: record).allRelationships {
        let targets = try value(relationship.slot, of: record).members
        switch relationship.deleteRule {
        case .noActionDeleteRule: continue
        case .denyDeleteRule:
          if !targets.isEmpty { denying.append((record, relationship)) }
          continue
        case .cascadeDeleteRule: waiting += targets.reversed()
        case .nullifyDeleteRule: break
        }
        for target in targets where target != record && !deleted.contains(target) {
          try unlink(record, from: target, relationship)
        }
      }
    }
    try checkDenials(denying)
  }

  private func checkDenials(
    _ denying: [(record: RecordReference, relationship: RelationshipLayout)]
  ) throws {
    var problems: [any Error] = []
    for (record, relationship) in denying where problems.count < RecordEdits.problemLimit {
      let left = try value(relationship.slot, of: record).members.filter { !deleted.contains($0) }
      if !left.isEmpty {
        problems.append(
          try CocoaError.denied(label(of: record), relationship.name, left.count))
      }
    }
    if let error = CocoaError.combined(problems) { throw error }
  }

  // MARK: Links

  /// Sets a relationship and keeps the other sides right.
  func setMembers(
    _ wanted: [RecordReference], of relationship: RelationshipLayout, _ record: RecordReference
  ) throws {
    let old = try value(relationship.slot, of: record).members
    if old == wanted { return }
    let (before, after) = (Set(old), Set(wanted))
    for member in old where !after.contains(member) {
      try unlink(record, from: member, relationship)
    }
    for member in wanted where !before.contains(member) {
      try link(record, to: member, relationship)
    }
    write(
      relationship.isToMany
        ? .references(wanted) : wanted.first.map(Value.reference) ?? .null,
      to: relationship.slot, of: record)
  }

  private func inverse(
    of relationship: RelationshipLayout, in member: RecordReference
  ) throws -> RelationshipLayout? {
    relationship.inverse(in: try layout(of: member))
  }

  /// Takes a record out of the other side of one of its relationships.
  private func unlink(
    _ record: RecordReference, from member: RecordReference, _ relationship: RelationshipLayout
  ) throws {
    guard let inverse = try inverse(of: relationship, in: member) else { return }
    try remove(record, from: inverse, of: member)
  }

  private func remove(
    _ member: RecordReference, from relationship: RelationshipLayout, of owner: RecordReference
  ) throws {
    if relationship.isToMany {
      members[Side(owner: owner, column: relationship.slot), default: MemberEdits()].remove(member)
    } else if try value(relationship.slot, of: owner).members == [member] {
      write(.null, to: relationship.slot, of: owner)
    }
  }

  /// Puts a record into the other side of one of its relationships, away from whoever had that.
  private func link(
    _ record: RecordReference, to member: RecordReference, _ relationship: RelationshipLayout
  ) throws {
    guard let inverse = try inverse(of: relationship, in: member) else { return }
    if inverse.isToMany {
      members[Side(owner: member, column: inverse.slot), default: MemberEdits()].add(record)
      return
    }
    if let owner = try value(inverse.slot, of: member).members.first, owner != record,
      let back = try self.inverse(of: inverse, in: owner)
    {
      try remove(member, from: back, of: owner)
    }
    write(.reference(record), to: inverse.slot, of: member)
  }

  // MARK: The end

  /// Writes members that came and went into their lists.
  func settle() throws {
    for side in Array(members.keys) where !deleted.contains(side.owner) {
      let value = try value(side.column, of: side.owner)
      write(value, to: side.column, of: side.owner)
    }
    members = [:]
    for record in deleted { updated[record] = nil }
  }

  /// The changes as a store takes them; after ``settle()``.
  func changes() throws -> ChangeSet {
    var changes = ChangeSet(schema: store.records.schema)
    let ids: [RecordID]
    do throws(StoreError) {
      ids = try store.records.ids(of: inserted)
    } catch {
      throw CocoaError(error, at: store.url, doing: .writing)
    }
    for (record, id) in zip(inserted, ids) {
      changes.tables[record.table].inserted.append(
        InsertedRecord(row: record.row, id: id, values: newValues[record] ?? []))
    }
    for (record, columns) in updated {
      let changed = try columns.filter { try $0.value != storedValue($0.key, of: record) }
      if changed.isEmpty { continue }
      let order = changed.keys.sorted()
      changes.tables[record.table].updated.append(
        UpdatedRecord(
          row: record.row, columns: order, values: order.map { changed[$0] ?? .null }))
    }
    for record in deleted { changes.tables[record.table].deleted.append(record.row) }
    return changes
  }
}
