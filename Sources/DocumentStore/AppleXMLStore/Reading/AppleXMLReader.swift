import Foundation
import ManagedModel
import Predicates

/// Reads a file of Apple's XML store in one pass: objects with their values, references still as ids.
///
/// Faulty parts are reported and left out, so that one pass finds all that is wrong. Messages are in
/// `AppleXMLReader+Messages`.
final class AppleXMLReader: SAXHandler {
  /// What the element is that is open innermost.
  enum Mode {
    case outside, database, info, infoText, metadata, list, listText, object, attribute
    case relationship, skipped
  }

  let schema: Schema
  let dialect: AppleDialect
  let bytes: ByteView

  /// The objects, and what is wrong.
  let found: AppleObjectList
  /// Where the outermost element stands.
  private(set) var root = 0..<0
  /// Where `databaseInfo` begins, where there is one.
  private(set) var infoStart: Int?
  private(set) var uuid: String?
  private(set) var metadata: [String: PropertyList] = [:]

  private var mode = Mode.outside
  private var modes: [Mode] = []
  /// The object that is open, and the column of its property that is.
  private(set) var object: AppleObject?
  private(set) var column = 0
  /// Where the element of the property, of the field or of the list that is open begins.
  private(set) var start = 0
  private var content = RawBuffer()
  private var list = PropertyListBuilder()
  private var names: [String] = []
  private var hasReportedText = false

  init(_ schema: Schema, _ dialect: AppleDialect, _ bytes: ByteView, _ parser: SAXParser) {
    self.schema = schema
    self.dialect = dialect
    self.bytes = bytes
    found = AppleObjectList(schema)
    super.init(parser)
  }

  var problems: ProblemList {
    get { found.problems }
    _modify { yield &found.problems }
  }

  // MARK: Events

  override func begin(_ element: SAXElement) {
    modes.append(mode)
    hasReportedText = false
    if modes.count > 200 || problems.isFull {
      mode = .skipped
      if modes.count > 200 { reportDepth() }
      return parser.stop()
    }
    let name = element.name
    switch mode {
    case .outside: beginRoot(element)
    case .database where name == "databaseInfo" && infoStart == nil && found.objects.isEmpty:
      mode = .info
      infoStart = parser.elementStart
    case .database where name == "object": beginObject(element)
    case .info: beginInfo(name)
    case .metadata where name == "plist": mode = .list
    case .list: beginList(name)
    case .object where name == "attribute" || name == "relationship": beginProperty(element)
    case .skipped: break
    default:
      mode = .skipped
      reportUnexpected(name)
    }
  }

  override func end() {
    switch mode {
    case .object: endObject()
    case .attribute: endAttribute()
    case .relationship:
      if !content.isBlank { report(column, "has text; it names objects by 'idrefs'") }
    case .infoText: endInfo()
    case .list, .listText: endList()
    case .metadata: endMetadata()
    case .database: root = root.lowerBound..<parser.position
    case .outside, .info, .skipped: break
    }
    mode = modes.popLast() ?? .outside
  }

  override func text(_ bytes: ByteView) {
    switch mode {
    case .attribute, .relationship, .infoText, .listText: content.append(bytes)
    case .outside, .skipped: break
    default:
      guard !hasReportedText, !bytes.isBlank else { return }
      hasReportedText = true
      problems.add("text where only elements can stand; remove it", at: parser.textStart)
    }
  }

  private func beginRoot(_ element: SAXElement) {
    root = parser.elementStart..<parser.elementStart
    mode = .database
    guard element.name != SAXParser.Dialect.apple.root else { return }
    reportForeignRoot(element.name)
    parser.stop()
  }

  // MARK: The head

  private func beginInfo(_ name: String) {
    start = parser.elementStart
    content.removeAll()
    names.append(name)
    if name == "metadata" {
      mode = .metadata
      list = PropertyListBuilder()
    } else {
      mode = .infoText
    }
  }

