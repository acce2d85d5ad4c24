/// Text in the form that XML wants: markup characters and carriage returns as references, all else
/// as it is.
enum EscapedText {
  /// Whether XML 1.0 can hold every character of a text: no controls but tab and line ends, no
  /// U+FFFE, no U+FFFF.
  static func canHold(_ text: ByteView) -> Bool {
    var index = firstSpecial(in: text, from: 0)
    while index < text.count {
      if isForbidden(text, index) { return false }
      index = firstSpecial(in: text, from: index + 1)
    }
    return true
  }

  /// Appends text between tags, where XML can hold it.
  ///
  /// A line feed becomes the document's line end, which a reader turns back. Returns whether XML
  /// can hold the text; if not, nothing is appended.
  @discardableResult
  static func print(
    _ text: ByteView, lineEnd: LineEnd = .lineFeed, to output: inout RawBuffer
  ) -> Bool {
    let length = output.count
    var start = 0
    var index = firstSpecial(in: text, from: 0)
    while index < text.count {
      if let reference = reference(for: text[index], lineEnd) {
        output.append(text[start..<index])
        output.append(reference)
        start = index + 1
      } else if isForbidden(text, index) {
        output.truncate(to: length)
        return false
      }
      index = firstSpecial(in: text, from: index + 1)
    }
    output.append(text[start..<text.count])
    return true
  }

  /// Appends the value of an XML attribute, without its quotes, for either kind of quotes.
  static func printAttribute(_ text: ByteView, to output: inout RawBuffer) {
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: "\""): output.append("&quot;")
      case UInt8(ascii: "'"): output.append("&#39;")
      case 0x09: output.append("&#9;")
      case 0x0A: output.append("&#10;")
      case let byte:
        if let reference = reference(for: byte, .lineFeed) {
          output.append(reference)
        } else {
          output.append(byte)
        }
      }
    }
  }

  private static func reference(for byte: UInt8, _ lineEnd: LineEnd) -> StaticString? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case 0x0D: "&#13;"
    case 0x0A: lineEnd == .lineFeed ? nil : lineEnd.text
    default: nil
    }
  }

  /// Whether a character that XML cannot hold begins at an index.
  private static func isForbidden(_ text: ByteView, _ index: Int) -> Bool {
    let byte = text[index]
    if byte < 0x20 { return !byte.isXMLSpace }
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    return byte == 0xEF && text.at(index + 1) == 0xBF && text.at(index + 2) >= 0xBE
  }

  /// The index of the first byte that may need a closer look: a control, markup, or 0xEF; the end
  /// where none does.
  private static func firstSpecial(in text: ByteView, from start: Int) -> Int {
    var index = start
    while index + 8 <= text.count, !hasSpecial(text.word(at: index)) { index += 8 }
    while index < text.count, !isSpecial(text[index]) { index += 1 }
    return index
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "&") || byte == 0xEF
  }

  /// Whether any of eight bytes is special, by arithmetic on all at once.
  @inline(__always)
  private static func hasSpecial(_ word: UInt64) -> Bool {
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    func hasZero(_ word: UInt64) -> UInt64 { (word &- low) & ~word & high }
    let control = (word &- low &* 0x20) & ~word & high
    let angles = hasZero((word | low &* 2) ^ low &* 0x3E)  // < and > differ in one bit
    let ampersand = hasZero(word ^ low &* 0x26)
    return (control | angles | ampersand | hasZero(word ^ low &* 0xEF)) != 0
  }
}

/// How the lines of a document end.
enum LineEnd: Hashable, Sendable {
  case lineFeed
  case carriageReturnLineFeed

  var text: StaticString { self == .lineFeed ? "\n" : "\r\n" }
  var bytes: [UInt8] { self == .lineFeed ? [0x0A] : [0x0D, 0x0A] }

  /// A text with these line ends in place of line feeds.
  func replacingLineFeeds(in text: [UInt8]) -> [UInt8] {
    self == .lineFeed ? text : text.flatMap { $0 == 0x0A ? bytes : [$0] }
  }
}

extension ByteView {
  /// Eight bytes as a number, the first lowest.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index + 8 <= count)
    return unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }
}
