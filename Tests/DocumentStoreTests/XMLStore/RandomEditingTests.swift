import Foundation
import Testing

@testable import DocumentStore

@Suite("Random edits of documents")
struct RandomEditingTests {
  /// Ways to lay out the same document.
  enum Layout: CaseIterable {
    case asWritten, carriageReturns, onlyCarriageReturns, byteOrderMark, tabs, withoutIndentation
    case oneLine, oneLineWithBlanks, comments, references, brokenTags, canonical

    func apply(_ text: String) -> String {
      switch self {
      case .asWritten, .canonical: text
      case .carriageReturns: text.replacingOccurrences(of: "\n", with: "\r\n")
      case .byteOrderMark: "\u{FEFF}" + text
      case .tabs: text.replacingOccurrences(of: "  ", with: "\t")
      case .withoutIndentation: Self.replace("\n *<", in: text, with: "\n<")
      case .oneLine:
        Self.replace(">\\s+<", in: text, with: "><")
      case .oneLineWithBlanks: Self.replace(">\\s*<", in: text, with: ">  <")
      case .onlyCarriageReturns: text.replacingOccurrences(of: "\n", with: "\r")
      case .comments:
        Self.replace("(>|\\w)(\\s*)</", in: Self.plain(text), with: "$1$2<!-- c --></")
      case .references:
        (UInt8(ascii: "a")...UInt8(ascii: "z")).reduce(text) { text, letter in
          Self.replace(
            "(id|ref|refs)=\"\(Character(Unicode.Scalar(letter)))", in: text,
            with: "$1=\"&#\(letter);")
        }
      case .brokenTags:
        Self.replace("(id|ref|refs|href)=\"([^\"]*)\"", in: text, with: "\n   $1 =\n'$2'\n")
      }
    }

    /// The text without its comments.
    private static func plain(_ text: String) -> String {
      replace("<!--[\\s\\S]*?-->", in: text, with: "")
    }

    private static func replace(_ pattern: String, in text: String, with new: String) -> String {
      text.replacingOccurrences(of: pattern, with: new, options: .regularExpression)
    }
  }

  @Test(
    "are read back as they were saved, and leave all else alone",
    arguments: Layout.allCases, ["FaveFlicks", "Everything"])
  func edits(_ layout: Layout, _ name: String) throws {
    let schema = try SampleDocuments.schema(name)
    var text = layout.apply(try SampleDocuments.text(name))
    if layout == .canonical { text = try Self.canonical(text, schema) }
    for seed in 1...3 {
      var random = SeededRandom(UInt64(seed) * 1000 + UInt64(name.utf8.count))
      let document = try OpenDocument(text, schema)
      for _ in 0..<12 { try Self.round(document, &random) }
    }
  }

  @Test(
    "fill an empty document",
    arguments: ["<store model=\"Everything\"/>", "<store></store>\n", "<store>\n</store>"])
  func emptyDocument(_ text: String) throws {
    let document = try OpenDocument(text, SampleDocuments.schema("Everything"))
    var random = SeededRandom(7)
    for _ in 0..<6 { try Self.round(document, &random) }
  }

  @Test("change one line for one value in one line", arguments: Layout.allCases)
  func oneLine(_ layout: Layout) throws {
    if layout == .brokenTags { return }
    let schema = try SampleDocuments.schema("FaveFlicks")
    let text = layout.apply(try SampleDocuments.text("FaveFlicks"))
    for (id, property) in [
      ("heat", "title"), ("heat", "genre"), ("collateral", "genre"), ("mann", "name"),
      ("night", "name"), ("long", "name"),
    ] {
      let document = try OpenDocument(text, schema)
      try document.edit { try $0.set(id, property, .string("new & <new>")) }
      // A comment inside the text moves, and takes a line where the text has its own.
      #expect((layout == .comments ? 2...3 : 2...2).contains(document.difference.count))
      try document.expectConsistent()
      let comments = text.components(separatedBy: "<!--").count
      #expect(document.text.components(separatedBy: "<!--").count == comments)
    }
  }

