import Foundation
import Testing

@testable import DocumentStore

@Suite("Values in a document")
struct ValueRoundTripTests {
  private static let schema = SampleSchema.schema

  /// What comes back of a generation that is written as a document and read again.
  private static func copy(
    _ generation: Generation, metadata: [String: PropertyList] = [:]
  ) throws -> (contents: StoreContents, text: String) {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("copy.xml"))
    try XMLFormat.write(generation, metadata: metadata, to: file, expecting: nil)
    let contents = try XMLFormat(file: file, schema: generation.schema).load()
    return (contents, String(decoding: folder.bytes("copy.xml") ?? [], as: UTF8.self))
  }

  /// A generation with one `Thing` for each value.
  private static func generation(_ column: String, _ values: [Value]) throws -> Generation {
    let table = schema.tables[0]
    let index = try #require(table.columnIndex(named: column))
    let builder = TableBuilder(table)
    for (row, value) in values.enumerated() {
      var slots = Array(repeating: Value.null, count: table.columns.count)
      slots[index] = value
      builder.append(.number(Int64(row + 1)), slots)
    }
    var tables = [try builder.finish()]
    for other in schema.tables.dropFirst() { tables.append(try TableBuilder(other).finish()) }
    return Generation(number: 1, schema: schema, tables: tables)
  }

  @Test("all come back, whatever they are", arguments: 1...6)
  func random(_ seed: UInt64) throws {
    let (_, generation) = try RecordTwin.random(seed: seed, records: 150)
    let (contents, _) = try Self.copy(generation)
    // Members that were deleted are left out, so that the other side is what a document can have.
    #expect(try Graph(contents.generation) == Graph(generation))
  }

  @Test("of every scalar come back as text")
  func everyScalar() throws {
    var texts: [Value] = []
    var text = ""
    for value in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      text.unicodeScalars.append(scalar)
      if value < 0x100 { texts.append(.string(String(scalar))) }
      if value % 0x400 == 0x3FF {
        texts.append(.string(text))
        text = ""
      }
    }
    for special in ["\u{FFFE}", "\u{FFFF}", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{1FFFE}"] {
      texts.append(.string(special))
    }
    let generation = try Self.generation("astring", texts)
    let (contents, _) = try Self.copy(generation)
    #expect(try Graph(contents.generation) == Graph(generation))
  }

  @Test(
    "have the texts that the format says",
    arguments: [
      (
        "astring", Value.string("a\r\n\t<b> & \"c\""),
        "<astring>a&#13;\n\t&lt;b&gt; &amp; \"c\"</astring>"
      ),
      ("astring", .string(""), "<astring></astring>"),
      ("astring", .string("a\u{0}"), "<astring encoding=\"base64\">YQA=</astring>"),
      ("aint64", .integer(.min), "<aint64>-9223372036854775808</aint64>"),
      ("aboolean", .boolean(true), "<aboolean>true</aboolean>"),
      ("adouble", .double(1e22), "<adouble>1e22</adouble>"),
      ("adouble", .double(-0.0), "<adouble>-0</adouble>"),
      ("adouble", .double(3), "<adouble>3</adouble>"),
      ("afloat", .float(0.1), "<afloat>0.1</afloat>"),
      ("adate", .date(0), "<adate>2001-01-01T00:00:00Z</adate>"),
      ("adate", .date(-0.0), "<adate seconds=\"-0\"/>"),
      ("adate", .date(1e18), "<adate seconds=\"1e18\"/>"),
      ("adecimal", .decimal(Decimal(string: "-0.05") ?? 0), "<adecimal>-0.05</adecimal>"),
      ("adata", .data(Data()), "<adata></adata>"),
      ("adata", .data(Data([1, 2])), "<adata>AQI=</adata>"),
      ("auri", .uri("a?b&c"), "<auri>a?b&amp;c</auri>"),
      ("atransformable", .transformed(Data([0])), "<atransformable>AA==</atransformable>"),
    ])
  func texts(_ column: String, _ value: Value, _ element: String) throws {
    let (_, text) = try Self.copy(try Self.generation(column, [value]))
    #expect(
      text.utf8.elementsEqual(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <store model="Sample">
          <Thing id="Thing-1">
            \(element)
          </Thing>
        </store>

        """.utf8))
  }

  @Test("that are property lists stand as such, and come back to the byte")
  func propertyLists() throws {
    var random = SeededRandom(3)
    let lists = (0..<40).map { _ in
      BinaryPropertyListWriter.bytes(of: PropertyListTextTests.random(&random))
    }
    let generation = try Self.generation("atransformable", lists.map { .transformed(Data($0)) })
    let (contents, text) = try Self.copy(generation)
    #expect(try Graph(contents.generation) == Graph(generation))
    #expect(text.contains("<array>"))
    let one = BinaryPropertyListWriter.bytes(of: .array([.string("A. L.")]))
    let (_, small) = try Self.copy(Self.generation("atransformable", [.transformed(Data(one))]))
    #expect(
      small.contains(
        """
            <atransformable>
              <array>
                <string>A. L.</string>
              </array>
            </atransformable>

        """))
  }

  @Test(
    "that are not finite are refused, and nothing is written",
    arguments: [
      ("adouble", Value.double(.nan)), ("afloat", .float(.infinity)), ("adate", .date(-.infinity)),
      ("adecimal", .decimal(.nan)),
    ])
  func notFinite(_ column: String, _ value: Value) throws {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("copy.xml"))
    let generation = try Self.generation(column, [value])
    let error = #expect(throws: StoreError.self) {
      try XMLFormat.write(generation, metadata: [:], to: file, expecting: nil)
    }
    #expect(error?.reason == .unstorable)
    #expect(error?.description.contains("'\(column)' of Thing 'Thing-1'") == true)
    #expect(folder.names.isEmpty)
  }

  @Test(
    "of a record whose id is no name of XML are refused", arguments: ["7 samurai", "a:b", "é\u{0}"])
  func badID(_ id: String) throws {
    let folder = try TemporaryFolder()
    let builder = TableBuilder(Self.schema.tables[0])
    builder.append(.text(id), Self.schema.tables[0].columns.map { _ in .null })
    var tables = [try builder.finish()]
    for other in Self.schema.tables.dropFirst() { tables.append(try TableBuilder(other).finish()) }
    let generation = Generation(number: 1, schema: Self.schema, tables: tables)
    let error = #expect(throws: StoreError.self) {
      try XMLFormat.write(
        generation, metadata: [:], to: StoredFile(path: folder.file("a.xml")), expecting: nil)
    }
    #expect(error?.reason == .unstorable)
    #expect(folder.names.isEmpty)
  }

  @Test("written one by one are written as in bulk", arguments: 1...3)
  func twin(_ seed: UInt64) throws {
    let (_, generation) = try RecordTwin.random(seed: seed, records: 60, choosingIDs: false)
    let (_, text) = try Self.copy(generation)
    let markup = ValueMarkup(style: DocumentStyle())
    let indent = Array("    ".utf8)
    for table in generation.tables {
      for row in table.liveRows() {
        for (column, value) in zip(table.schema.columns, try table.values(of: row))
        where !column.type.isRelationship {
          guard let body = try markup.body(of: value, column, indent: indent) else { continue }
          let element = String(decoding: indent + body.bytes(named: column.name), as: UTF8.self)
          #expect(text.contains(element + "\n"))
        }
      }
    }
  }
}
