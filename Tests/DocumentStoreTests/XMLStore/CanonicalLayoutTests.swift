import Foundation
import Testing

@testable import DocumentStore

@Suite("A document in canonical layout")
struct CanonicalLayoutTests {
  @Test("is read and written to the same bytes")
  func sample() throws {
    let folder = try TemporaryFolder()
    let schema = try SampleDocuments.schema("FaveFlicks")
    let source = StoredFile(path: SampleDocuments.path("FaveFlicks.canonical"))
    let contents = try XMLFormat(file: source, schema: schema).load()
    let target = StoredFile(path: folder.file("copy.xml"))
    try XMLFormat.write(
      contents.generation, metadata: contents.metadata, to: target, expecting: nil)
    #expect(
      try folder.bytes("copy.xml") == Array(SampleDocuments.text("FaveFlicks.canonical").utf8))
  }

  @Test("holds the same records as any other", arguments: SampleDocuments.names)
  func samples(_ name: String) throws {
    let folder = try TemporaryFolder()
    let schema = try SampleDocuments.schema(name)
    let contents = try XMLFormat(
      file: StoredFile(path: SampleDocuments.path(name)), schema: schema
    ).load()
    let first = StoredFile(path: folder.file("first.xml"))
    try XMLFormat.write(contents.generation, metadata: [:], to: first, expecting: nil)
    let again = try XMLFormat(file: first, schema: schema).load()
    #expect(try Graph(again.generation) == Graph(contents.generation))
    let second = StoredFile(path: folder.file("second.xml"))
    try XMLFormat.write(again.generation, metadata: [:], to: second, expecting: nil)
    #expect(folder.bytes("second.xml") == folder.bytes("first.xml"))
  }
}

/// Records by id, references as ids, members of unordered relationships sorted: what must be equal
/// however a document is laid out.
struct Graph: Equatable {
  struct Record: Equatable {
    var entity: String
    var values: [String: Value]
    var references: [String: [String]]
  }

  var records: [String: Record] = [:]

  /// Takes the records of a generation; those of a document that have no id there are known by
  /// their order.
  init(_ generation: Generation, without ids: [ElementSpans]? = nil) throws {
    var names: [RecordReference: String] = [:]
    for table in generation.tables {
      var nameless = 0
      for row in table.liveRows() {
        let reference = RecordReference(table: table.schema.index, row: row)
        names[reference] = try table.id(of: row)
        if ids?[table.schema.index].withoutID.contains(row) == true {
          nameless += 1
          names[reference] = "the \(table.schema.name) without id number \(nameless)"
        }
      }
    }
    for (reference, name) in names {
      let table = generation.tables[reference.table]
      var record = Record(entity: table.schema.name, values: [:], references: [:])
      for (column, value) in zip(table.schema.columns, try table.values(of: reference.row)) {
        guard let relationship = column.relationship else {
          record.values[column.name] = value
          continue
        }
        let members = value.members.withoutRepetitions.compactMap { names[$0] }
        record.references[column.name] = relationship.isOrdered ? members : members.sorted()
      }
      records[name] = record
    }
  }
}
