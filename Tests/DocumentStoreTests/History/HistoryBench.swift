import Foundation

@testable import DocumentStore

/// A store with a history in files that can fail, and the edits that tests make.
struct HistoryBench {
  /// The formats that have files.
  enum Kind: String, CaseIterable, Sendable {
    case xml = "s.xml"
    case binary = "s.plist"
  }

  static let schema: Schema = {
    var title = ColumnSchema(name: "title", type: .string)
    title.isKeptInHistory = true
    var made = ColumnSchema(name: "made", type: .date)
    made.isKeptInHistory = true
    return Schema(
      modelName: "M",
      tables: [
        TableSchema(
          name: "Movie", index: 0, columns: [title, ColumnSchema(name: "year", type: .int64), made]),
        TableSchema(
          name: "Director", index: 1, columns: [ColumnSchema(name: "name", type: .string)]),
      ])
  }()

  let kind: Kind
  let files: SimulatedFileSystem

  init(_ kind: Kind, _ files: SimulatedFileSystem = SimulatedFileSystem()) {
    self.kind = kind
    self.files = files
  }

  var historyName: String { kind.rawValue + "-history" }
  var document: [UInt8]? { files[kind.rawValue] }
  var history: String? { files[historyName].map { String(decoding: $0, as: UTF8.self) } }
  var lines: [String] { history?.split(separator: "\n").map(String.init) ?? [] }

  func format() -> any StoreFormat {
    let file = files.stored(kind.rawValue)
    return kind == .xml
      ? XMLFormat(file: file, schema: Self.schema) : BinaryFormat(file: file, schema: Self.schema)
  }

  func open(tracking: Bool? = true) throws(StoreError) -> RecordStore {
    try RecordStore(schema: Self.schema, format: format(), tracking: tracking)
  }

  /// A copy of the files as they are, or with some of them replaced.
  func copy(_ changes: [String: [UInt8]?] = [:]) -> HistoryBench {
    var contents: [String: [UInt8]] = [:]
    for name in files.names { contents[name] = files[name] }
    for (name, bytes) in changes { contents[name] = bytes }
    return HistoryBench(kind, SimulatedFileSystem(contents))
  }
}

extension RecordStore {
  /// Saves a new movie, and tells which.
  @discardableResult
  func addMovie(_ title: String, by author: String? = nil) throws(StoreError) -> RecordReference {
    let reference = try reserve(table: 0, count: 1)[0]
    var changes = ChangeSet(schema: schema)
    changes.tables[0].inserted.append(
      InsertedRecord(
        row: reference.row, id: try id(of: reference), values: [.string(title), .null, .null]))
    try save(changes, by: HistorySignature(author: author, process: "tests"))
    return reference
  }

  /// Saves another year of a movie.
  func setYear(_ year: Int64, of movie: RecordReference) throws(StoreError) {
    var changes = ChangeSet(schema: schema)
    changes.tables[0].updated.append(
      UpdatedRecord(row: movie.row, columns: [1], values: [.integer(year)]))
    try save(changes)
  }

  func delete(_ movie: RecordReference) throws(StoreError) {
    var changes = ChangeSet(schema: schema)
    changes.tables[0].deleted.append(movie.row)
    try save(changes)
  }

  /// The titles of all movies.
  var titles: Set<String> {
    get throws(StoreError) {
      var titles: Set<String> = []
      for row in current.tables[0].liveRows() {
        if case .string(let title) = try current.tables[0].value(of: 0, at: row) {
          titles.insert(title)
        }
      }
      return titles
    }
  }

  /// How many movies the history from its beginning on makes.
  var countByHistory: Int {
    get throws(StoreError) {
      try transactions(after: .beginning).flatMap(\.changes).reduce(0) { count, change in
        count + (change.kind == .insert ? 1 : change.kind == .delete ? -1 : 0)
      }
    }
  }

  var numbers: [Int64] {
    get throws(StoreError) { try transactions(after: .beginning).map(\.point.number) }
  }
}
