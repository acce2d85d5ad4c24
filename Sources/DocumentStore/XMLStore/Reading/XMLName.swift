import CLibXML2

/// The names that a document uses besides those of the model.
enum DocumentName {
  static let store = "store"
  static let metadata = "store-metadata"
  static let reference = "ref"
  static let references = "refs"
  static let id = "id"
  static let file = "href"
  static let seconds = "seconds"
  static let encoding = "encoding"
  static let model = "model"
  static let assets = "assets"
}

extension ByteView {
  /// Whether the bytes are a name without a colon, as XML ids are.
  var isXMLName: Bool {
    guard count > 0 else { return false }
    var isPlain = self[0].isNameStart
    var index = 1
    while isPlain, index < count {
      let byte = self[index]
      isPlain =
        byte.isNameStart || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      index += 1
    }
    if isPlain { return true }
    // Letters beyond ASCII are libxml2's business.
    return unsafe (array + [0]).withUnsafeBufferPointer {
      unsafe xmlValidateNCName($0.baseAddress, 0) == 0 && $0.dropLast().allSatisfy { $0 != 0 }
    }
  }
}

extension UInt8 {
  /// Whether the byte is a letter of ASCII or an underscore.
  @inline(__always)
  fileprivate var isNameStart: Bool { (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_") }
}
