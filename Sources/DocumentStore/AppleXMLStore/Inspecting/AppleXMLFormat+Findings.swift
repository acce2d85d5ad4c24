package import ManagedModel

extension AppleXMLFormat {
  /// Everything that is wrong with a file, rules of the model included, in the order of the file.
  ///
  /// Reads the file anew. A file that cannot be read has the findings of that alone. `doubts` finds what is not
  /// wrong and probably not meant.
  package static func findings(
    in file: StoredFile, _ schema: Schema,
    doubts: (Generation) throws(StoreError) -> [RecordFinding] = { _ in [] }
  ) throws(StoreError) -> [Diagnostic] {
    let (contents, state) = try AppleXMLLoader.load(
      file, schema, AppleDialect(schema), file.read(limit: DocumentLoader.sizeLimit))
    let broken = try RecordCheck.findings(in: contents.generation)
    let doubtful = try doubts(contents.generation)
    if broken.isEmpty, doubtful.isEmpty { return contents.warnings }
    let (bytes, _) = try file.read(limit: DocumentLoader.sizeLimit)
    let text = try DocumentText(file: bytes, path: file.path)
    let located = withExtendedLifetime(text.bytes) {
      let view = unsafe ByteView(text.bytes.buffer)
      var problems = ProblemList()
      for finding in broken {
        problems.add(finding.message, at: state.place(of: finding, view, schema))
      }
      for finding in doubtful {
        problems.add(finding.message, at: state.place(of: finding, view, schema), .warning)
      }
      return problems.diagnostics(path: file.path, text: view)
    }
    return (contents.warnings + located).sorted { one, other in
      (one.location.line ?? 0, one.location.column ?? 0)
        < (other.location.line ?? 0, other.location.column ?? 0)
    }
  }
}

extension AppleXMLState {
  /// Where the property at fault stands, or the object where the property does not.
  fileprivate func place(of finding: RecordFinding, _ view: ByteView, _ schema: Schema) -> Int {
    let start = spans[finding.reference.table].starts[finding.reference.row]
    guard start >= 0, let column = finding.column, let node = ElementNode(view, at: start) else {
      return max(0, start)
    }
    let name = schema.tables[finding.reference.table].columns[column].name.lowercased()
    let child = node.children.first { child in
      child.attribute("name").map { view[$0.value].attributeText.lowercased() } == name
    }
    return child?.range.lowerBound ?? start
  }
}
