/// Writes a whole document in canonical layout: objects table after table in the order of their
/// ids, properties in the model's order, two blanks for each level.
enum DocumentWriter {
  /// Writes a document in place of the file with the stamp `expected`, or where there is none.
  static func write(
    _ generation: Generation, _ metadata: DocumentMetadata, _ history: HistoryStep? = nil,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) -> DocumentState {
    let assets = AssetWriter(file, folderName: nil)
    do throws(StoreError) {
      let paths = try writeAssets(generation, assets)
      try assets.synchronize()
      let folder = paths.isEmpty ? nil : AssetFolder(name: assets.folderName, beside: file)
      let head = head(generation.schema, folder)
      let order = try DocumentOrder(generation)
      var records = try RecordWriter(
        generation, DocumentStyle(), assets: paths, precedes: order.precedes)
      var hash = XXH64()
      var layout = Layout()
      let stamp = try file.replace(expecting: expected, recording: history) {
        output throws(StoreError) in
        layout = try write(head, &records, order, generation, metadata, &output, &hash)
      }
      return DocumentState(
        stamp: stamp, hash: hash.value, isForeign: false, spans: layout.spans,
        root: layout.root, metadataRange: layout.metadata, metadata: metadata, assets: folder,
        assetStamps: assets.stamps)
    } catch {
      assets.removeNew()
      throw error
    }
  }

  /// Where everything came to stand.
  private struct Layout {
    var spans: [ElementSpans] = []
    var root = 0..<0
    var metadata: Range<Int>?
  }

  /// What is handed to the file at a time.
  private static let pieceSize = 1 << 18

  private static func write(
    _ head: [UInt8], _ records: inout RecordWriter, _ order: DocumentOrder,
    _ generation: Generation, _ metadata: DocumentMetadata, _ output: inout FileWriter,
    _ hash: inout XXH64
  ) throws(StoreError) -> Layout {
    let style = DocumentStyle()
    records.output.append(contentsOf: head)
    var done = 0
    var layout = Layout()
    for (table, rows) in order.rows.enumerated() {
      var span = ElementSpans(rowCount: generation.tables[table].rowCount)
      span.highestNumber = generation.tables[table].highestNumber
      for row in rows {
        records.output.append(contentsOf: style.indent)
        span.starts[row] = done + records.output.count
        try records.write(table: table, row: row)
        span.ends[row] = done + records.output.count
        records.output.append(style.lineEnd.text)
        if records.output.count >= pieceSize { done += try flush(&records, &output, &hash) }
      }
      layout.spans.append(span)
    }
    if metadata.mustBeWritten {
      records.output.append(contentsOf: style.indent)
      let start = done + records.output.count
      metadata.print(to: &records.output)
      layout.metadata = start..<done + records.output.count
      records.output.append(style.lineEnd.text)
    }
    records.output.append("</store>")
    layout.root = declaration.utf8CodeUnitCount..<done + records.output.count
    records.output.append(style.lineEnd.text)
    _ = try flush(&records, &output, &hash)
    return layout
  }

  private static func flush(
    _ records: inout RecordWriter, _ output: inout FileWriter, _ hash: inout XXH64
  ) throws(StoreError) -> Int {
    let count = records.output.count
    try records.output.withView { view throws(StoreError) in
      unsafe hash.update(view.raw)
      try unsafe output.append(view.raw)
    }
    records.output.removeAll()
    return count
  }

  private static let declaration: StaticString = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  private static func head(_ schema: Schema, _ folder: AssetFolder?) -> [UInt8] {
    var head = RawBuffer()
    head.append(declaration)
    head.append("<store")
    for (name, value) in [
      (DocumentName.model, schema.modelName), (DocumentName.assets, folder?.name),
    ] {
      guard let value else { continue }
      head.append(text: " \(name)=\"")
      value.withView { EscapedText.printAttribute($0, to: &head) }
      head.append("\"")
    }
    head.append(">\n")
    return head.array
  }
}

// MARK: - Assets

extension DocumentWriter {
  /// Writes the values that do not stand in the document.
  private static func writeAssets(
    _ generation: Generation, _ assets: AssetWriter
  ) throws(StoreError) -> [ValuePlace: String] {
    var paths: [ValuePlace: String] = [:]
    for table in generation.tables {
      for column in table.schema.columns {
        for (leaf, element) in column.leafColumns where element.allowsExternalStorage {
          try writeAssets(table, leaf, element, assets, &paths)
        }
      }
    }
    return paths
  }

  private static func writeAssets(
    _ table: Table, _ leaf: Int, _ column: ColumnSchema, _ assets: AssetWriter,
    _ paths: inout [ValuePlace: String]
  ) throws(StoreError) {
    for group in table.groups {
      for row in 0..<group.rowCount where group.isLive(row) {
        let chunk = group.leaves[leaf]
        let bytes = try unsafe chunk.bytes()
        let payload = unsafe ByteView(ColumnChunk.payload(at: row, chunk.rowCount, bytes))
        guard AssetWriter.wantsFile(payload.count, column) else { continue }
        let reference = RecordReference(table: table.schema.index, row: group.firstRow + row)
        paths[ValuePlace(reference: reference, leaf: leaf)] = try assets.write(
          payload, id: try table.id(of: reference.row), property: column.name)
      }
    }
  }
}

extension ColumnSchema {
  /// The column, or the elements of a composite, that have leaves of their own, and which.
  var leafColumns: [(leaf: Int, column: ColumnSchema)] {
    guard !leaves.isEmpty else { return [] }
    guard type == .composite else { return [(leaves.lowerBound, self)] }
    return elements.flatMap(\.leafColumns)
  }
}
