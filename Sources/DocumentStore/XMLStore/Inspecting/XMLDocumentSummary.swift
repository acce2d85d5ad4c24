/// What can be said of a document without its model.
package struct XMLDocumentSummary: Sendable {
  /// The name of the model, where the document gives one.
  package let modelName: String?
  /// The elements of objects by name, in the order in which they first appear, and how many each
  /// has.
  package let entities: [(name: String, count: Int)]
  /// What is in `store-metadata`.
  package let metadata: [String: PropertyList]
  /// The encoding of the file.
  package let encoding: String
  /// Bytes of the file.
  package let size: Int

  /// Reads a document; throws where it is not well-formed, or no document of ours.
  package init(_ file: StoredFile) throws(StoreError) {
    let (bytes, stamp) = try file.read(limit: DocumentLoader.sizeLimit)
    let text = try DocumentText(file: bytes, path: file.path)
    let handler = try withExtendedLifetime(text.bytes) { () throws(StoreError) in
      try unsafe SummaryHandler.read(ByteView(text.bytes.buffer), file)
    }
    modelName = handler.modelName
    entities = handler.names.map { ($0, handler.counts[$0] ?? 0) }
    metadata = handler.metadata
    encoding = text.foreignEncoding ?? "UTF-8"
    size = stamp.size
  }
}

/// Counts the elements under the root, and takes the metadata in.
private final class SummaryHandler: SAXHandler {
  private(set) var modelName: String?
  private(set) var names: [String] = []
  private(set) var counts: [String: Int] = [:]
  private(set) var metadata: [String: PropertyList] = [:]

  private var path: [String] = []
  private var list = PropertyListBuilder()
  private var isListSound = true
  private var content: [UInt8] = []
  private var attribute: [UInt8]?
  private var fault: SAXParser.Fault?

  static func read(_ view: ByteView, _ file: StoredFile) throws(StoreError) -> SummaryHandler {
    guard let parser = SAXParser(view) else {
      throw file.failure(.limit, "there is no memory for the parser")
    }
    let handler = SummaryHandler(parser)
    var fault: SAXParser.Fault?
    do throws(SAXParser.Fault) { try parser.run(handler) } catch { fault = error }
    guard let fault = handler.fault ?? fault else { return handler }
    var problems = ProblemList()
    problems.add(fault.sentence, at: fault.offset)
    throw StoreError(.malformed, problems.diagnostics(path: file.path, text: view))
  }

  override func begin(_ element: SAXElement) {
    path.append(element.name)
    switch path.count {
    case 1: beginRoot(element)
    case 2:
      if counts.updateValue((counts[element.name] ?? 0) + 1, forKey: element.name) == nil {
        names.append(element.name)
      }
    default:
      if path[1] == "store-metadata" { beginList(element) }
    }
  }

  private func beginRoot(_ element: SAXElement) {
    guard element.name == "store" else {
      fault = SAXParser.Fault(
        offset: parser.elementStart,
        sentence: "the outermost element is '\(element.name)'; a document begins with 'store'")
      return parser.stop()
    }
    for index in 0..<element.attributeCount where element.attributeName(index) == "model" {
      modelName = element.attributeValue(index).string
    }
  }

  private func beginList(_ element: SAXElement) {
    content.removeAll(keepingCapacity: true)
    attribute = element.attributeCount > 0 ? element.attributeValue(0).array : nil
    do throws(PropertyListBuilder.Fault) {
      _ = try list.begin(element.name)
    } catch {
      isListSound = false
    }
  }

  override func end() {
    let name = path.removeLast()
    guard path.count >= 2, path[1] == "store-metadata" else { return endObject(name) }
    do throws(PropertyListBuilder.Fault) {
      try content.withView { view throws(PropertyListBuilder.Fault) in
        try list.end(name, view, attribute: attribute)
      }
    } catch {
      isListSound = false
    }
  }

  private func endObject(_ name: String) {
    guard path.count == 1, name == "store-metadata" else { return }
    counts[name] = nil
    names.removeAll { $0 == name }
    if isListSound, let entries = list.node?.plain?.entries { metadata = entries }
    list = PropertyListBuilder()
  }

  override func text(_ bytes: ByteView) {
    guard path.count > 2, path[1] == "store-metadata" else { return }
    content += bytes.array
  }
}
