import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("A save refuses what could not be read again")
struct ChangeCheckTests {
  static let thing = SampleSchema.schema.tables[0]

  static func things(_ rows: Int...) -> [RecordReference] {
    rows.map { RecordReference(table: 0, row: $0) }
  }

  /// What is wrong with a value in a new record and in a changed one.
  func faults(
    _ column: String, _ value: Value, limits: StorageLimits = .standard
  ) throws -> [String] {
    let index = try #require(Self.thing.columnIndex(named: column))
    var values = Array(repeating: Value.null, count: Self.thing.columns.count)
    let empty = Generation(emptyFor: SampleSchema.schema)
    var insertion = ChangeSet(schema: SampleSchema.schema)
    insertion.tables[0].inserted = [InsertedRecord(row: 0, id: .number(1), values: values)]
    let before = try empty.applying(insertion)
    values[index] = value
    insertion.tables[0].inserted[0] = InsertedRecord(row: 0, id: .number(1), values: values)
    var update = ChangeSet(schema: SampleSchema.schema)
    update.tables[0].updated = [UpdatedRecord(row: 0, columns: [index], values: [value])]
    var faults: [String] = []
    for (generation, changes) in [(empty, insertion), (before, update)] {
      do throws(StoreError) {
        let after = try generation.applying(changes, limits: limits)
        let expected = Self.thing.columns[index].isTransient ? .null : value
        #expect(try after.tables[0].value(of: index, at: 0) == expected)
      } catch {
        #expect(error.reason == .unstorable)
        faults.append(error.description)
      }
    }
    return faults
  }

  @Test(
    "values of another type, out of range, or not finite",
    arguments: [
      ("aint16", .integer(32768), "is out of range: it holds -32768 to 32767"),
      ("aint32", .integer(-1 << 31 - 1), "is out of range"),
      ("aint16", .string("1"), "something else than type Integer 16"),
      ("aint64", .double(1), "something else than type Integer 64"),
      ("astring", .data(Data()), "something else than type String"),
      ("astring", .uri("x"), "something else than type String"),
      ("adata", .transformed(Data()), "something else than type Binary"),
      ("adouble", .date(1), "something else than type Double"),
      ("adouble", .double(.infinity), "is not a finite number"),
      ("afloat", .float(-.infinity), "is not a finite number"),
      ("adate", .date(.nan), "is not a finite number"),
      ("adecimal", .decimal(.nan), "is not a finite number"),
      ("outer", .boolean(true), "is no composite of 3 elements"),
      ("outer", .composite([.null]), "is no composite of 3 elements"),
      (
        "outer", .composite([.null, .composite([.null, .integer(1)]), .null]),
        "an element 'inner' that has an element 'text' that holds something else"
      ),
      ("parent", .references([]), "something else than type to-one"),
      (
        "parent", .reference(RecordReference(table: 1, row: 0)),
        "another entity than its destination"
      ),
      (
        "parent", .reference(RecordReference(table: 3, row: 0)),
        "another entity than its destination"
      ),
      ("parent", .reference(RecordReference(bits: .max)), "another entity than its destination"),
      (
        "children", .reference(RecordReference(table: 0, row: 0)),
        "something else than type to-many"
      ),
      ("children", .references(things(1, 0, 1)), "names a record twice"),
    ] as [(String, Value, String)])
  func refusals(column: String, value: Value, expected: String) throws {
    let faults = try faults(column, value)
    #expect(faults.count == 2)
    #expect(faults.allSatisfy { $0.contains(expected) }, "\(faults)")
    #expect(faults.first?.contains("'\(column)' of Thing 'Thing-1' ") == true)
  }

