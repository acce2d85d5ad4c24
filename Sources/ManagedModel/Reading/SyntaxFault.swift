import CLibXML2

/// What makes a document not well-formed, in our words.
struct SyntaxFault {
  /// What is wrong, and how to mend it.
  private(set) var sentence: String
  /// Whether the document only lacks its end.
  private(set) var isEarlyEnd = false

  /// Puts an error of libxml2 into words.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - bytes: The document.
  ///   - offset: How far the parser has read.
  ///   - isInside: Whether an element is open there.
  @unsafe init(_ error: xmlError, in bytes: [UInt8], at offset: Int, isInside: Bool) {
    let message = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
    let first = unsafe error.str1.map { unsafe String(cString: $0) } ?? ""
    let second = unsafe error.str2.map { unsafe String(cString: $0) } ?? ""
    let code = unsafe UInt32(bitPattern: error.code)
    let line = unsafe Int(error.int1)
    if let known = Self.known(code, first, second, line, bytes, offset) {
      sentence = known
    } else {
      sentence = Self.plain(message)
      isEarlyEnd = isInside && offset == bytes.count
    }
  }

  private static func known(
    _ code: UInt32, _ first: String, _ second: String, _ line: Int, _ bytes: [UInt8], _ offset: Int
  ) -> String? {
    switch code {
    case XML_ERR_TAG_NAME_MISMATCH.rawValue:
      return
        "'\(second)' closes '\(first)', which line \(line) opened; close each element by its name"
    case XML_ERR_TAG_NOT_FINISHED.rawValue:
      return "the file ends while '\(first)', which line \(line) opened, is still open"
    case XML_ERR_ATTRIBUTE_NOT_STARTED.rawValue where offset < bytes.count:
      return "the value of an attribute lacks its quotes; write name=\"value\""
    case XML_ERR_ATTRIBUTE_WITHOUT_VALUE.rawValue where offset < bytes.count:
      return "the attribute '\(first)' has no value; write \(first)=\"value\""
    case XML_ERR_INVALID_CHAR.rawValue where line > 0:
      return "XML cannot hold the character U+\(number(line)); leave it out"
    case XML_ERR_ATTRIBUTE_REDEFINED.rawValue:
      return "the attribute '\(first)' stands twice in one tag; remove one"
    case XML_ERR_NAME_REQUIRED.rawValue, XML_ERR_ENTITYREF_SEMICOL_MISSING.rawValue:
      return isAmpersand(bytes, before: offset)
        ? "'&' begins a reference; write &amp; for the character itself" : nil
    case XML_ERR_UNDECLARED_ENTITY.rawValue, XML_WAR_UNDECLARED_ENTITY.rawValue:
      return
        "the entity '\(first)' is not defined; write the letter itself or its number, as in &#233;"
    case XML_ERR_LT_IN_ATTRIBUTE.rawValue:
      return
        "'<' in the value of an attribute; write &lt; for the character, or end the value before it"
    case XML_ERR_DOCUMENT_END.rawValue:
      return "there is more after the end of the document; a model is one element 'model'"
    case XML_ERR_DOCUMENT_EMPTY.rawValue:
      return "there is no element here; a model is one element 'model'"
    case XML_ERR_RESERVED_XML_NAME.rawValue:
      return "the XML declaration must be the first thing in the file; remove what stands before it"
    case XML_NS_ERR_UNDEFINED_NAMESPACE.rawValue:
      return "the prefix '\(first)' of '\(second)' is not declared; names in a model have no prefix"
    case XML_ERR_INTERNAL_ERROR.rawValue:
      return "elements are nested too deeply; a model nests four or five of them"
    default: return nil
    }
  }

  /// The number of a character, in at least four hexadecimal digits.
  private static func number(_ value: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whether a reference that has no end begins shortly before a place.
  private static func isAmpersand(_ bytes: [UInt8], before offset: Int) -> Bool {
    let name = bytes[..<min(offset, bytes.count)].reversed().prefix(100)
      .prefix { $0 != UInt8(ascii: "&") && !ElementWriter.isBlank($0) && $0 != UInt8(ascii: "<") }
    let start = offset - name.count - 1
    return bytes.indices.contains(start) && bytes[start] == UInt8(ascii: "&")
  }

  /// libxml2's own words in one line.
  private static func plain(_ message: String) -> String {
    message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "it cannot be parsed"
  }
}
