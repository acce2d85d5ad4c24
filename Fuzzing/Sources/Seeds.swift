import DocumentStore
import Foundation
import ManagedModel

/// Writes the seeds that nobody can write by hand: small binary stores, whole, grown and torn, and files as Apple's
/// Core Data has them.
enum Seeds {
  static func write(to seeds: String) throws {
    let folder = seeds + "/binary"
    for (name, schema) in [("FaveFlicks", Schemas.films), ("Everything", Schemas.museum)] {
      let document = StoredFile(
        path: FuzzSettings.project.appendingPathComponent("SampleData/\(name).xml").path)
      let contents = try XMLFormat(file: document, schema: schema).load()
      let path = "\(folder)/\(name).plist"
      let file = StoredFile(path: path)
      try BinaryFormat.write(
        contents.generation, metadata: ["a": .array([.integer(1), .string("é")])], to: file,
        expecting: file.stamp())
      try writeApples(contents.generation, name, seeds)
      if name == "Everything" { continue }
      let store = try RecordStore(
        schema: schema, format: BinaryFormat(file: file, schema: schema))
      for step in 1...2 {
        try grow(store, step)
        try copy(path, to: "\(folder)/\(name)-grown-\(step).plist", dropping: 0)
      }
      try copy(path, to: "\(folder)/\(name)-torn.plist", dropping: 40)
      try BinaryFormat.write(
        contents.generation, metadata: [:], to: file, expecting: file.stamp())
    }
    let empty = StoredFile(path: "\(folder)/empty.plist")
    try BinaryFormat.write(
      Generation(emptyFor: Schemas.films), metadata: [:], to: empty, expecting: empty.stamp())
  }

  private static func writeApples(
    _ generation: Generation, _ name: String, _ seeds: String
  ) throws {
    let document = StoredFile(path: "\(seeds)/apple-document/\(name).xml")
    let binary = StoredFile(path: "\(seeds)/apple-binary/\(name).store")
    do throws(StoreError) {
      try AppleXMLFormat.write(
        generation, metadata: [:], to: document, expecting: document.stamp())
      try AppleBinaryFormat.write(
        generation, metadata: [:], to: binary, expecting: binary.stamp())
    } catch {
      // Apple's stores cannot keep everything that ours can.
      guard error.reason == .unstorable || error.reason == .incompatibleModel else { throw error }
    }
  }

  private static func grow(_ store: RecordStore, _ step: Int) throws {
    var changes = ChangeSet(schema: store.schema)
    for table in store.schema.tables {
      guard let column = table.columns.firstIndex(where: { $0.type == .string }) else { continue }
      let rows = store.current.tables[table.index].liveRows()
      for row in rows.prefix(step) {
        changes.tables[table.index].updated.append(
          UpdatedRecord(row: row, columns: [column], values: [.string("step \(step)")]))
      }
      let new = try store.reserve(table: table.index, count: 1)[0]
      changes.tables[table.index].inserted.append(
        InsertedRecord(
          row: new.row, id: try store.id(of: new), values: table.columns.map(\.valueOfNew)))
    }
    try store.save(changes)
  }

  private static func copy(_ path: String, to other: String, dropping count: Int) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.dropLast(count).write(to: URL(fileURLWithPath: other))
  }
}

extension ColumnSchema {
  /// What a new record has: the default or, where a value is required and there is none, some value.
  var valueOfNew: Value {
    guard defaultValue.isNull, !isOptional, !isTransient, !isDerived else { return defaultValue }
    switch type {
    case .string: return .string("new")
    case .uri: return .uri("a:b")
    case .boolean: return .boolean(true)
    case .int16, .int32, .int64: return .integer(1)
    case .float: return .float(1)
    case .double: return .double(1)
    case .decimal: return .decimal(1)
    case .date: return .date(0)
    case .data: return .data(Data([1]))
    case .uuid: return .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    case .composite: return .composite(elements.map(\.valueOfNew))
    case .transformable, .toOne, .toMany: return .null
    }
  }
}
