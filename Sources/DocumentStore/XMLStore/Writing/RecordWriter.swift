import Foundation

/// Writes records as elements straight from the columns' bytes, as fast as they can be copied.
///
/// Safe because the chunks of the group in hand live in the generation, which lives as long as
/// this.
@safe struct RecordWriter: ~Copyable {
  private let generation: Generation
  /// Whether one record stands before another in the document.
  private let precedes: (RecordReference, RecordReference) -> Bool
  private let style: DocumentStyle
  private let tags: PropertyTags
  private let names: [[UInt8]]
  private let ids: IDSource
  /// The values that lie in files, and their paths.
  private let assets: [ValuePlace: String]

  /// What has been written and not been taken away.
  var output = RawBuffer()

  private var table = 0
  private var group = 0
  private var firstRow = 0
  private var rowCount = 0
  private var chunks: [ByteView] = []

  init(
    _ generation: Generation, _ style: DocumentStyle, assets: [ValuePlace: String],
    precedes: @escaping (RecordReference, RecordReference) -> Bool
  ) throws(StoreError) {
    self.generation = generation
    self.precedes = precedes
    self.style = style
    self.assets = assets
    tags = PropertyTags(generation.schema, style)
    ids = try IDSource(generation)
    names = generation.schema.tables.map { Array($0.name.utf8) }
  }

  /// Writes the element of a record, from its `<` to behind its end tag.
  mutating func write(table: Int, row: Int) throws(StoreError) {
    if table != self.table || row < firstRow || row >= firstRow + rowCount || chunks.isEmpty {
      try load(table, row)
    }
    let reference = RecordReference(table: table, row: row)
    if let id = ids.unwritableID(of: reference) { throw unwritable(id) }
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: names[table])
    output.append(" id=\"")
    ids.append(reference, to: &output)
    output.append("\">")
    output.append(style.lineBreak)
    try write(tags.tables[table], row)
    if !style.isInline { output.append(contentsOf: style.indent) }
    output.append("</")
    output.append(contentsOf: names[table])
    output.append(UInt8(ascii: ">"))
  }

  private func unwritable(_ id: String) -> StoreError {
    StoreError(
      .unstorable,
      "the id '\(id)' of a \(generation.schema.tables[table].name) cannot stand in a document; there an "
        + "id begins with a letter and has only letters, digits, '-', '_' and '.'")
  }

  private mutating func load(_ table: Int, _ row: Int) throws(StoreError) {
    self.table = table
    group = generation.tables[table].groupIndex(ofRow: row)
    let rows = generation.tables[table].groups[group]
    firstRow = rows.firstRow
    rowCount = rows.rowCount
    chunks.removeAll(keepingCapacity: true)
    for leaf in rows.leaves { chunks.append(try unsafe ByteView(leaf.bytes())) }
  }

  private mutating func write(_ range: Range<Int>, _ row: Int) throws(StoreError) {
    for index in range {
      let tag = tags.tags[index]
      let chunk = chunks[Int(tag.leaf)]
      if unsafe ColumnChunk.isPresent(row - firstRow, in: chunk.raw) {
        try write(tag, row, chunk)
      }
    }
  }

  private mutating func write(
    _ tag: PropertyTags.Tag, _ row: Int, _ chunk: ByteView
  ) throws(StoreError) {
    switch tag.type {
    case .toOne, .toMany: return writeReferences(tag, row, chunk)
    case .composite:
      append(tag.start)
      output.append(">")
      output.append(style.lineBreak)
      try write(Int(tag.parts.0)..<Int(tag.parts.1), row)
      output.append(contentsOf: indent(tag))
      return append(tag.end)
    case .string, .uri: return writeText(tag, payload(row, chunk))
    case .data: return writeData(tag, row, payload(row, chunk))
    case .transformable: return writeTransformed(tag, row, payload(row, chunk))
    case .date: return try writeDate(tag, row, fixed(row, chunk))
    default: break
    }
    append(tag.start)
    output.append(UInt8(ascii: ">"))
    try writeScalar(tag, row, chunk)
    append(tag.end)
  }

  private mutating func append(_ range: (Int32, Int32)) {
    tags.texts.withView { output.append($0[Int(range.0)..<Int(range.1)]) }
  }

  private func payload(_ row: Int, _ chunk: ByteView) -> ByteView {
    unsafe ByteView(ColumnChunk.payload(at: row - firstRow, rowCount, chunk.raw))
  }

  /// A value of fixed size.
  private func fixed<T: BitwiseCopyable>(_ row: Int, _ chunk: ByteView) -> T {
    let offset = ColumnChunk.presenceSize(rowCount) + (row - firstRow) * MemoryLayout<T>.size
    return unsafe chunk.raw.loadUnaligned(fromByteOffset: offset, as: T.self)
  }
}

