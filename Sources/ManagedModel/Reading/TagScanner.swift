/// Finds the tags of a document one after another.
///
/// The parser says that there is a tag and what is in it, the scanner where it is. (libxml2 can tell
/// positions, but not for every declared encoding.) A `<` outside of comments, instructions and CDATA
/// sections always begins a tag, and a `>` ends it unless it stands in quotes.
struct TagScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes of the next tag; empty at the end of the document where there is none.
  mutating func next() -> Range<Int> {
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start
      if skip("<!--", to: "-->") || skip("<?", to: "?>") || skip("<![CDATA[", to: "]]>") {
        continue
      }
      position = end(ofTagAt: start)
      return start..<position
    }
    position = bytes.count
    return position..<position
  }

  /// Whether a tag closes the element that it opens.
  func isSelfClosing(_ tag: Range<Int>) -> Bool {
    bytes[tag].dropLast().last == UInt8(ascii: "/")
  }

  private mutating func skip(_ opening: String, to closing: String) -> Bool {
    guard bytes[position...].starts(with: opening.utf8) else { return false }
    let inside = bytes[(position + opening.utf8.count)...]
    position = inside.firstRange(of: Array(closing.utf8))?.upperBound ?? bytes.count
    return true
  }

  private func end(ofTagAt start: Int) -> Int {
    var quote: UInt8?
    for (offset, byte) in bytes[start...].enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return start + offset + 1
      }
    }
    return bytes.count
  }
}
