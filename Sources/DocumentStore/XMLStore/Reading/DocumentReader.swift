import Foundation
import ManagedModel

/// Reads a document in one pass: values go straight into the columns, references into lists of
/// symbols that are resolved when all objects are known.
///
/// Faulty parts are reported and left out, so that one pass finds all that is wrong. Messages are
/// in `DocumentReader+Messages`.
struct DocumentReader: ~Copyable {
  /// What the element is that is open innermost.
  enum Mode: UInt8 {
    case outside, root, object, value, toOne, toMany, reference, composite, transformable, list
    case listText, metadata, skipped
  }

  let parser: SAXParser
  let schema: Schema
  let plan: ReadingPlan
  let keys: Keys
  /// The document.
  let bytes: ByteView
  let file: StoredFile
  let source: SourceIndex

  var problems = ProblemList()
  /// Where the document stops being well-formed; set when the parser is done.
  var fault: SAXParser.Fault?
  var symbols: SymbolTable
  /// For each table and column, the references; empty for attributes.
  var links: [[LinkColumn]]
  /// For each table, its records.
  let builders: [TableBuilder]
  /// For each property of the plan, the builder of its first leaf.
  let leaves: [Leaf]
  /// What stands there for those that have none.
  private let noLeaf: ColumnBuilder
  /// For each table, where its records stand in the document.
  var spans: [ElementSpans]
  /// The document's own account of itself.
  var root = RootElement()
  /// The files that values lie in, and what they are now.
  var assetStamps: [ExactText: FileStamp] = [:]

  var mode = Mode.outside
  var modes: [Mode] = []
  /// The table of the object that is open, and the row.
  var table = 0
  var row = 0
  /// The symbol of its id, -1 where it has none.
  var idSymbol = -1
  /// The property whose element is open.
  var property = 0
  /// Where the parser stood when it began, behind the start tag.
  var place = 0
  /// For each property, where it last began: at or behind the begin of the open object (or
  /// composite), where it has it.
  var seen: [Int]
  /// The composites that are open, and where they began.
  var composites: [(property: Int, place: Int)] = []
  var objectPlace = 0
  /// Whether text was reported since the last tag; it may come in many parts.
  var hasReportedText = false
  /// The property to look for first among the siblings.
  var hint = 0

  var content = RawBuffer()
  var decoded = RawBuffer()
  /// The value of the attribute `encoding` or `seconds` of the open element.
  var attribute: [UInt8]?
  var isInFile = false
  var listBuilder = PropertyListBuilder()
  /// The names of the property list's elements that are open, and where they began.
  var openLists: [(name: String, place: Int)] = []
  /// Whether the to-one that is open has not said which object it means.
  var lacksTarget = false

  init(schema: Schema, bytes: ByteView, parser: SAXParser, file: StoredFile) {
    self.parser = parser
    self.schema = schema
    self.bytes = bytes
    self.file = file
    source = SourceIndex(bytes)
    plan = ReadingPlan(schema, parser)
    keys = Keys(parser)
    symbols = SymbolTable(schema, byteCount: bytes.count)
    seen = Array(repeating: -1, count: plan.properties.count)
    links = schema.tables.map { Array(repeating: LinkColumn(), count: $0.columns.count) }
    let builders = schema.tables.map { TableBuilder($0) }
    self.builders = builders
    let noLeaf = ColumnBuilder(.boolean)
    self.noLeaf = noLeaf
    leaves = plan.properties.map { property in
      Leaf(
        property.leaf < 0 ? noLeaf : builders[Int(property.table)].leaves[Int(property.leaf)])
    }
    spans = schema.tables.map { _ in ElementSpans() }
  }

  /// The keys of the names that are not the model's.
  struct Keys {
    let store, metadata, reference, references, id, file, seconds, encoding, model, assets: UInt

    init(_ parser: SAXParser) {
      store = parser.key(of: DocumentName.store)
      metadata = parser.key(of: DocumentName.metadata)
      reference = parser.key(of: DocumentName.reference)
      references = parser.key(of: DocumentName.references)
      id = parser.key(of: DocumentName.id)
      file = parser.key(of: DocumentName.file)
      seconds = parser.key(of: DocumentName.seconds)
      encoding = parser.key(of: DocumentName.encoding)
      model = parser.key(of: DocumentName.model)
      assets = parser.key(of: DocumentName.assets)
    }
  }