// MARK: - Values

extension RecordWriter {
  private mutating func writeScalar(
    _ tag: PropertyTags.Tag, _ row: Int, _ chunk: ByteView
  ) throws(StoreError) {
    switch tag.type {
    case .int16: IntegerText.print(Int64(fixed(row, chunk) as Int16), to: &output)
    case .int32: IntegerText.print(Int64(fixed(row, chunk) as Int32), to: &output)
    case .int64: IntegerText.print(fixed(row, chunk), to: &output)
    case .boolean: BooleanText.print((fixed(row, chunk) as UInt8) != 0, to: &output)
    case .uuid: UUIDText.print(UUID(uuid: fixed(row, chunk)), to: &output)
    case .float:
      let number: Float = fixed(row, chunk)
      guard number.isFinite else { throw notFinite(tag, row) }
      FloatText.print(number, to: &output)
    case .double:
      let number: Double = fixed(row, chunk)
      guard number.isFinite else { throw notFinite(tag, row) }
      DoubleText.print(number, to: &output)
    case .decimal:
      let value = unsafe ColumnChunk.value(
        at: row - firstRow, of: .decimal, rowCount: rowCount, in: chunk.raw)
      guard case .decimal(let number) = value, !number.isNaN else { throw notFinite(tag, row) }
      DecimalText.print(DecimalBits(number), to: &output)
    default: break
    }
  }

  private mutating func writeDate(
    _ tag: PropertyTags.Tag, _ row: Int, _ seconds: Double
  ) throws(StoreError) {
    guard seconds.isFinite else { throw notFinite(tag, row) }
    append(tag.start)
    guard DateText.hasCalendarForm(seconds) else {
      output.append(" seconds=\"")
      DoubleText.print(seconds, to: &output)
      output.append("\"/>")
      return output.append(style.lineBreak)
    }
    output.append(UInt8(ascii: ">"))
    DateText.print(seconds, to: &output)
    append(tag.end)
  }

  private mutating func writeText(_ tag: PropertyTags.Tag, _ text: ByteView) {
    append(tag.start)
    output.append(UInt8(ascii: ">"))
    if !EscapedText.print(text, lineEnd: style.lineEnd, to: &output) {
      output.truncate(to: output.count - 1)
      output.append(" encoding=\"base64\">")
      Base64Text.print(text, to: &output)
    }
    append(tag.end)
  }

  private mutating func writeData(_ tag: PropertyTags.Tag, _ row: Int, _ bytes: ByteView) {
    append(tag.start)
    if !assets.isEmpty, let path = assets[place(tag, row)] {
      output.append(" href=\"")
      path.withView { EscapedText.printAttribute($0, to: &output) }
      output.append("\"/>")
      return output.append(style.lineBreak)
    }
    output.append(UInt8(ascii: ">"))
    Base64Text.print(bytes, to: &output)
    append(tag.end)
  }

  private mutating func writeTransformed(_ tag: PropertyTags.Tag, _ row: Int, _ bytes: ByteView) {
    guard assets.isEmpty || assets[place(tag, row)] == nil,
      let node = BinaryPropertyListReader.exactNode(of: bytes)
    else { return writeData(tag, row, bytes) }
    append(tag.start)
    output.append(UInt8(ascii: ">"))
    let indent = indent(tag)
    let inner = style.isInline ? [] : indent + style.unit
    output.append(style.lineBreak)
    output.append(contentsOf: inner)
    var markup = PropertyListMarkup(
      style.isInline ? nil : .init(lineEnd: style.lineEnd, indent: inner, unit: style.unit))
    markup.print(node, to: &output)
    output.append(style.lineBreak)
    output.append(contentsOf: indent)
    append(tag.end)
  }

