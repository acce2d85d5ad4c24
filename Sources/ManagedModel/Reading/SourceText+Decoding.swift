import Foundation

/// How the bytes of a file become the UTF-8 that everything else works on: by a byte order mark, by
/// the zeros of UTF-16, or by the encoding that the XML declaration names. A text that was in another
/// encoding names UTF-8 afterwards.
extension SourceText {
  /// Decodes a file, or says where its bytes are not what they are declared to be.
  static func decoding(_ bytes: [UInt8], file: String?) throws(Diagnostic) -> SourceText {
    guard !bytes.isEmpty else {
      throw .emptyDocument(at: Diagnostic.Location(file: file, line: 1, column: 1))
    }
    if let littleEndian = utf16ByteOrder(of: bytes) {
      return try decodingUTF16(bytes, littleEndian: littleEndian, file: file)
    }
    guard let declared = XMLDeclaration(bytes)?.encoding else {
      return try checkingUTF8(bytes, named: "UTF-8", file: file)
    }
    switch declared.uppercased() {
    case "UTF-8", "UTF8", "US-ASCII", "ASCII":
      return try checkingUTF8(bytes, named: declared, file: file)
    case "UTF-16", "UTF-16LE", "UTF-16BE":
      throw .notInDeclaredEncoding(declared, at: start(of: file))
    default:
      guard let encoding = otherEncodings[declared.uppercased()] else {
        throw .unknownEncoding(declared, known: otherEncodings.keys.sorted(), at: start(of: file))
      }
      guard let text = String(bytes: bytes, encoding: encoding) else {
        throw .notInDeclaredEncoding(declared, at: start(of: file))
      }
      return transcoded(text, file: file)
    }
  }

  private static let otherEncodings: [String: String.Encoding] = [
    "ISO-8859-1": .isoLatin1, "LATIN1": .isoLatin1, "ISO-8859-2": .isoLatin2,
    "WINDOWS-1250": .windowsCP1250, "WINDOWS-1251": .windowsCP1251,
    "WINDOWS-1252": .windowsCP1252, "WINDOWS-1253": .windowsCP1253,
    "WINDOWS-1254": .windowsCP1254, "MACINTOSH": .macOSRoman, "SHIFT_JIS": .shiftJIS,
    "EUC-JP": .japaneseEUC,
  ]

  private static func start(of file: String?) -> Diagnostic.Location {
    Diagnostic.Location(file: file, line: 1, column: 1)
  }

  /// Whether the bytes are UTF-16 and in which order; nil for anything else.
  private static func utf16ByteOrder(of bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: ByteOrderMark.utf16LittleEndian) || bytes.starts(with: [0x3C, 0]) {
      return true
    }
    if bytes.starts(with: ByteOrderMark.utf16BigEndian) || bytes.starts(with: [0, 0x3C]) {
      return false
    }
    return nil
  }

  private static func decodingUTF16(
    _ bytes: [UInt8], littleEndian: Bool, file: String?
  ) throws(Diagnostic) -> SourceText {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { offset in
      let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
      return littleEndian ? first | second << 8 : first << 8 | second
    }
    let body = units.first == 0xFEFF ? units.dropFirst() : units[...]
    guard bytes.count.isMultiple(of: 2), let text = String(validating: body, as: UTF16.self) else {
      throw .notInDeclaredEncoding("UTF-16", at: start(of: file))
    }
    return transcoded(text, file: file)
  }

  private static func checkingUTF8(
    _ bytes: [UInt8], named name: String, file: String?
  ) throws(Diagnostic) -> SourceText {
    let text = SourceText(utf8: bytes, file: file)
    guard let offset = firstInvalidByte(of: bytes) else { return text }
    throw .invalidByte(bytes[offset], encoding: name, at: text.location(at: offset))
  }

  /// The offset of the first byte that is not UTF-8.
  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar): offset += scalar.count
      case .error: return offset
      case .emptyInput: return nil
      }
    }
  }

  private static func transcoded(_ text: String, file: String?) -> SourceText {
    var bytes = Array(text.utf8)
    if let declared = XMLDeclaration(bytes)?.encodingRange {
      bytes.replaceSubrange(declared, with: Array("UTF-8".utf8))
    }
    return SourceText(utf8: bytes, file: file)
  }
}

/// What the first line of an XML document says about its encoding.
struct XMLDeclaration {
  /// Where the name of the encoding stands.
  let encodingRange: Range<Int>
  /// The name of the encoding.
  let encoding: String

  /// Finds the declared encoding in bytes that hold ASCII as it is; nil where none is declared.
  init?(_ bytes: [UInt8]) {
    let start = bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0
    guard bytes[start...].starts(with: "<?xml".utf8),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let declaration = bytes[start..<end]
    guard let label = declaration.firstRange(of: Array("encoding".utf8)),
      let opening = declaration[label.upperBound...].firstIndex(where: Self.isQuote),
      let closing = declaration[(opening + 1)...].firstIndex(of: declaration[opening])
    else { return nil }
    encodingRange = opening + 1..<closing
    encoding = String(decoding: bytes[encodingRange], as: UTF8.self)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}