  // MARK: Events

  var tableKey: UInt { plan.tables.isEmpty ? 0 : plan.tables[table].key }

  mutating func begin(_ element: SAXElement) {
    let outer = mode
    modes.append(mode)
    hasReportedText = false
    if modes.count > Self.depthLimit { return stopAtDepth() }
    if problems.isFull { return stopAtLimit() }
    switch outer {
    case .object:
      beginProperty(element, plan.tables[table].children, startedAt: objectPlace)
    case .root: beginObject(element)
    case .toMany: beginReference(element)
    case .composite:
      let (composite, place) = composites[composites.count - 1]
      let parts = plan.properties[composite]
      beginProperty(
        element, Int(parts.firstChild)..<Int(parts.endChild), startedAt: place)
    case .transformable, .list, .metadata: beginListElement(element)
    case .outside: beginRoot(element)
    case .skipped: break
    case .value, .toOne, .reference, .listText: skip(nested: element, in: outer)
    }
  }

  mutating func end() {
    hasReportedText = false
    switch mode {
    case .value: endValue()
    case .object: endObject()
    case .toOne: if lacksTarget { reportNoTarget() }
    case .composite: endComposite()
    case .transformable: endTransformable()
    case .list, .listText: endListElement()
    case .metadata: endMetadata()
    case .root: root.end = parser.position
    case .toMany, .reference, .outside, .skipped: break
    }
    mode = modes.popLast() ?? .outside
  }

  mutating func text(_ bytes: ByteView) {
    switch mode {
    case .value, .listText, .transformable: content.append(bytes)
    case .skipped, .outside: break
    default:
      guard !hasReportedText, !bytes.isBlank else { return }
      hasReportedText = true
      reportText(at: parser.textStart)
    }
  }

  /// Leaves out the element that has just begun.
  mutating func skipNested() { mode = .skipped }

  /// Ends the pass: what else is wrong would not be told.
  mutating func stopAtLimit() {
    mode = .skipped
    parser.stop()
  }

  /// More levels than a document can need.
  private static let depthLimit = 200

  mutating func stopAtDepth() {
    mode = .skipped
    problems.add(
      "elements are nested more than \(Self.depthLimit) deep; the depth of a document is limited",
      at: tagStart(place))
    parser.stop()
  }
}

/// Brings the parser's events to a reader.
///
/// The reader is reached through a pointer, because in a class each of its variables would be
/// guarded against overlapping access at run time, a few times for each element.
///
/// Safe because the memory lives as long as the handler.
@safe final class DocumentHandler: SAXHandler {
  private let reader: UnsafeMutablePointer<DocumentReader>
  private var isTaken = false

  init(_ reader: consuming DocumentReader) {
    let parser = reader.parser
    unsafe self.reader = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe self.reader.initialize(to: reader)
    super.init(parser)
  }

  deinit {
    if !isTaken { unsafe reader.deinitialize(count: 1) }
    unsafe reader.deallocate()
  }

  override func begin(_ element: SAXElement) { unsafe reader.pointee.begin(element) }
  override func end() { unsafe reader.pointee.end() }
  override func text(_ bytes: ByteView) { unsafe reader.pointee.text(bytes) }

  /// Gives the reader back, once, when the parser is done.
  func take() -> DocumentReader {
    precondition(!isTaken)
    isTaken = true
    return unsafe reader.move()
  }
}

/// A column's builder, reached without counting references.
///
/// Safe because the reader keeps all builders as long as it has these.
@safe struct Leaf {
  private let builder: Unmanaged<ColumnBuilder>

  init(_ builder: ColumnBuilder) { unsafe self.builder = Unmanaged.passUnretained(builder) }

  @inline(__always)
  func with(_ body: (ColumnBuilder) -> Void) {
    unsafe builder._withUnsafeGuaranteedRef(body)
  }
}
