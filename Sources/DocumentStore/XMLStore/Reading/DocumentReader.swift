import Foundation
import ManagedModel

/// Reads a document in one pass: values go straight into the columns, references into lists of symbols that are
/// resolved when all objects are known.
///
/// Faulty parts are reported and left out, so that one pass finds all that is wrong. Messages are in
/// `DocumentReader+Messages`.
final class DocumentReader: SAXHandler {
  /// What the element is that is open innermost.
  enum Mode: UInt8 {
    case outside, root, object, value, toOne, toMany, reference, composite, transformable, list
    case listText, metadata, skipped
  }

  let schema: Schema
  let plan: ReadingPlan
  let keys: Keys
  /// The document.
  let bytes: ByteView
  private let file: StoredFile

  var problems = ProblemList()
  var symbols = SymbolTable()
  /// For each table and column, the references; empty for attributes.
  var links: [[LinkColumn]]
  /// For each table, its records.
  let builders: [TableBuilder]
  private let leaves: [[ColumnBuilder]]
  /// For each table, where its records stand in the document.
  var spans: [ElementSpans]
  /// The document's own account of itself.
  var root = RootElement()
  /// The files that values lie in, and what they are now.
  var assetStamps: [String: FileStamp] = [:]

  private(set) var mode = Mode.outside
  private var modes: [Mode] = []
  /// The table of the object that is open, and the row.
  private(set) var table = 0
  private(set) var row = 0
  /// The symbol of its id, -1 where it has none.
  private(set) var idSymbol = -1
  /// The property whose element is open.
  private(set) var property = 0
  /// Where the parser stood when it began, behind the start tag.
  var place = 0
  /// For each property, where it last began: at or behind the begin of the open object (or composite), where it has it.
  var seen: [Int]
  /// The composites that are open, and where they began.
  private(set) var composites: [(property: Int, place: Int)] = []
  private(set) var objectPlace = 0
  /// Where text was reported last; it may come in several parts.
  var lastTextPlace = -1
  /// The property to look for first among the siblings.
  private var hint = 0

  private var content = RawBuffer()
  private var decoded = RawBuffer()
  /// The value of the attribute `encoding` or `seconds` of the open element.
  private var attribute: [UInt8]?
  private var isInFile = false
  var listBuilder = PropertyListBuilder()
  /// The names of the property list's elements that are open, and where they began.
  private var openLists: [(name: String, place: Int)] = []
  /// Whether the to-one that is open has not said which object it means.
  var lacksTarget = false

