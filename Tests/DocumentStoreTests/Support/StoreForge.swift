@testable import DocumentStore

/// Puts together binary stores that no one could have saved, all their checksums right.
struct StoreForge {
  /// A table of one group of rows, and of patches.
  struct Table {
    var entity: String
    var rows = 3
    /// How many of the rows are in the group; nil for all of them. Without any there is no group.
    var groupRows: Int?
    var records = 3
    var highestNumber = 3
    var hasTextIDs = false
    var live: Bitmap?
    var ids = StoreForge.chunk(.int64) { for number in 1...3 { $0.append(integer: Int64(number)) } }
    var columns: [(name: String, type: String, chunk: [UInt8])] = []
    var patches: [TablePatch] = []
  }

  /// Two entities; `A` has an attribute and relationships to itself.
  static let schema: Schema = {
    var columns = [
      ColumnSchema(name: "text", type: .string), ColumnSchema(name: "one", type: .toOne),
      ColumnSchema(name: "many", type: .toMany),
    ]
    for index in 1...2 {
      columns[index].relationship = RelationshipSchema()
      columns[index].relationship?.destinationTables = [true, false]
    }
    return Schema(
      modelName: nil,
      tables: [
        TableSchema(name: "A", index: 0, columns: columns),
        TableSchema(name: "B", index: 1, columns: []),
      ])
  }()

  var a = Table(
    entity: "A",
    columns: [
      ("text", "String", chunk(.string) { for text in ["x", "y", "é"] { $0.append(text: text) } }),
      ("one", "To-One", chunk(.toOne) { for _ in 0..<3 { $0.appendNull() } }),
      ("many", "To-Many", chunk(.toMany) { for _ in 0..<3 { $0.appendNull() } }),
    ])
  var b = Table(entity: "B")
  var generation: UInt64 = 1
  /// May add to the entries of the first table, or replace them.
  var editTable: (inout [String: Int], inout PropertyListWriter) -> Void = { _, _ in }
  /// May add to the entries of the root, or replace them.
  var editRoot: (inout [String: Int], inout PropertyListWriter) -> Void = { _, _ in }
  /// May move objects.
  var editOffsets: (inout [Int]) -> Void = { _ in }

  /// The bytes of a chunk of some rows.
  static func chunk(_ type: ColumnType, _ fill: (ColumnBuilder) -> Void) -> [UInt8] {
    let builder = ColumnBuilder(type)
    fill(builder)
    return (try? unsafe builder.seal().withBytes { unsafe Array($0) }) ?? []
  }

  /// The whole file.
  func file() throws -> [UInt8] {
    var bytes = StoreEnding.header
    var offsets: [Int] = []
    var leaves: [[Int]] = [[], []]
    func place(_ contents: [UInt8], ofTable index: Int) {
      bytes += Array(repeating: 0, count: DataLeaf.gap(at: bytes.count))
      leaves[index].append(offsets.count)
      offsets.append(bytes.count)
      bytes += DataLeaf.header(byteCount: contents.count) + contents
    }
    for (index, table) in [a, b].enumerated() {
      for chunk in [table.ids] + table.columns.map(\.chunk) { place(chunk, ofTable: index) }
    }
    for (index, table) in [a, b].enumerated() { place(directory(of: table), ofTable: index) }
    for (index, table) in [a, b].enumerated() {
      for patch in table.patches { place(try patch.encoded(), ofTable: index) }
    }
    editOffsets(&offsets)
    var writer = PropertyListWriter(at: bytes.count)
    writer.number(leaves: offsets)
    let tables = zip([a, b], leaves).map { add($0, $1, to: &writer) }
    let seal = writer.reserveSeal()
    var root = [
      "format": writer.add("OpenCoreData"), "version": writer.add(StoreSeal.version),
      "metadata": try writer.add(.dictionary([:])), "tables": writer.add(tables), "seal": seal,
    ]
    editRoot(&root, &writer)
    let object = writer.add(root.map { (key: $0.key, object: $0.value) })
    _ = writer.finish(root: object, seal: seal, generation: generation, previousEnd: 0)
    return bytes + writer.bytes
  }

  private func directory(of table: Table) -> [UInt8] {
    var directory = TableDirectory()
    let rows = table.groupRows ?? table.rows
    if table.groupRows == 0 { return directory.bytes }
    directory.groups = [
      .init(
        rowCount: rows, hasTextIDs: table.hasTextIDs, live: table.live,
        leaves: ([table.ids] + table.columns.map(\.chunk)).map {
          .init(byteCount: $0.count, checksum: XXH64.hash($0))
        })
    ]
    return directory.bytes
  }

  private func add(
    _ table: Table, _ leaves: [Int], to writer: inout PropertyListWriter
  ) -> Int {
    var checksum: [UInt8] = []
    checksum.append(littleEndian: XXH64.hash(directory(of: table)))
    let columns = zip(table.columns, leaves.dropFirst()).map { column, leaf in
      writer.add([
        ("name", writer.add(column.name)), ("type", writer.add(column.type)), ("values", leaf),
      ])
    }
    var entries = [
      "entity": writer.add(table.entity), "rows": writer.add(table.rows),
      "records": writer.add(table.records), "highestNumber": writer.add(table.highestNumber),
      "columns": writer.add(columns), "ids": leaves[0],
      "directory": leaves[table.columns.count + 1], "directoryChecksum": writer.add(checksum),
    ]
    let patches = leaves.dropFirst(table.columns.count + 2)
    if !patches.isEmpty { entries["patches"] = writer.add(Array(patches)) }
    if table.entity == "A" { editTable(&entries, &writer) }
    return writer.add(entries.map { (key: $0.key, object: $0.value) })
  }

  /// What is thrown when the file is opened, read, searched, changed and saved; nil where nothing is. What was
  /// opened and saved must be readable again.
  func refusal() throws -> StoreError? {
    let files = SimulatedFileSystem(["s.plist": try file()])
    let format = BinaryFormat(file: files.stored("s.plist"), schema: Self.schema)
    do throws(StoreError) {
      let store = try RecordStore(schema: Self.schema, format: format)
      try store.current.touchEverything()
      for table in store.current.tables { _ = try table.rowsInIDOrder() }
      _ = try store.reference(forID: "A-1")
      _ = try RecordCheck.findings(in: store.current)
      let new = try store.reserve(table: 0, count: 1)
      var changes = ChangeSet(schema: Self.schema)
      for record in new {
        changes.tables[0].inserted.append(
          InsertedRecord(
            row: record.row, id: try store.id(of: record),
            values: [.string("new"), .reference(record), .references([record])]))
      }
      try store.save(changes)
    } catch {
      return error
    }
    let again = try RecordStore(schema: Self.schema, format: format)
    try again.current.touchEverything()
    _ = try again.reference(forID: "A-1")
    return nil
  }

  /// A copy with something changed.
  func changed(_ change: (inout StoreForge) -> Void) -> StoreForge {
    var copy = self
    change(&copy)
    return copy
  }
}