  private static func canonical(_ text: String, _ schema: Schema) throws -> String {
    let document = try OpenDocument(text, schema)
    let target = StoredFile(path: document.folder.file("canonical.xml"))
    try XMLFormat.write(document.store.current, metadata: [:], to: target, expecting: nil)
    return String(decoding: document.folder.bytes("canonical.xml") ?? [], as: UTF8.self)
  }

  private static func round(_ document: OpenDocument, _ random: inout SeededRandom) throws {
    let before = try elements(of: document)
    var edit = try GraphEdit(document.store)
    for _ in 0..<random.int(1...6) { try change(&edit, &random) }
    let changes = try edit.changes()
    try document.store.save(changes)
    try document.expectConsistent()
    let after = try elements(of: document)
    for (reference, text) in before {
      let table = changes.tables[reference.table]
      if table.deleted.contains(reference.row)
        || table.updated.contains(where: { $0.row == reference.row })
      {
        continue
      }
      let now = try #require(after[reference])
      let id =
        " id=\"\(try document.store.id(of: reference).text(in: document.store.schema.tables[reference.table].name))\""
      #expect(now == text || now.replacingOccurrences(of: id, with: "") == text)
    }
  }

  /// The text of each record's element.
  private static func elements(of document: OpenDocument) throws -> [RecordReference: String] {
    var elements: [RecordReference: String] = [:]
    let bytes = document.folder.bytes("document.xml") ?? []
    for (table, spans) in try #require(document.format.layoutForTesting).enumerated() {
      for row in spans.starts.indices where spans.starts[row] >= 0 {
        elements[RecordReference(table: table, row: row)] =
          String(decoding: bytes[spans.starts[row]..<spans.ends[row]], as: UTF8.self)
      }
    }
    return elements
  }

  /// Inserts, deletes or changes a record.
  static func change(_ edit: inout GraphEdit, _ random: inout SeededRandom) throws {
    let schema = edit.schema
    let alive = edit.records.keys.sorted()
    guard let reference = alive.randomElement(using: &random), !random.chance(15) else {
      let table = schema.tables[random.int(0...schema.tables.count - 1)]
      let fresh = try edit.insert(table.name)
      for column in table.columns.indices { setRandom(&edit, fresh, column, &random) }
      return
    }
    if random.chance(10) { return edit.delete(reference) }
    let column = random.int(0...schema.tables[reference.table].columns.count - 1)
    setRandom(&edit, reference, column, &random)
  }

  private static func setRandom(
    _ edit: inout GraphEdit, _ reference: RecordReference, _ column: Int,
    _ random: inout SeededRandom
  ) {
    let schema = edit.schema.tables[reference.table].columns[column]
    if schema.isTransient { return }
    guard let relationship = schema.relationship else {
      return edit.set(reference, column, value(of: schema, &random))
    }
    let possible = edit.records.keys.filter { relationship.destinationTables[$0.table] }.sorted()
    let count = schema.type == .toOne ? random.int(0...1) : random.int(0...12)
    let some = possible.shuffled(using: &random).prefix(count)
    if random.chance(50), schema.type == .toMany {
      let kept = edit.members(reference, column).filter { !some.contains($0) }
      edit.setMembers(reference, column, kept + some.prefix(2))
    } else {
      edit.setMembers(reference, column, Array(some))
    }
  }

  /// A value that the column may have; null only where that is no default.
  private static func value(of column: ColumnSchema, _ random: inout SeededRandom) -> Value {
    let value = random.value(of: column, rowCounts: [])
    if value.isNull, !column.isOptional { return self.value(of: column, &random) }
    guard case .composite = value else { return value }
    return .composite(column.elements.map { self.value(of: $0, &random) })
  }
}
