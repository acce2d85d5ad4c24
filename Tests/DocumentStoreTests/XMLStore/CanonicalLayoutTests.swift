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

/// Records by id, references as ids, members of unordered relationships sorted: what must be equal however
/// a document is laid out.
struct Graph: Equatable {
  struct Record: Equatable {
    var entity: String
    var values: [String: Value]
    var references: [String: [String]]
  }

  var records: [String: Record] = [:]

  init(_ generation: Generation) throws {
    for table in generation.tables {
      for row in table.liveRows() {
        var record = Record(entity: table.schema.name, values: [:], references: [:])
        for (column, value) in zip(table.schema.columns, try table.values(of: row)) {
          guard let relationship = column.relationship else {
            record.values[column.name] = value
            continue
          }
          let ids = try value.members.filter(generation.contains).map(generation.id(of:))
          record.references[column.name] = relationship.isOrdered ? ids : ids.sorted()
        }
        records[try table.id(of: row)] = record
      }
    }
  }
}
