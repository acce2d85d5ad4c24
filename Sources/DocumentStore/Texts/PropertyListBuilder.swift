/// Puts a property list together from the start and end tags of its elements.
struct PropertyListBuilder {
  /// An `array` or `dict` whose end tag has not come.
  private struct Container {
    var isArray: Bool
    var elements: [PropertyListNode] = []
    var entries: [PropertyListEntry] = []
    var keys: Set<String> = []
    var pendingKey: String?
  }

  private var containers: [Container] = []
  /// The finished list.
  private(set) var node: PropertyListNode?

  /// Why an element cannot stand where it is, as a sentence.
  struct Fault: Error { var sentence: String }

  /// Begins an element.
  ///
  /// Returns whether it holds text, rather than elements.
  mutating func begin(_ name: String) throws(Fault) -> Bool {
    guard node == nil else {
      throw Fault(sentence: "a second value, '\(name)'; a property list is one value")
    }
    if let last = containers.last, !last.isArray, last.pendingKey == nil, name != "key" {
      throw Fault(sentence: "'\(name)' without a 'key' before it in a 'dict'")
    }
    switch name {
    case "array": containers.append(Container(isArray: true))
    case "dict": containers.append(Container(isArray: false))
    case "key":
      guard let last = containers.last, !last.isArray, last.pendingKey == nil else {
        throw Fault(sentence: "a 'key' where a value was expected")
      }
      return true
    case "string", "integer", "real", "date", "data", "true", "false": return true
    default:
      throw Fault(
        sentence: "'\(name)', which is no element of a property list; those are 'dict', 'array', "
          + "'string', 'integer', 'real', 'date', 'data', 'true' and 'false'")
    }
    return false
  }

  /// Ends an element.
  ///
  /// `text` is what stood in it, `attribute` the value of its `encoding` or `seconds`.
  mutating func end(
    _ name: String, _ text: ByteView, attribute: [UInt8]?
  ) throws(Fault) {
    switch name {
    case "key": try end(key: text.string)
    case "array", "dict":
      guard let last = containers.popLast() else { return }
      if let key = last.pendingKey { throw Fault(sentence: "the key '\(key)' without a value") }
      add(last.isArray ? .array(last.elements) : .dictionary(last.entries))
    default: add(try Self.scalar(name, text, attribute))
    }
  }

  private mutating func end(key: String) throws(Fault) {
    guard let last = containers.indices.last else { return }
    guard containers[last].keys.insert(key).inserted else {
      throw Fault(sentence: "the key '\(key)' twice in a 'dict'")
    }
    containers[last].pendingKey = key
  }

  private mutating func add(_ value: PropertyListNode) {
    guard let last = containers.indices.last else { return node = value }
    guard !containers[last].isArray else { return containers[last].elements.append(value) }
    let key = containers[last].pendingKey ?? ""
    containers[last].entries.append(PropertyListEntry(key: key, value: value))
    containers[last].pendingKey = nil
  }

  private static func scalar(
    _ name: String, _ text: ByteView, _ attribute: [UInt8]?
  ) throws(Fault) -> PropertyListNode {
    do throws(TextFault) {
      switch name {
      case "integer": return .integer(try integer(text))
      case "real": return .real(try DoubleText.parse(text))
      case "date":
        if let attribute {
          return .date(
            try attribute.withView { text throws(TextFault) in try DoubleText.parse(text) })
        }
        return .date(try DateText.parse(text))
      case "data": return .data(try data(text))
      case "true", "false":
        guard text.isBlank else { throw .malformed }
        return .boolean(name == "true")
      default:
        guard attribute != nil else { return .string(text.string) }
        guard let text = String(validating: try data(text), as: UTF8.self) else { throw .notUTF8 }
        return .string(text)
      }
    } catch {
      throw Fault(sentence: "'\(name)' with a text that is no such value")
    }
  }

  private static func integer(_ text: ByteView) throws(TextFault) -> Int128 {
    guard let number = Int128(text.trimmed.string),
      Int128(Int64.min)...Int128(UInt64.max) ~= number
    else { throw .malformed }
    return number
  }

  private static func data(_ text: ByteView) throws(TextFault) -> [UInt8] {
    var bytes = RawBuffer()
    try Base64Text.parse(text, to: &bytes)
    return bytes.array
  }
}
