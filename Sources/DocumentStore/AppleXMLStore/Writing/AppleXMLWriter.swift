/// Writes a whole file as Apple's XML store does: objects by ascending ids.
enum AppleXMLWriter {
  /// Writes a file in place of the one with the stamp `expected`, or where there is none.
  static func write(
    _ generation: Generation, _ dialect: AppleDialect, _ metadata: AppleMetadata,
    _ history: HistoryStep?, to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) -> AppleXMLState {
    try AppleMetadataMarkup.check(metadata.listed)
    let (ids, order) = try AppleFileIDs.numbering(
      generation, first: AppleFileIDs.first)
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
