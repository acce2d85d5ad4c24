/// JSON as history files have it: one line, without blanks.
extension RawBuffer {
  /// Appends a string, its quotes included.
  mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    text.withView { view in
      var start = 0
      for index in 0..<view.count where view[index].isEscapedInJSON {
        append(view[start..<index])
        append(escapeOf: view[index])
        start = index + 1
      }
      append(view[start..<view.count])
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escapeOf byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u00")
      append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      let low = byte & 0xF
      append(low < 10 ? 0x30 + low : UInt8(ascii: "a") + low - 10)
    }
  }

  /// Appends a number: the fewest digits that bring it back.
  mutating func append(json number: Double) { DoubleText.print(number, to: &self) }

  /// Appends a number that is not negative.
  mutating func append(json number: Int64) { append(digitsOf: number.magnitude) }

  /// Appends values with commas between them.
  mutating func append<Element>(
    json list: some Sequence<Element>, _ body: (Element, inout RawBuffer) -> Void
  ) {
    var isFirst = true
    for element in list {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      body(element, &self)
    }
  }
}

extension UInt8 {
  fileprivate var isEscapedInJSON: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
