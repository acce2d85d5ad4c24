/// Texts as XML writes them.
enum XMLText {
  /// The first lines of a model that Xcode writes.
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  /// A text as the value of an attribute, between quotes of a kind.
  static func escaped(_ text: String, quote: UInt8) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case UInt8(ascii: "'") where quote == byte: bytes += Array("&apos;".utf8)
      // A parser would make spaces of these.
      case 0x09, 0x0A, 0x0D: bytes += Array("&#\(byte);".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// The first scalar of a text that no XML document can hold.
  static func firstForbidden(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x10000...0x10FFFF: false
      default: true
      }
    }
  }
}
