import CLibXML2

/// What libxml2 has against a document, in our words.
struct SyntaxError {
  /// The sentence, and how far from where the parser stands the place is.
  private(set) var described: (sentence: String, shift: Int)

  @unsafe init(_ error: xmlError, _ bytes: ByteView, _ position: Int, _ root: String) {
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    let first = unsafe error.str1.map { unsafe String(cString: $0) } ?? ""
    let second = unsafe error.str2.map { unsafe String(cString: $0) } ?? ""
    described = unsafe Self.describe(
      UInt32(bitPattern: error.code), message, first, second, line: Int(error.int1), bytes,
      position, root
    )
  }

  private static func describe(
    _ code: UInt32, _ message: String, _ first: String, _ second: String, line: Int,
    _ bytes: ByteView, _ position: Int, _ root: String
  ) -> (String, Int) {
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH.rawValue:
      return (
        "'\(second)' closes '\(first)', which line \(line) opened; "
          + "an element ends with the name with which it begins", -1
      )
    case XML_ERR_TAG_NOT_FINISHED.rawValue:
      return ("the file ends while '\(first)', which line \(line) opened, is still open", 0)
    case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue:
      let name = nameBeforeEqualSign(bytes, position)
      return ("the value of the attribute '\(name)' lacks its quotes; write \(name)=\"…\"", 0)
    case XML_ERR_NAME_REQUIRED.rawValue where bytes.at(position - 1) == UInt8(ascii: "&"):
      return ("'&' begins a reference; write &amp; for the character itself", 0)
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
      return (
        "the entity '\(first)' is not defined; write the letter itself or its number, as in &#233;",
        0
      )
    case XML_ERR_MISPLACED_CDATA_END.rawValue:
      // The parser may still stand where the text begins.
      let rest = min(position, bytes.count)..<bytes.count
      let place = rest.first { bytes.starts(with: "]]>", at: $0) } ?? position
      return ("']]>' ends a CDATA section, and none has begun; write ]]&gt;", place - position)
    case XML_ERR_DOCUMENT_END.rawValue:
      return ("there is more after the end of the document; a document is one '\(root)'", 0)
    case XML_ERR_DOCUMENT_EMPTY.rawValue:
      return ("there is no element here; a document is one '\(root)'", 0)
    case XML_ERR_INVALID_CHAR.rawValue, XML_ERR_INVALID_ENCODING.rawValue:
      return (invalidCharacter(message, line, bytes, position), 0)
    default: return ("this is not well-formed XML: " + plain(message), 0)
    }
  }

  private static func invalidCharacter(
    _ message: String, _ value: Int, _ bytes: ByteView, _ position: Int
  ) -> String {
    if message.contains("UTF-8") {
      let byte = String(bytes.at(position), radix: 16, uppercase: true)
      return "the byte 0x\(byte) is not UTF-8; save the file as UTF-8, or name its encoding in the "
        + "first line"
    }
    let isReference = message.contains("CharRef")
    let scalar = isReference ? value : Int(bytes.at(position))
    let digits = String(scalar, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "XML cannot hold the character U+\(padded); "
      + "write the whole text in base64, in an element with encoding=\"base64\""
  }

  /// The name of the attribute whose value was expected at a place.
  private static func nameBeforeEqualSign(_ bytes: ByteView, _ position: Int) -> String {
    func isEdge(_ byte: UInt8) -> Bool { byte.isXMLSpace || byte == UInt8(ascii: "=") }
    var end = min(position, bytes.count)
    while end > 0, isEdge(bytes[end - 1]) { end -= 1 }
    var start = end
    while start > 0, !isEdge(bytes[start - 1]), bytes[start - 1] != UInt8(ascii: "<") { start -= 1 }
    return bytes[start..<end].string
  }

  /// libxml2's own words in one line.
  private static func plain(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no details"
  }
}