  private func endInfo() {
    let text = content.withView { $0.trimmed.string }
    switch names.popLast() {
    case "UUID": uuid = text.isEmpty ? nil : text
    case "nextObjectID":
      found.counter = Int64(text).flatMap { 0...RecordID.largestNumber ~= $0 ? $0 : nil }
      if found.counter == nil { reportCounter() }
    default: break
    }
  }

  private func beginList(_ name: String) {
    content.removeAll()
    start = parser.elementStart
    names.append(name)
    do throws(PropertyListBuilder.Fault) {
      mode = try list.begin(name) ? .listText : .list
    } catch {
      mode = .skipped
      names.removeLast()
      reportList(error.sentence)
    }
  }

  private func endList() {
    guard names.count > 1, let name = names.popLast() else { return }
    do throws(PropertyListBuilder.Fault) {
      try content.withView { view throws(PropertyListBuilder.Fault) in
        try list.end(name, view, attribute: nil)
      }
    } catch {
      reportList(error.sentence)
    }
    content.removeAll()
  }

  private func endMetadata() {
    names.removeLast()
    guard let node = list.node else { return }
    if let entries = node.plain?.entries { metadata = entries } else { reportNoDictionary() }
  }

  // MARK: Objects

  private func beginObject(_ element: SAXElement) {
    mode = .skipped
    let start = parser.elementStart
    guard let type = value(of: "type", element), let id = value(of: "id", element) else {
      return reportIncomplete("object", "'type' and 'id'", at: start)
    }
    guard let table = dialect.tables[type.uppercased()] else {
      return reportUnknownEntity(type, at: start)
    }
    guard id.withView(\.isXMLName) else { return reportBadID(id, at: start) }
    mode = .object
    let count = schema.tables[table].columns.count
    object = AppleObject(
      table: table, id: id, range: start..<start,
      values: Array(repeating: .null, count: count),
      isPresent: Array(repeating: false, count: count))
  }

  private func endObject() {
    guard var object else { return }
    self.object = nil
    object.range = object.range.lowerBound..<parser.position
    for (index, column) in schema.tables[object.table].columns.enumerated()
    where !object.isPresent[index] && !column.isOptional && !column.isTransient {
      object.values[index] = column.defaultValue
    }
    found.objects.append(object)
  }

  private func value(of attribute: String, _ element: SAXElement) -> String? {
    for index in 0..<element.attributeCount where element.attributeName(index) == attribute {
      return element.attributeValue(index).string
    }
    return nil
  }

  // MARK: Properties

  private func beginProperty(_ element: SAXElement) {
    mode = .skipped
    start = parser.elementStart
    content.removeAll()
    guard let object else { return }
    guard let name = value(of: "name", element) else {
      return reportIncomplete(element.name, "'name'", at: start)
    }
    guard let column = dialect.entities[object.table].columns[name.lowercased()] else {
      return reportUnknownProperty(name, object)
    }
    self.column = column
    let schema = schema.tables[object.table].columns[column]
    let isRelationship = element.name == "relationship"
    if schema.isTransient {
      return report(column, "is transient, so it is not kept; remove the element")
    }
    if schema.type == .composite {
      return report(column, "is a composite, and how a store of Apple's keeps one is not known")
    }
    if schema.type.isRelationship != isRelationship {
      let is_ = schema.type.isRelationship ? "a relationship" : "an attribute"
      return report(column, "is \(is_) in the model, and stands here as '\(element.name)'")
    }
    if object.isPresent[column] {
      return report(column, "stands in the object a second time; remove one of them")
    }
    self.object?.isPresent[column] = true
    mode = isRelationship ? .relationship : .attribute
    guard isRelationship else { return }
    let ids = (value(of: "idrefs", element) ?? "").utf8.split(whereSeparator: \.isXMLSpace)
      .map { String(Substring($0)) }
    self.object?.links.append(.init(column: column, ids: ids, place: start))
  }

  private func endAttribute() {
    guard let table = object?.table else { return }
    let type = schema.tables[table].columns[column].type
    do throws(TextFault) {
      let value = try content.withView { text throws(TextFault) in
        try AppleValueText.parse(text, as: type)
      }
      object?.values[column] = value
    } catch {
      report(column, error.appleSentence(for: type))
    }
  }
}
