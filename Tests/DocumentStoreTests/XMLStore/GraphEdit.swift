import Foundation
import Testing

@testable import DocumentStore

/// Edits records the plain way, both sides of relationships kept, and makes a change set of the
/// difference.
struct GraphEdit {
  let store: RecordStore
  let schema: Schema
  private let before: Generation
  private(set) var records: [RecordReference: [Value]] = [:]
  private var original: [RecordReference: [Value]] = [:]

  init(_ store: RecordStore) throws {
    self.store = store
    schema = store.schema
    before = store.current
    for table in before.tables {
      for row in table.liveRows() {
        let reference = RecordReference(table: table.schema.index, row: row)
        original[reference] = try table.values(of: row)
      }
    }
    records = original
  }

  /// The record with an id.
  func record(_ id: String) throws -> RecordReference {
    try #require(try store.reference(forID: id))
  }

  func column(_ name: String, of reference: RecordReference) throws -> Int {
    try #require(schema.tables[reference.table].columnIndex(named: name))
  }

  mutating func set(_ id: String, _ property: String, _ value: Value) throws {
    let reference = try record(id)
    set(reference, try column(property, of: reference), value)
  }

  mutating func set(_ id: String, _ property: String, to ids: [String]) throws {
    let reference = try record(id)
    let column = try column(property, of: reference)
    try setMembers(reference, column, ids.map(record))
  }

  mutating func set(_ reference: RecordReference, _ column: Int, _ value: Value) {
    records[reference]?[column] = value
  }

  func members(_ reference: RecordReference, _ column: Int) -> [RecordReference] {
    records[reference]?[column].members ?? []
  }

  /// Gives a relationship other members, and the objects concerned the right other side.
  mutating func setMembers(
    _ owner: RecordReference, _ column: Int, _ members: [RecordReference]
  ) {
    guard let relationship = schema.tables[owner.table].columns[column].relationship else { return }
    let old = self.members(owner, column)
    store(members, owner, column)
    guard relationship.hasInverse else { return }
    for gone in old where !members.contains(gone) {
      let inverse = relationship.inverseColumns[gone.table]
      if inverse >= 0, gone != owner || inverse != column { drop(owner, from: gone, inverse) }
    }
    for new in members where !old.contains(new) {
      let inverse = relationship.inverseColumns[new.table]
      if inverse >= 0 { add(owner, to: new, inverse, except: column) }
    }
  }

  private mutating func add(
    _ owner: RecordReference, to other: RecordReference, _ column: Int, except own: Int
  ) {
    let current = members(other, column)
    if current.contains(owner) { return }
    guard schema.tables[other.table].columns[column].type == .toOne else {
      return store(current + [owner], other, column)
    }
    for previous in current where previous != owner {
      let back =
        schema.tables[other.table].columns[column].relationship?
        .inverseColumns[previous.table] ?? -1
      if back >= 0 { drop(other, from: previous, back) }
    }
    store([owner], other, column)
  }

  private mutating func drop(_ one: RecordReference, from other: RecordReference, _ column: Int) {
    store(members(other, column).filter { $0 != one }, other, column)
  }

  private mutating func store(_ members: [RecordReference], _ owner: RecordReference, _ column: Int)
  {
    let isToOne = schema.tables[owner.table].columns[column].type == .toOne
    records[owner]?[column] =
      members.isEmpty ? .null : isToOne ? .reference(members[0]) : .references(members)
  }

  /// Adds a record with the defaults of its columns.
  mutating func insert(_ entity: String, _ values: [String: Value] = [:]) throws -> RecordReference
  {
    let table = try #require(schema.tableIndex(named: entity))
    let reference = try store.reserve(table: table, count: 1)[0]
    records[reference] = schema.tables[table].columns.map { column in
      values[column.name] ?? column.defaultValue
    }
    return reference
  }

  /// Removes a record from the relationships of others, and then itself.
  mutating func delete(_ reference: RecordReference) {
    for (column, schema) in schema.tables[reference.table].columns.enumerated()
    where schema.type.isRelationship {
      setMembers(reference, column, [])
    }
    for (other, values) in records {
      for (column, value) in values.enumerated() where value.members.contains(reference) {
        drop(reference, from: other, column)
      }
    }
    records[reference] = nil
  }

  /// What leads from the store's records to these.
  func changes() throws -> ChangeSet {
    var changes = ChangeSet(schema: schema)
    for (reference, values) in records.sorted(by: { $0.key < $1.key }) {
      guard let old = original[reference] else {
        let name = schema.tables[reference.table].name
        changes.tables[reference.table].inserted.append(
          InsertedRecord(
            row: reference.row, id: try store.id(of: reference), values: values))
        #expect(!name.isEmpty)
        continue
      }
      let columns = values.indices.filter { values[$0] != old[$0] }
      guard !columns.isEmpty else { continue }
      changes.tables[reference.table].updated.append(
        UpdatedRecord(row: reference.row, columns: columns, values: columns.map { values[$0] }))
    }
    for reference in original.keys.sorted() where records[reference] == nil {
      changes.tables[reference.table].deleted.append(reference.row)
    }
    return changes
  }

  /// Saves the difference.
  func save(metadata: [String: PropertyList]? = nil) throws {
    try store.save(try changes(), metadata: metadata)
  }
}

/// A document in a folder of its own, opened as a store.
struct OpenDocument {
  let folder: TemporaryFolder
  let file: StoredFile
  let store: RecordStore
  let format: XMLFormat
  private let original: String

  init(_ text: String, _ schema: Schema, in place: TemporaryFolder? = nil) throws {
    folder = try place ?? TemporaryFolder()
    file = StoredFile(path: try folder.write("document.xml", text))
    format = XMLFormat(file: file, schema: schema)
    store = try RecordStore(schema: schema, format: format)
    original = text
  }

  var text: String { String(decoding: folder.bytes("document.xml") ?? [], as: UTF8.self) }

  /// Edits and saves.
  func edit(_ body: (inout GraphEdit) throws -> Void) throws {
    var edit = try GraphEdit(store)
    try body(&edit)
    try edit.save()
  }

  /// The lines that went and those that came since the document was opened, as `diff` would say.
  var difference: [String] {
    let old = original.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return new.difference(from: old).sorted { Self.place($0) < Self.place($1) }.map { change in
      switch change {
      case .remove(_, let line, _): "-" + line
      case .insert(_, let line, _): "+" + line
      }
    }
  }

  private static func place(_ change: CollectionDifference<String>.Change) -> (Int, Int) {
    switch change {
    case .remove(let offset, _, _): (offset, 0)
    case .insert(let offset, _, _): (offset, 1)
    }
  }

  /// Reads the file anew and checks that it holds what the store has, and stands where the format
  /// thinks.
  func expectConsistent(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let again = XMLFormat(file: file, schema: store.schema)
    let contents = try again.load()
    let known = try #require(format.layoutForTesting)
    let fresh = try #require(again.layoutForTesting)
    let (saved, current) = (
      try Graph(contents.generation, without: fresh), try Graph(store.current, without: known)
    )
    #expect(saved == current, sourceLocation: sourceLocation)
    #expect(
      known.map(\.sortedSpans) == fresh.map(\.sortedSpans), sourceLocation: sourceLocation)
  }
}

extension ElementSpans {
  fileprivate var sortedSpans: [[Int]] {
    zip(starts, ends).filter { $0.0 >= 0 }.map { [$0.0, $0.1] }.sorted { $0[0] < $1[0] }
  }
}
