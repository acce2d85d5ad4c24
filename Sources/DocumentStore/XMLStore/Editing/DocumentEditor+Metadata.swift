extension DocumentEditor {
  /// Writes the metadata where they changed and must be written.
  ///
  /// Gives those that are now known.
  func editMetadata() throws(StoreError) -> DocumentMetadata {
    let metadata = DocumentMetadata(
      entries: save.metadata, nextNumbers: try nextNumbers(), path: path)
    guard metadata != state.metadata else { return metadata }
    try metadata.checkIsWritable()
    var output = RawBuffer()
    if let range = state.metadataRange {
      if let element = ElementNode(bytes, at: range.lowerBound) {
        let indent = lines.indent(of: range.lowerBound)
        for comment in element.allComments {
          output.append(bytes[comment])
          if let indent {
            output.append(lines.lineEnd.text)
            output.append(contentsOf: indent)
          }
        }
      }
      let start = output.count
      metadata.print(to: &output)
      metadataEdit = (edits.replace(range, with: output.array), start..<output.count)
    } else if metadata.mustBeWritten {
      try insert(metadata)
    }
    return metadata
  }

  private func insert(_ metadata: DocumentMetadata) throws(StoreError) {
    let style = try InsertionPlace.styleOfDocument(self)
    let isInEmptyRoot = bytes.at(state.root.upperBound - 2) == UInt8(ascii: "/")
    let end = bytes.tagStart(endingBefore: state.root.upperBound - 1)
    let indent = isInEmptyRoot ? [] : lines.indent(of: end)
    var output = RawBuffer()
    if indent != nil { output.append(contentsOf: style.indent) }
    let start = output.count
    metadata.print(to: &output)
    let range = start..<output.count
    if indent != nil { output.append(style.lineEnd.text) }
    if isInEmptyRoot {
      let shift = InsertionPlace.rootPrefix(lines.lineEnd).count + rootContent.count
      rootContent += output.array
      metadataEdit = (-1, range.lowerBound + shift..<range.upperBound + shift)
    } else {
      metadataEdit = (edits.insert(output.array, at: end - (indent?.count ?? 0)), range)
    }
  }

  /// For each table, the largest number that an id in the document has had.
  var highestNumbers: [Int64] {
    state.spans.indices.map { table in
      var highest = state.spans[table].highestNumber
      for record in save.changes.tables[table].inserted {
        highest = max(highest, record.id.number ?? 0)
      }
      for reference in named where reference.table == table {
        let group = save.after.tables[table].groups[
          save.after.tables[table].groupIndex(ofRow: reference.row)]
        let id = try? group.id(at: reference.row - group.firstRow, in: schema.tables[table].name)
        highest = max(highest, id?.number ?? 0)
      }
      return highest
    }
  }

  /// The numbers that the document's ids do not tell.
  private func nextNumbers() throws(StoreError) -> [String: Int64] {
    var next: [String: Int64] = [:]
    for (table, highest) in highestNumbers.enumerated() {
      let name = schema.tables[table].name
      // Without a deletion the highest is there, unless it was missing before.
      let mayBeMissing =
        !save.changes.tables[table].deleted.isEmpty || state.metadata.nextNumbers[name] != nil
      guard mayBeMissing, highest > (try highestPresent(table)) else { continue }
      next[name] = highest + 1
    }
    return next
  }

  private func highestPresent(_ table: Int) throws(StoreError) -> Int64 {
    var highest: Int64 = 0
    let withoutID = state.spans[table].withoutID
    for group in save.after.tables[table].groups {
      for row in 0..<group.rowCount where group.isLive(row) {
        let reference = RecordReference(table: table, row: group.firstRow + row)
        if withoutID.contains(reference.row), !named.contains(reference) { continue }
        highest = max(highest, try group.id(at: row, in: schema.tables[table].name).number ?? 0)
      }
    }
    return highest
  }

  /// Makes the document name the folder of its files, where it has become one.
  func nameAssetFolder() {
    guard state.assets == nil, !assets.stamps.isEmpty else { return }
    var scanner = MarkupScanner(bytes, state.root)
    guard let tag = scanner.next() else { return }
    let element = ElementNode(bytes, tag: tag.range)
    var value = RawBuffer()
    assets.folderName.withView { EscapedText.printAttribute($0, to: &value) }
    let attribute = ElementBody.Attribute(name: DocumentName.assets, value: value.array)
    edits.insert(attribute.bytes, at: element.attributes.last?.range.upperBound ?? element.nameEnd)
  }
}