  init(schema: Schema, bytes: ByteView, keysOf parser: SAXParser, file: StoredFile) {
    self.schema = schema
    self.bytes = bytes
    self.file = file
    plan = ReadingPlan(schema, parser)
    keys = Keys(parser)
    seen = Array(repeating: -1, count: plan.properties.count)
    links = schema.tables.map { Array(repeating: LinkColumn(), count: $0.columns.count) }
    builders = schema.tables.map { TableBuilder($0) }
    leaves = builders.map(\.leaves)
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

  override func begin(_ element: SAXElement, _ parser: SAXParser) {
    let outer = mode
    modes.append(mode)
    if modes.count > Self.depthLimit { return stopAtDepth(parser) }
    switch outer {
    case .object:
      beginProperty(element, plan.tables[table].children, startedAt: objectPlace, parser)
    case .root: beginObject(element, parser)
    case .toMany: beginReference(element, parser)
    case .composite:
      let (composite, place) = composites[composites.count - 1]
      let parts = plan.properties[composite]
      beginProperty(
        element, Int(parts.firstChild)..<Int(parts.endChild), startedAt: place, parser)
    case .transformable, .list, .metadata: beginListElement(element, parser)
    case .outside: beginRoot(element, parser)
    case .skipped: break
    case .value, .toOne, .reference, .listText: skip(nested: element, in: outer, parser)
    }
  }

  override func end(_ parser: SAXParser) {
    switch mode {
    case .value: endValue()
    case .object: endObject(parser)
    case .toOne: if lacksTarget { reportNoTarget() }
    case .composite: endComposite()
    case .transformable: endTransformable()
    case .list, .listText: endListElement()
    case .metadata: endMetadata(parser)
    case .root: root.end = parser.position
    case .toMany, .reference, .outside, .skipped: break
    }
    mode = modes.popLast() ?? .outside
  }

  override func text(_ bytes: ByteView, _ parser: SAXParser) {
    switch mode {
    case .value, .listText, .transformable: content.append(bytes)
    case .skipped, .outside: break
    default: if !bytes.isBlank { reportText(at: parser.textStart) }
    }
  }

  /// Leaves out the element that has just begun.
  func skipNested() { mode = .skipped }

  /// More levels than a document can need.
  private static let depthLimit = 200

  private func stopAtDepth(_ parser: SAXParser) {
    mode = .skipped
    problems.add(
      "elements are nested more than \(Self.depthLimit) deep; the depth of a document is limited",
      at: tagStart(place))
    parser.stop()
  }

  // MARK: Objects

  private func beginRoot(_ element: SAXElement, _ parser: SAXParser) {
    mode = .root
    root.start = parser.elementStart
    if element.key != keys.store { return refuseRoot(element, parser) }
    for index in 0..<element.attributeCount {
      let value = element.attributeValue(index).string
      switch element.attributeKey(index) {
      case keys.model: root.model = value
      case keys.assets: beginAssets(value, parser)
      // Schema locations and the like have a prefix.
      case 0: break
      default:
        report(
          attribute: element.attributeName(index), of: "'store'", at: parser.position,
          "only 'model' and 'assets' are known there")
      }
    }
  }

  private func beginAssets(_ name: String, _ parser: SAXParser) {
    root.assets = name
    if AssetFolder.isValid(name) {
      root.folder = AssetFolder(name: name, beside: file)
    } else {
      problems.add(
        "'assets' of 'store' is '\(name)', which is not the name of a folder beside the document",
        at: parser.elementStart)
    }
  }

  private func beginObject(_ element: SAXElement, _ parser: SAXParser) {
    let key = element.key
    if key != plan.tables[safe: table]?.key {
      guard let found = plan.tablesByKey[key], key != 0 else {
        return beginOther(element, parser)
      }
      table = found
    }
    mode = .object
    objectPlace = parser.position
    row = builders[table].rowCount
    idSymbol = -1
    hint = plan.tables[table].children.lowerBound
    spans[table].starts.append(parser.elementStart)
    for index in 0..<element.attributeCount {
      if element.attributeKey(index) == keys.id {
        define(element.attributeValue(index))
      } else {
        report(
          attribute: element.attributeName(index), of: objectName, at: objectPlace,
          "only 'id' is known there; properties are elements")
      }
    }
    if idSymbol < 0 {
      spans[table].withoutID.append(row)
      // Replaced when all ids are known.
      builders[table].beginRecord(.number(-1))
    }
  }

  private func define(_ id: ByteView) {
    guard id.isXMLName else { return reportBadID(id) }
    let symbol = symbols.symbol(for: id)
    if symbols.reference(symbol) != nil { return reportRepeatedID(symbol) }
    idSymbol = symbol
    symbols.define(symbol, RecordReference(table: table, row: row), at: objectPlace)
    builders[table].beginRecord(RecordID(id, in: schema.tables[table].name))
  }

  private func beginOther(_ element: SAXElement, _ parser: SAXParser) {
    if element.key == keys.metadata, root.metadataStart == nil {
      mode = .metadata
      root.metadataStart = parser.elementStart
      place = parser.position
      listBuilder = PropertyListBuilder()
    } else {
      mode = .skipped
      reportUnknownObject(element, parser)
    }
  }

  private func endObject(_ parser: SAXParser) {
    spans[table].ends.append(parser.position)
    for index in plan.tables[table].required where seen[index] < objectPlace {
      appendDefault(index, at: objectPlace)
    }
    builders[table].endRecord()
  }

  private func appendDefault(_ index: Int, at place: Int) {
    let column = plan.schemas[index]
    guard !column.defaultValue.isNull else { return reportMissing(index, at: place) }
    leaves[table][column.leaves.lowerBound].append(column.defaultValue)
  }

  // MARK: Properties

  @inline(__always)
  private func beginProperty(
    _ element: SAXElement, _ siblings: Range<Int>, startedAt start: Int, _ parser: SAXParser
  ) {
    place = parser.position
    guard let index = plan.index(of: element.key, in: siblings, after: hint) else {
      mode = .skipped
      return reportUnknownProperty(element, siblings)
    }
    hint = index + 1
    property = index
    if seen[index] >= start || plan.properties[index].isTransient {
      mode = .skipped
      return reportUnusable(first: seen[index], start)
    }
    seen[index] = place
    switch plan.properties[index].type {
    case .toOne:
      mode = .toOne
      beginToOne(element)
    case .toMany:
      mode = .toMany
      beginToMany(element)
    case .composite: beginComposite(element, index)
    case .transformable:
      mode = .transformable
      listBuilder = PropertyListBuilder()
      beginText(element)
    default:
      mode = .value
      beginText(element)
    }
  }

  @inline(__always)
  private func beginText(_ element: SAXElement) {
    content.removeAll()
    attribute = nil
    isInFile = false
    if element.attributeCount > 0 { readAttributes(element) }
  }

  private func readAttributes(_ element: SAXElement) {
    for index in 0..<element.attributeCount {
      let key = element.attributeKey(index)
      let value = element.attributeValue(index)
      switch (key, plan.properties[property].type) {
      case (keys.seconds, .date), (keys.encoding, .string), (keys.encoding, .uri):
        attribute = value.array
      case (keys.file, .data), (keys.file, .transformable):
        guard attribute == nil else { break }
        isInFile = true
        read(fileAt: value.string)
      default: reportAttribute(element, index)
      }
    }
  }

  private func read(fileAt path: String) {
    guard plan.properties[property].allowsFile else { return reportFileNotAllowed() }
    guard let folder = root.folder else { return root.assets == nil ? reportNoFolder() : () }
    do throws(AssetFolder.Fault) {
      let (bytes, stamp) = try folder.read(path)
      assetStamps[path] = stamp
      unsafe leaf(property).append(bytes: bytes.buffer)
    } catch {
      report(property, "names \(error.sentence)")
    }
  }

  @inline(__always)
  private func leaf(_ property: Int) -> ColumnBuilder {
    leaves[table][Int(plan.properties[property].leaf)]
  }

  // MARK: Values

  private func endValue() {
    do throws(TextFault) {
      if isInFile { return reportTextBesideFile() }
      try content.withView { text throws(TextFault) in try append(text) }
    } catch {
      report(error, property)
    }
  }

  @inline(__always)
  private func append(_ text: ByteView) throws(TextFault) {
    let leaf = leaf(property)
    let type = plan.properties[property].type
    switch type {
    case .string, .uri: try append(string: text, leaf)
    case .int16, .int32, .int64:
      let range = plan.properties[property].least...plan.properties[property].greatest
      leaf.append(integer: try IntegerText.parse(text, in: range))
    case .boolean: leaf.append(boolean: try BooleanText.parse(text))
    case .double: leaf.append(double: try DoubleText.parse(text))
    case .float: leaf.append(float: try FloatText.parse(text))
    case .decimal: leaf.append(decimal: try DecimalText.parse(text))
    case .date: leaf.append(double: try date(text))
    case .uuid: leaf.append(uuid: try UUIDText.parse(text))
    case .data, .transformable:
      decoded.removeAll()
      try Base64Text.parse(text, to: &decoded)
      decoded.withView { unsafe leaf.append(bytes: $0.raw) }
    case .composite, .toOne, .toMany: break
    }
  }

  private func append(string text: ByteView, _ leaf: ColumnBuilder) throws(TextFault) {
    guard let attribute else { return unsafe leaf.append(bytes: text.raw) }
    guard attribute.withView({ $0.equals("base64") }) else { return reportEncoding() }
    decoded.removeAll()
    try Base64Text.parse(text, to: &decoded)
    try decoded.withView { bytes throws(TextFault) in
      guard String(validating: bytes.array, as: UTF8.self) != nil else { throw .notUTF8 }
      unsafe leaf.append(bytes: bytes.raw)
    }
  }

  private func date(_ text: ByteView) throws(TextFault) -> Double {
    guard let attribute else { return try DateText.parse(text) }
    guard text.isBlank else { throw .malformed }
    do throws(TextFault) {
      return try attribute.withView { text throws(TextFault) in try DoubleText.parse(text) }
    } catch {
      reportSeconds()
      return 0
    }
  }

  // MARK: Composites

  private func beginComposite(_ element: SAXElement, _ index: Int) {
    mode = .composite
    composites.append((index, place))
    hint = Int(plan.properties[index].firstChild)
    if element.attributeCount > 0 { reportAttribute(element, 0) }
    leaf(index).append(boolean: true)
  }

  private func endComposite() {
    guard let (index, start) = composites.popLast() else { return }
    for part in plan.requiredParts[index] where seen[part] < start {
      appendDefault(part, at: start)
    }
    hint = index + 1
  }

  // MARK: Property lists

  private func beginListElement(_ element: SAXElement, _ parser: SAXParser) {
    if mode == .transformable, !content.withView(\.isBlank) { reportText(at: place) }
    let name = element.name
    let start = parser.position
    do throws(PropertyListBuilder.Fault) {
      let hasText = try listBuilder.begin(name)
      openLists.append((name, start))
      mode = hasText ? .listText : .list
    } catch {
      mode = .skipped
      reportList(error.sentence, at: start)
    }
    content.removeAll()
    attribute = nil
    for index in 0..<element.attributeCount {
      let key = element.attributeKey(index)
      if key == keys.seconds && name == "date" || key == keys.encoding && name == "string" {
        attribute = element.attributeValue(index).array
      } else {
        report(
          attribute: element.attributeName(index), of: "'\(name)'", at: start,
          "the elements of a property list have none")
      }
    }
  }

  private func endListElement() {
    guard let (name, start) = openLists.popLast() else { return }
    do throws(PropertyListBuilder.Fault) {
      try content.withView { text throws(PropertyListBuilder.Fault) in
        guard let attribute else { return try listBuilder.end(name, text, attribute: nil) }
        try attribute.withView { view throws(PropertyListBuilder.Fault) in
          try listBuilder.end(name, text, attribute: view)
        }
      }
    } catch {
      reportList(error.sentence, at: start)
    }
    content.removeAll()
    attribute = nil
  }

  private func endTransformable() {
    guard let node = listBuilder.node else { return endValue() }
    if !content.withView(\.isBlank) { reportText(at: place) }
    if isInFile { return reportTextBesideFile() }
    let bytes = BinaryPropertyListWriter.bytes(of: node)
    unsafe bytes.withUnsafeBytes { unsafe leaf(property).append(bytes: $0) }
  }

  private func endMetadata(_ parser: SAXParser) {
    root.metadataEnd = parser.position
    guard case .dictionary(let entries)? = listBuilder.node?.plain else { return reportMetadata() }
    root.metadata = entries
  }

  // MARK: References

  private func beginToOne(_ element: SAXElement) {
    lacksTarget = true
    for index in 0..<element.attributeCount {
      guard element.attributeKey(index) == keys.reference else {
        reportAttribute(element, index)
        continue
      }
      lacksTarget = false
      beginLinks()
      link(element.attributeValue(index), at: place)
    }
  }

  private func beginToMany(_ element: SAXElement) {
    beginLinks()
    for index in 0..<element.attributeCount {
      guard element.attributeKey(index) == keys.references else {
        reportAttribute(element, index)
        continue
      }
      element.attributeValue(index).forEachWord { link($0, at: place) }
    }
  }

  private func beginReference(_ element: SAXElement, _ parser: SAXParser) {
    let start = parser.position
    guard element.key == keys.reference else {
      mode = .skipped
      return reportNoReference(element, at: start)
    }
    mode = .reference
    var hasTarget = false
    for index in 0..<element.attributeCount {
      guard element.attributeKey(index) == keys.id else {
        report(
          attribute: element.attributeName(index), of: "'ref'", at: start,
          "only 'id' is known there")
        continue
      }
      hasTarget = true
      link(element.attributeValue(index), at: start)
    }
    if !hasTarget { reportReferenceWithoutID(at: start) }
  }

  private func beginLinks() {
    links[table][Int(plan.properties[property].column)].begin(row: row, at: place)
  }

  private func link(_ id: ByteView, at place: Int) {
    guard id.isXMLName else { return reportBadTarget(id, at: place) }
    links[table][Int(plan.properties[property].column)].add(symbols.symbol(for: id), at: place)
  }
}

/// What a document says of itself, and where.
struct RootElement {
  var start = 0
  /// Behind the end tag.
  var end = 0
  var model: String?
  /// The name of the root, where it is not `store`.
  var foreignName: String?
  /// The name of the folder for values, as it stands there.
  var assets: String?
  /// The folder, where the name is that of one.
  var folder: AssetFolder?
  var metadata: [String: PropertyList]?
  /// For each entity, the number from which on ids have not been given yet, where the document says so.
  var nextNumbers: [String: Int64] = [:]
  var metadataStart: Int?
  var metadataEnd: Int?
}

/// Where the records of a table stand in a document.
struct ElementSpans {
  /// For each row, the offset of the element's `<`.
  var starts: [Int] = []
  /// For each row, the offset behind the element's end tag.
  var ends: [Int] = []
  /// The rows whose elements have no id.
  var withoutID: [Int] = []
  /// The largest n of an id `Entity-n` that the document has or says it had.
  var highestNumber: Int64 = 0
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension ByteView {
  /// Calls `body` with each run of bytes between white space.
  fileprivate func forEachWord(_ body: (ByteView) -> Void) {
    var start = 0
    while start < count {
      if self[start].isXMLSpace {
        start += 1
        continue
      }
      var end = start
      while end < count, !self[end].isXMLSpace { end += 1 }
      body(self[start..<end])
      start = end
    }
  }
}

extension RecordID {
  /// Reads an id, as ``init(_:in:)`` does, and makes text only of those that are no numbers.
  init(_ id: ByteView, in entityName: String) {
    let number: Int64? = entityName.withView { name in
      let start = name.count + 1
      guard id.count > start, id.count - start <= 19, id[start] != UInt8(ascii: "0"),
        id[name.count] == UInt8(ascii: "-"), id[0..<name.count].equals(name), id[start].isDigit
      else { return nil }
      return try? IntegerText.parse(id[start..<id.count])
    }
    self = number.map(RecordID.number) ?? .text(id.string)
  }
}
