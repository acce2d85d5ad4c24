import Foundation

/// What a property's element has besides its name: attributes, and what stands inside.
struct ElementBody: Hashable {
  /// The attributes with which a value says how it is written, values escaped.
  var attributes: [Attribute] = []
  /// What stands between the tags.
  var content: [UInt8] = []
  /// Whether there is one tag only, `<name …/>`.
  var isOneTag = false
  /// Whether elements stand inside, each in its own lines.
  var hasElements = false

  struct Attribute: Hashable {
    var name: String
    var value: [UInt8]
  }

  /// The whole element.
  func bytes(named name: String) -> [UInt8] {
    var bytes = Array("<\(name)".utf8)
    for attribute in attributes { bytes += attribute.bytes }
    if isOneTag { return bytes + Array("/>".utf8) }
    return bytes + [UInt8(ascii: ">")] + content + Array("</\(name)>".utf8)
  }

  static func text(_ content: [UInt8]) -> ElementBody { ElementBody(content: content) }

  static func oneTag(_ name: String, _ value: [UInt8]) -> ElementBody {
    ElementBody(attributes: [Attribute(name: name, value: value)], isOneTag: true)
  }
}

extension ElementBody.Attribute {
  /// A blank, the name, and the value in quotes.
  var bytes: [UInt8] { Array(" \(name)=\"".utf8) + value + [UInt8(ascii: "\"")] }
}

/// Turns values into what their elements have, one at a time; the plain way, beside that of
/// `RecordWriter`.
struct ValueMarkup {
  var style: DocumentStyle
  /// Writes a value into a file and gives its path; nil where values stay in the document.
  var writeFile: ((ByteView, ColumnSchema) throws(StoreError) -> String)?

  /// The body of an element for a value of an attribute.
  ///
  /// `indent` is the white space before the element; null has none.
  func body(of value: Value, _ column: ColumnSchema, indent: [UInt8]) throws(StoreError)
    -> ElementBody?
  {
    switch value {
    case .null: return nil
    case .boolean(let flag): return .text(printed { BooleanText.print(flag, to: &$0) })
    case .integer(let number): return .text(printed { IntegerText.print(number, to: &$0) })
    case .float(let number):
      guard number.isFinite else { throw notFinite(column) }
      return .text(printed { FloatText.print(number, to: &$0) })
    case .double(let number):
      guard number.isFinite else { throw notFinite(column) }
      return .text(printed { DoubleText.print(number, to: &$0) })
    case .decimal(let number):
      guard !number.isNaN else { throw notFinite(column) }
      return .text(printed { DecimalText.print(DecimalBits(number), to: &$0) })
    case .uuid(let uuid): return .text(printed { UUIDText.print(uuid, to: &$0) })
    case .date(let seconds): return try body(ofDate: seconds, column)
    case .string(let text), .uri(let text): return body(ofText: text)
    case .data(let data):
      return try file(Array(data), column) ?? .text(base64(Array(data)))
    case .transformed(let data):
      return try file(Array(data), column) ?? body(ofTransformed: Array(data), indent)
    case .composite(let elements): return try body(ofComposite: elements, column, indent)
    case .reference, .references: return nil
    }
  }

  private func file(_ bytes: [UInt8], _ column: ColumnSchema) throws(StoreError) -> ElementBody? {
    guard let writeFile, AssetWriter.wantsFile(bytes.count, column) else { return nil }
    let path = try bytes.withView { view throws(StoreError) in try writeFile(view, column) }
    return .oneTag(
      DocumentName.file,
      printed { output in path.withView { EscapedText.printAttribute($0, to: &output) } })
  }

  private func body(ofDate seconds: Double, _ column: ColumnSchema) throws(StoreError)
    -> ElementBody
  {
    guard seconds.isFinite else { throw notFinite(column) }
    if DateText.hasCalendarForm(seconds) {
      return .text(printed { DateText.print(seconds, to: &$0) })
    }
    return .oneTag(DocumentName.seconds, printed { DoubleText.print(seconds, to: &$0) })
  }

  private func body(ofText text: String) -> ElementBody {
    var output = RawBuffer()
    let fits = text.withView { EscapedText.print($0, lineEnd: style.lineEnd, to: &output) }
    if fits { return .text(output.array) }
    var body = ElementBody.text(base64(Array(text.utf8)))
    body.attributes = [.init(name: DocumentName.encoding, value: Array("base64".utf8))]
    return body
  }

  private func body(ofTransformed bytes: [UInt8], _ indent: [UInt8]) -> ElementBody {
    guard let node = bytes.withView({ BinaryPropertyListReader.exactNode(of: $0) }) else {
      return .text(base64(bytes))
    }
    let inner = style.isInline ? [] : indent + style.unit
    var markup = PropertyListMarkup(
      style.isInline ? nil : .init(lineEnd: style.lineEnd, indent: inner, unit: style.unit))
    let list = printed { markup.print(node, to: &$0) }
    return .init(
      content: style.lineBreakBytes + inner + list + style.lineBreakBytes + outer(indent),
      hasElements: true)
  }

  private func body(
    ofComposite elements: [Value], _ column: ColumnSchema, _ indent: [UInt8]
  ) throws(StoreError) -> ElementBody {
    var content = style.lineBreakBytes
    let inner = style.isInline ? [] : indent + style.unit
    for (element, value) in zip(column.elements, elements) {
      guard let body = try body(of: value, element, indent: inner) else { continue }
      content += inner + body.bytes(named: element.name) + style.lineBreakBytes
    }
    return ElementBody(content: content + outer(indent), hasElements: true)
  }

  /// The body of a to-many relationship with members of these ids.
  func body(ofMembers ids: [String], indent: [UInt8]) -> ElementBody {
    var content = style.lineBreakBytes
    for id in ids {
      if !style.isInline { content += indent + style.unit }
      content += reference(id) + style.lineBreakBytes
    }
    return ElementBody(content: content + outer(indent), hasElements: true)
  }

  /// The element by which a to-many relationship names an object.
  func reference(_ id: String) -> [UInt8] {
    ElementBody.oneTag(DocumentName.id, Array(id.utf8)).bytes(named: DocumentName.reference)
  }

  /// The white space before an end tag.
  private func outer(_ indent: [UInt8]) -> [UInt8] { style.isInline ? [] : indent }

  private func base64(_ bytes: [UInt8]) -> [UInt8] {
    printed { output in bytes.withView { Base64Text.print($0, to: &output) } }
  }

  private func printed(_ print: (inout RawBuffer) -> Void) -> [UInt8] {
    var output = RawBuffer()
    print(&output)
    return output.array
  }

  private func notFinite(_ column: ColumnSchema) -> StoreError {
    StoreError(.unstorable, "'\(column.name)' \(column.sentence(for: .notFinite))")
  }
}