  /// The white space before an element.
  private func indent(_ tag: PropertyTags.Tag) -> [UInt8] {
    Array(tags.texts[Int(tag.start.0)..<Int(tag.start.1)].prefix { $0.isXMLSpace })
  }

  private func place(_ tag: PropertyTags.Tag, _ row: Int) -> ValuePlace {
    ValuePlace(reference: RecordReference(table: table, row: row), leaf: Int(tag.leaf))
  }

  private func notFinite(_ tag: PropertyTags.Tag, _ row: Int) -> StoreError {
    let start = Int(tag.start.0)
    let name = tags.texts[start..<Int(tag.start.1)].drop { $0 != UInt8(ascii: "<") }.dropFirst()
    let id = (try? generation.id(of: RecordReference(table: table, row: row))) ?? ""
    let entity = generation.schema.tables[table].name
    return StoreError(
      .unstorable,
      "'\(String(decoding: name, as: UTF8.self))' of \(entity) '\(id)' is not a finite number; a store "
        + "keeps neither NaN nor infinities")
  }
}

// MARK: - References

extension RecordWriter {
  private mutating func writeReferences(
    _ tag: PropertyTags.Tag, _ row: Int, _ chunk: ByteView
  ) {
    let own = RecordReference(table: table, row: row)
    if tag.type == .toOne {
      let target = RecordReference(bits: fixed(row, chunk))
      guard ids.contains(target), !isLeftOut(target, own, tag) else { return }
      append(tag.start)
      output.append(" ref=\"")
      ids.append(target, to: &output)
      output.append("\"/>")
      return output.append(style.lineBreak)
    }
    let members = members(tag, own, payload(row, chunk))
    if members.isEmpty { return }
    append(tag.start)
    output.append(UInt8(ascii: ">"))
    output.append(style.lineBreak)
    let indent = indent(tag)
    for member in members {
      if !style.isInline { output.append(contentsOf: indent + style.unit) }
      output.append("<ref id=\"")
      ids.append(member, to: &output)
      output.append("\"/>")
      output.append(style.lineBreak)
    }
    output.append(contentsOf: indent)
    append(tag.end)
  }

  /// The members that are written, in the order of the document where theirs does not count.
  private func members(
    _ tag: PropertyTags.Tag, _ own: RecordReference, _ payload: ByteView
  ) -> [RecordReference] {
    var members: [RecordReference] = []
    for index in 0..<payload.count / 8 {
      let member = RecordReference(bits: payload.word(at: index * 8))
      if ids.contains(member), !isLeftOut(member, own, tag) { members.append(member) }
    }
    if members.count > 1 { members = members.withoutRepetitions }
    guard !relationship(tag).isOrdered else { return members }
    return members.sorted { precedes($0, $1) }
  }

  /// Whether a reference stands on its other side: of a relationship that is its own inverse, with
  /// the earlier.
  private func isLeftOut(
    _ member: RecordReference, _ own: RecordReference, _ tag: PropertyTags.Tag
  ) -> Bool {
    let relationship = relationship(tag)
    return relationship.isSelfInverse && !relationship.isOrdered && precedes(member, own)
  }

  private func relationship(_ tag: PropertyTags.Tag) -> RelationshipSchema {
    generation.schema.tables[table].columns[Int(tag.column)].relationship ?? RelationshipSchema()
  }
}

extension [RecordReference] {
  /// Each member once, where it is first: a document names no object twice.
  var withoutRepetitions: [RecordReference] {
    var seen: Set<RecordReference> = []
    return filter { seen.insert($0).inserted }
  }
}

/// One value of one record.
struct ValuePlace: Hashable, Sendable {
  var reference: RecordReference
  /// The leaf that holds it.
  var leaf: Int
}
