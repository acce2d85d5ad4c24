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
    return try file.findings(in: contents, doubts: doubts) { finding, view in
      state.place(of: finding, view, schema)
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
