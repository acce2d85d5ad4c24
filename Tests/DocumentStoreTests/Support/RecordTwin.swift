import Foundation
import Testing

@testable import DocumentStore

/// The records of a store as a plain dictionary: what tables must agree with.
struct RecordTwin {
  struct Record: Equatable {
    var id: RecordID
    var values: [Value]
  }

  let schema: Schema
  var records: [RecordReference: Record] = [:]
  /// How many rows each table has had so far, deleted and skipped ones included.
  var rowCounts: [Int]
  var nextNumbers: [Int64]
  private var textIDs = 0

  init(_ schema: Schema) {
    self.schema = schema
    rowCounts = schema.tables.map { _ in 0 }
    nextNumbers = schema.tables.map { _ in 1 }
  }

  /// Random insertions, updates and deletions; also made here.
  mutating func randomChanges(
    _ random: inout SeededRandom, inserting: Int, updating: Int, deleting: Int,
    choosingIDs: Bool = true
  ) -> ChangeSet {
    var changes = ChangeSet(schema: schema)
    let alive = records.keys.sorted().shuffled(using: &random)
    let gone = alive.prefix(deleting)
    for reference in gone {
      changes.tables[reference.table].deleted.append(reference.row)
      records[reference] = nil
    }
    insert(inserting, choosingIDs, &random, &changes)
    for reference in alive.dropFirst(gone.count).prefix(updating) {
      update(reference, &random, &changes)
    }
    return changes
  }

  private mutating func insert(
    _ count: Int, _ choosingIDs: Bool, _ random: inout SeededRandom, _ changes: inout ChangeSet
  ) {
    var new: [RecordReference] = []
    for _ in 0..<count {
      let table = random.chance(80) ? 0 : random.int(0...schema.tables.count - 1)
      if random.chance(3) { rowCounts[table] += random.int(1...3) }  // reserved and never saved
      new.append(RecordReference(table: table, row: rowCounts[table]))
      rowCounts[table] += 1
    }
    for reference in new.sorted() {
      let table = schema.tables[reference.table]
      let record = Record(
        id: newID(table, choosingIDs, &random),
        values: table.columns.map { random.value(of: $0, rowCounts: rowCounts) })
      records[reference] = record
      changes.tables[reference.table].inserted.append(
        InsertedRecord(row: reference.row, id: record.id, values: record.values))
    }
  }

  private mutating func newID(
    _ table: TableSchema, _ choosingIDs: Bool, _ random: inout SeededRandom
  ) -> RecordID {
    if choosingIDs, random.chance(5) {
      textIDs += 1
      return .text("chosen-é-\(textIDs)")
    }
    defer { nextNumbers[table.index] += 1 }
    return .number(nextNumbers[table.index])
  }

  private mutating func update(
    _ reference: RecordReference, _ random: inout SeededRandom, _ changes: inout ChangeSet
  ) {
    let table = schema.tables[reference.table]
    let columns = table.columns.indices.filter {
      !table.columns[$0].isTransient && random.chance(40)
    }
    let values = columns.map { random.value(of: table.columns[$0], rowCounts: rowCounts) }
    for (column, value) in zip(columns, values) { records[reference]?.values[column] = value }
    changes.tables[reference.table].updated.append(
      UpdatedRecord(row: reference.row, columns: columns, values: values))
  }

  /// Checks that a generation holds the same records with the same values.
  func expectSame(
    _ generation: Generation, droppingDeadReferences: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(generation.count == records.count, sourceLocation: sourceLocation)
    var different: [RecordReference] = []
    for table in generation.tables {
      for row in table.liveRows() {
        let reference = RecordReference(table: table.schema.index, row: row)
        var found = Record(
          id: RecordID(try table.id(of: row), in: table.schema.name),
          values: try table.values(of: row))
        var expected = records[reference]
        if droppingDeadReferences, let record = expected {
          found = Record(id: found.id, values: found.values.map(living))
          expected = Record(id: record.id, values: record.values.map(living))
        }
        if found != expected { different.append(reference) }
      }
    }
    #expect(different.isEmpty, sourceLocation: sourceLocation)
  }

  /// The same records in the rows that they have in a generation.
  func moved(to generation: Generation) throws -> RecordTwin {
    var places: [String: RecordReference] = [:]
    for table in generation.tables {
      for row in table.liveRows() {
        places[try table.id(of: row)] = RecordReference(table: table.schema.index, row: row)
      }
    }
    func place(_ reference: RecordReference) -> RecordReference? {
      records[reference].flatMap { places[$0.id.text(in: schema.tables[reference.table].name)] }
    }
    var moved = self
    moved.rowCounts = generation.tables.map(\.rowCount)
    moved.records = [:]
    for (reference, record) in records {
      let values = record.values.map { value -> Value in
        switch living(value) {
        case .reference(let member): place(member).map(Value.reference) ?? .null
        case .references(let members): .references(members.compactMap(place))
        case let value: value
        }
      }
      let place = try #require(place(reference))
      moved.records[place] = Record(id: record.id, values: values)
    }
    return moved
  }

  /// Forgets the references to records that are gone, as a file does.
  mutating func dropDeadReferences() {
    for (reference, record) in records {
      records[reference] = Record(id: record.id, values: record.values.map(living))
    }
  }

  private func living(_ value: Value) -> Value {
    switch value {
    case .reference(let reference): records[reference] == nil ? .null : value
    case .references(let all): .references(all.filter { records[$0] != nil })
    default: value
    }
  }

  /// A generation and its twin, after some rounds of random changes.
  static func random(
    seed: UInt64, records: Int, rounds: Int = 3, schema: Schema = SampleSchema.schema,
    choosingIDs: Bool = true
  ) throws -> (twin: RecordTwin, generation: Generation) {
    var random = SeededRandom(seed)
    var twin = RecordTwin(schema)
    var generation = Generation(emptyFor: schema)
    for _ in 0..<rounds {
      let changes = twin.randomChanges(
        &random, inserting: records / rounds, updating: records / 10, deleting: records / 20,
        choosingIDs: choosingIDs)
      generation = try generation.applying(changes)
    }
    return (twin, generation)
  }
}

extension Generation {
  /// Reads every chunk and every value.
  func touchEverything() throws(StoreError) {
    for table in tables {
      for group in table.groups {
        for chunk in [group.ids] + group.leaves { _ = try unsafe chunk.bytes() }
      }
      for row in 0..<table.rowCount { _ = try table.values(of: row) }
      for row in table.liveRows() { _ = try table.id(of: row) }
    }
  }
}
