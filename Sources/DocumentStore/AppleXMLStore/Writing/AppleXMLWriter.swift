/// Writes a whole file as Apple's XML store does: objects by ascending ids.
enum AppleXMLWriter {
  /// Writes a file in place of the one with the stamp `expected`, or where there is none.
  static func write(
    _ generation: Generation, _ dialect: AppleDialect, _ metadata: AppleMetadata,
    _ history: HistoryStep?, to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) -> AppleXMLState {
    try AppleMetadataMarkup.check(metadata.listed)
    let (ids, order) = try ids(for: generation)
    let writer = AppleObjectWriter(generation: generation, dialect: dialect, ids: ids)
    var layout = Layout(generation)
    var hash = XXH64()
    let stamp = try file.replace(expecting: expected, recording: history) {
      output throws(StoreError) in
      layout = Layout(generation)
      hash = XXH64()
      try write(order, writer, metadata, &layout, &output, &hash)
    }
    return AppleXMLState(
      stamp: stamp, hash: hash.value, isForeign: false, spans: layout.spans, root: layout.root,
      infoStart: layout.infoStart, ids: ids, counter: ids.highest, metadata: metadata,
      isOtherModel: false)
  }

  /// Gives all records ids, and says in which order they come.
  private static func ids(
    for generation: Generation
  ) throws(StoreError) -> (AppleFileIDs, [RecordReference]) {
    var records: [(reference: RecordReference, id: RecordID)] = []
    var highest = AppleFileIDs.first
    for table in generation.tables {
      highest = max(highest, table.highestNumber)
      for row in try table.rowsInIDOrder() {
        records.append(
          (RecordReference(table: table.schema.index, row: row), try table.recordID(of: row)))
      }
    }
    var ids = AppleFileIDs(highest: isShared(generation) ? highest : AppleFileIDs.first)
    try ids.assign(records, used: [])
    var numbered: [(number: Int64, reference: RecordReference)] = []
    for (reference, _) in records {
      let id = try ids.fileID(of: reference, in: generation)
      numbered.append((AppleFileIDs.number(id) ?? 0, reference))
    }
    return (ids, numbered.sorted { $0.number < $1.number }.map(\.reference))
  }

  /// Whether all tables count together, so that numbers of records that are gone must not come again.
  private static func isShared(_ generation: Generation) -> Bool {
    Set(generation.tables.map(\.highestNumber)).count == 1
  }

  /// Where everything comes to stand.
  private struct Layout {
    var spans: [ElementSpans]
    var root = 0..<0
    var infoStart: Int?

    init(_ generation: Generation) {
      spans = generation.tables.map { ElementSpans(rowCount: $0.rowCount) }
    }
  }

  /// What is handed to the file at a time.
  private static let pieceSize = 1 << 18

  private static let head: StaticString = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">


    """

  private static func write(
    _ order: [RecordReference], _ writer: AppleObjectWriter, _ metadata: AppleMetadata,
    _ layout: inout Layout, _ output: inout FileWriter, _ hash: inout XXH64
  ) throws(StoreError) {
    var piece = RawBuffer()
    var done = 0
    piece.append(head)
    let rootStart = piece.count
    piece.append("<database>\n    ")
    layout.infoStart = piece.count
    AppleMetadataMarkup.print(metadata, counter: writer.ids.highest, to: &piece)
    piece.append("\n")
    for reference in order {
      piece.append(text: AppleObjectWriter.objectIndent)
      layout.spans[reference.table].starts[reference.row] = done + piece.count
      try writer.print(reference, to: &piece)
      layout.spans[reference.table].ends[reference.row] = done + piece.count
      piece.append("\n")
      if piece.count >= pieceSize { done += try flush(&piece, &output, &hash) }
    }
    piece.append("</database>")
    layout.root = rootStart..<done + piece.count
    _ = try flush(&piece, &output, &hash)
  }

  private static func flush(
    _ piece: inout RawBuffer, _ output: inout FileWriter, _ hash: inout XXH64
  ) throws(StoreError) -> Int {
    let count = piece.count
    try piece.withView { view throws(StoreError) in
      unsafe hash.update(view.raw)
      try unsafe output.append(view.raw)
    }
    piece.removeAll()
    return count
  }
}
