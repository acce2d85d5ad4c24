/// Finds the tags of a document one after another.
///
/// The parser says that there is a tag and what is in it, the scanner where it is. (libxml2 can tell
/// positions, but not for every declared encoding.) A `<` outside of comments, instructions and CDATA
/// sections always begins a tag, and a `>` ends it unless it stands in quotes.
struct TagScanner {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    position = start
  }

  /// The bytes of the next tag; empty at the end of the document where there is none.
  mutating func next() -> Range<Int> {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        position += 1
        continue
      }
      if skipNonElement(at: position) || skip("<![CDATA[", to: "]]>") { continue }
      let start = position
      position = end(ofTagAt: start)
      return start..<position
    }
    return position..<position
  }

  /// The offset of the next byte that is not white space; nil where there is none before an end.
  mutating func nextText(before end: Int) -> Int? {
    while position < end, ElementWriter.isBlank(bytes[position]) { position += 1 }
    return position < end ? position : nil
  }

  /// Goes on after a comment or an instruction; false where there is none.
  mutating func skipNonElement(at offset: Int) -> Bool {
    position = offset
    return skip("<!--", to: "-->") || skip("<?", to: "?>")
  }

  /// Whether a tag closes the element that it opens.
  func isSelfClosing(_ tag: Range<Int>) -> Bool {
    tag.count > 1 && bytes[tag.upperBound - 2] == UInt8(ascii: "/")
  }

  private mutating func skip(_ opening: String, to closing: String) -> Bool {
    guard holds(opening, at: position) else { return false }
    position += opening.utf8.count
    while position < bytes.count, !holds(closing, at: position) { position += 1 }
    position = min(position + closing.utf8.count, bytes.count)
    return true
  }

  private func holds(_ text: String, at start: Int) -> Bool {
    var offset = start
    for byte in text.utf8 {
      guard offset < bytes.count, bytes[offset] == byte else { return false }
      offset += 1
    }
    return true
  }

  private func end(ofTagAt start: Int) -> Int {
    var quote: UInt8?
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
    }
    return offset
  }
}
