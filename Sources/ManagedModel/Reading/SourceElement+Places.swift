extension SourceElement {
  /// The place of a character inside an attribute's value; that of the element where there is no such attribute.
  ///
  /// The value is what the parser made of the bytes: `&lt;` is one character, whatever it takes to write it.
  ///
  /// - Parameters:
  ///   - offset: How many characters of the value come before.
  ///   - name: The attribute.
  /// - Returns: Line and column, the column in bytes.
  func place(ofCharacter offset: Int, in name: String) -> Diagnostic.Location {
    var attributes = TagAttributes(ofTag: text.bytes[startTag])
    while let attribute = attributes.next() {
      guard text.bytes[attribute.name].elementsEqual(name.utf8) else { continue }
      let before = self[name]?.prefix(offset).unicodeScalars.count ?? 0
      return text.location(at: self.offset(ofScalar: before, in: attribute.value))
    }
    return location
  }

  /// The offset of the byte that a scalar of a value begins with.
  private func offset(ofScalar number: Int, in value: Range<Int>) -> Int {
    let bytes = text.bytes
    var offset = value.lowerBound
    for _ in 0..<number where offset < value.upperBound {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "&") {
        while offset < value.upperBound, bytes[offset - 1] != UInt8(ascii: ";") { offset += 1 }
      } else if byte == UInt8(ascii: "\r"), offset < value.upperBound,
        bytes[offset] == UInt8(ascii: "\n")
      {
        // The parser makes one of the two.
        offset += 1
      } else {
        while offset < value.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      }
    }
    return offset
  }
}
