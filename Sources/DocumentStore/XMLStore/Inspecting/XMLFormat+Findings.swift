package import ManagedModel

extension XMLFormat {
  /// Everything that is wrong with the document, rules of the model included, in the order of the file.
  ///
  /// Reads the file anew. A document that cannot be read has the findings of that alone.
  package static func findings(
    in file: StoredFile, _ schema: Schema
  ) throws(StoreError) -> [Diagnostic] {
    let (contents, state) = try DocumentLoader.load(file, schema)
    let broken = try RecordCheck.findings(in: contents.generation)
    if broken.isEmpty { return contents.warnings }
    let (bytes, _) = try file.read(limit: DocumentLoader.sizeLimit)
    let text = try DocumentText(file: bytes, path: file.path)
    let located = withExtendedLifetime(text.bytes) {
      let view = unsafe ByteView(text.bytes.buffer)
      var problems = ProblemList()
      for finding in broken {
        problems.add(finding.message, at: state.place(of: finding, view, schema))
      }
      return problems.diagnostics(path: file.path, text: view)
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
    let end = spans.ends[finding.reference.row]
    guard start >= 0, end <= view.count, let column = finding.column else { return max(0, start) }
    let name = schema.tables[finding.reference.table].columns[column].name
    guard let inside = PropertyFinder.start(of: name, in: view[start..<end]) else { return start }
    return start + inside
  }
}

/// Finds a property of an object.
private final class PropertyFinder: SAXHandler {
  private let name: String
  private var depth = 0
  private var found: Int?

  /// Where the property's element begins in the bytes of an object's element.
  static func start(of name: String, in bytes: ByteView) -> Int? {
    guard let parser = SAXParser(bytes) else { return nil }
    let finder = PropertyFinder(name, parser)
    do throws(SAXParser.Fault) { try parser.run(finder) } catch { return nil }
    return finder.found
  }

  private init(_ name: String, _ parser: SAXParser) {
    self.name = name
    super.init(parser)
  }

  override func begin(_ element: SAXElement) {
    if depth == 1, element.name == name {
      found = parser.elementStart
      parser.stop()
    }
    depth += 1
  }

  override func end() { depth -= 1 }
}
