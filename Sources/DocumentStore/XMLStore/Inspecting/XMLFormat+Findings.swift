package import ManagedModel

extension XMLFormat {
  /// Everything that is wrong with the document, rules of the model included, in the order of the
  /// file.
  ///
  /// Reads the file anew. A document that cannot be read has the findings of that alone. `doubts` finds what is
  /// not wrong and probably not meant.
  package static func findings(
    in file: StoredFile, _ schema: Schema,
    doubts: (Generation) throws(StoreError) -> [RecordFinding] = { _ in [] }
  ) throws(StoreError) -> [Diagnostic] {
    let (contents, state) = try DocumentLoader.load(
      file, schema, try file.read(limit: DocumentLoader.sizeLimit))
    return try file.findings(in: contents, doubts: doubts) { finding, view in
      state.place(of: finding, view, schema)
    }
  }
}

extension StoredFile {
  /// What was doubtful when a document was read, and what is wrong with its records, by lines and columns.
  ///
  /// Reads the file again where there is something to be found; `place` is where a finding stands in it.
  func findings(
    in contents: StoreContents,
    doubts: (Generation) throws(StoreError) -> [RecordFinding],
    place: (RecordFinding, ByteView) -> Int
  ) throws(StoreError) -> [Diagnostic] {
    let broken = try RecordCheck.findings(in: contents.generation)
    let doubtful = try doubts(contents.generation)
    if broken.isEmpty, doubtful.isEmpty { return contents.warnings }
    let (bytes, _) = try read(limit: DocumentLoader.sizeLimit)
    let text = try DocumentText(file: bytes, path: path)
    let located = withExtendedLifetime(text.bytes) {
      let view = unsafe ByteView(text.bytes.buffer)
      var problems = ProblemList()
      for finding in broken { problems.add(finding.message, at: place(finding, view)) }
      for finding in doubtful { problems.add(finding.message, at: place(finding, view), .warning) }
      return problems.diagnostics(path: path, text: view)
    }
    return (contents.warnings + located).sorted { one, other in
      (one.location.line ?? 0, one.location.column ?? 0)
        < (other.location.line ?? 0, other.location.column ?? 0)
    }
  }
}

extension DocumentState {
  /// Where the property at fault stands, or the object where the property does not.
  fileprivate func place(of finding: RecordFinding, _ view: ByteView, _ schema: Schema) -> Int {
    let spans = spans[finding.reference.table]
    let start = spans.starts[finding.reference.row]
    guard start >= 0, let column = finding.column else { return max(0, start) }
    let name = schema.tables[finding.reference.table].columns[column].name
    var node = ElementNode(view, at: start)
    for name in [name] + finding.parts {
      // Of a part that is missing, the place is that of what it is missing in.
      guard let inner = node?.children.first(where: { $0.name == name }) else { break }
      node = inner
    }
    return node?.range.lowerBound ?? start
  }
}