  @Test(
    "values at the borders are kept, and null is, everywhere",
    arguments: [
      ("aint16", .integer(-32768)), ("aint32", .integer(1 << 31 - 1)), ("aint64", .integer(.min)),
      ("adouble", .double(.greatestFiniteMagnitude)), ("afloat", .float(-0.0)),
      ("children", .references(things(2, 0, 1))), ("children", .references([])),
      ("outer", .composite([.null, .null, .null])), ("passing", .integer(1)),
    ] as [(String, Value)])
  func borders(column: String, value: Value) throws {
    #expect(try faults(column, value).isEmpty)
    #expect(try faults(column, .null).isEmpty)
  }

  @Test(
    "values that are too large, exactly from the limit on",
    arguments: [
      ("astring", .string("ééééé")), ("auri", .uri("0123456789")),
      ("adata", .data(Data(count: 10))), ("atransformable", .transformed(Data(count: 10))),
    ] as [(String, Value)])
  func sizes(column: String, value: Value) throws {
    #expect(try faults(column, value, limits: StorageLimits(value: 10)).isEmpty)
    let faults = try faults(column, value, limits: StorageLimits(value: 9))
    #expect(faults.count == 2)
    #expect(faults[0].contains("has 10 bytes; a store keeps at most 9 in one value"))
    let members = Value.references(Self.things(0, 1))
    #expect(try self.faults("children", members, limits: StorageLimits(value: 16)).isEmpty)
    #expect(try self.faults("children", members, limits: StorageLimits(value: 15)).count == 2)
  }

  @Test("a builder that a reader fills refuses too large values in the end")
  func builder() throws {
    for (limit, isRefused) in [(10, false), (9, true)] {
      let limits = StorageLimits(value: limit, payload: limit)
      let builder = TableBuilder(Self.thing, limits: limits)
      builder.beginRecord(.number(1))
      builder.append(
        .string("0123456789"), to: try #require(Self.thing.columnIndex(named: "astring")))
      builder.endRecord()
      do throws(StoreError) {
        #expect(try builder.finish().rowCount == 1)
        #expect(!isRefused)
      } catch {
        #expect(isRefused)
        #expect(error.reason == .unstorable)
        #expect(error.description.contains("at most 9 bytes in one"))
      }
    }
  }
}

@Suite("Groups of rows whose values grow")
struct GroupSplitTests {
  @Test("are cut in two, and hold the same", arguments: 1...4)
  func splitting(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    var twin = RecordTwin(SampleSchema.schema)
    var generation = Generation(emptyFor: SampleSchema.schema)
    let limits = StorageLimits(leaf: 3000)
    for round in 0..<10 {
      let changes = twin.randomChanges(
        &random, inserting: round < 2 ? 60 : 10, updating: 40, deleting: 5)
      generation = try generation.applying(changes, limits: limits)
      try twin.expectSame(generation)
    }
    let table = generation.tables[0]
    #expect(table.groups.count > 4)
    var next = 0
    for group in table.groups {
      #expect(group.firstRow == next)
      #expect(group.live.map { $0.size == group.rowCount } ?? true)
      next += group.rowCount
    }
    #expect(next == table.rowCount)
    twin.dropDeadReferences()
    try twin.expectSame(SimulatedFileSystem.store(generation).load().generation)
  }

  @Test("end at one row, however large its value")
  func singleRow() throws {
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(name: "T", index: 0, columns: [ColumnSchema(name: "text", type: .string)])
      ])
    var insertion = ChangeSet(schema: schema)
    insertion.tables[0].inserted = (0..<8).map {
      InsertedRecord(row: $0, id: .number(Int64($0 + 1)), values: [.string("\($0)")])
    }
    var update = ChangeSet(schema: schema)
    let long = Value.string(String(repeating: "x", count: 1000))
    update.tables[0].updated = [UpdatedRecord(row: 3, columns: [0], values: [long])]
    let table = try Generation(emptyFor: schema).applying(insertion)
      .applying(update, limits: StorageLimits(leaf: 100)).tables[0]
    #expect(table.groups.map(\.rowCount) == [2, 1, 1, 4])
    #expect(try table.value(of: 0, at: 3) == long)
    #expect(try table.value(of: 0, at: 4) == .string("4"))
  }
}
