/// Cuts well-formed XML into tags, comments and text, with their places.
///
/// A document that was read is well-formed, so nothing is checked here; on anything else the tokens
/// are meaningless, and nothing worse happens.
struct MarkupScanner {
  enum Kind { case startTag, oneTag, endTag, comment, instruction, characterData, text }

  struct Token {
    var kind: Kind
    var range: Range<Int>
  }

  private let bytes: ByteView
  private var index: Int
  private let end: Int

  init(_ bytes: ByteView, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  mutating func next() -> Token? {
    guard index < end else { return nil }
    let start = index
    guard bytes[index] == UInt8(ascii: "<") else {
      index = bytes.firstIndex(of: UInt8(ascii: "<"), from: index).map { min($0, end) } ?? end
      return Token(kind: .text, range: start..<index)
    }
    let kind: Kind
    if bytes.starts(with: "<!--", at: index) {
      kind = .comment
      skip(behind: "-->", from: index + 4)
    } else if bytes.starts(with: "<![CDATA[", at: index) {
      kind = .characterData
      skip(behind: "]]>", from: index + 9)
    } else if bytes.starts(with: "<?", at: index) {
      kind = .instruction
      skip(behind: "?>", from: index + 2)
    } else {
      skipTag()
      kind =
        bytes.at(start + 1) == UInt8(ascii: "/")
        ? .endTag : bytes.at(index - 2) == UInt8(ascii: "/") ? .oneTag : .startTag
    }
    return Token(kind: kind, range: start..<index)
  }

  private mutating func skip(behind mark: StaticString, from start: Int) {
    var position = start
    while position < end, !bytes.starts(with: mark, at: position) { position += 1 }
    index = min(end, position + mark.utf8CodeUnitCount)
  }

  private mutating func skipTag() {
    var quote: UInt8 = 0
    while index < end {
      let byte = bytes[index]
      index += 1
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return
      }
    }
  }
}
