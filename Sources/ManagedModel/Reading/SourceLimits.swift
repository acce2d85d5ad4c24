/// What a file may have before it is given to a parser.
///
/// The time and memory that libxml2 and a tree of elements take are bounded here, by a look at each tag.
/// The largest models known have some thousands of elements.
enum SourceLimits {
  /// How many elements a model may have.
  static let elements = 100_000
  /// How many attributes an element may have: libxml2's time grows with the square of them.
  static let attributes = 200

  /// Refuses a text that has more than it may have, or bytes that XML cannot hold.
  static func check(_ text: SourceText) throws(Diagnostic) {
    if let zero = text.bytes.firstIndex(of: 0) {
      throw .notWellFormed("a byte 0x00, which no text has", at: text.location(at: zero))
    }
    var scanner = TagScanner(text.bytes)
    var count = 0
    while true {
      let tag = scanner.next()
      guard !tag.isEmpty else { return }
      if tag.count > 1, text.bytes[tag.lowerBound + 1] == UInt8(ascii: "/") { continue }
      count += 1
      guard count <= elements else {
        throw .tooManyElements(limit: elements, at: text.location(at: tag.lowerBound))
      }
      if tag.count > attributes, quotes(in: text.bytes[tag]) > 2 * attributes {
        throw .tooManyAttributes(limit: attributes, at: text.location(at: tag.lowerBound))
      }
    }
  }

  /// How many quotes open or close a value in a tag.
  private static func quotes(in tag: ArraySlice<UInt8>) -> Int {
    var (count, open) = (0, UInt8?.none)
    for byte in tag where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      guard open == nil || open == byte else { continue }
      open = open == nil ? byte : nil
      count += 1
    }
    return count
  }
}
