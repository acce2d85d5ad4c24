/// The types of the standard library that names have a letter for.
enum StandardTypes {
  private static let types: [String: String] = [
    "Array": "a", "Bool": "b", "Character": "J", "ClosedRange": "N", "DefaultIndices": "I",
    "Dictionary": "D", "Double": "d", "Float": "f", "Int": "i", "ObjectIdentifier": "O",
    "Optional": "q", "Range": "n", "Set": "h", "String": "S", "Substring": "s", "UInt": "u",
    "UnsafeBufferPointer": "R", "UnsafeMutableBufferPointer": "r", "UnsafeMutablePointer": "p",
    "UnsafeMutableRawBufferPointer": "w", "UnsafeMutableRawPointer": "v", "UnsafePointer": "P",
    "UnsafeRawBufferPointer": "W", "UnsafeRawPointer": "V",
  ]

  private static let protocols: [String: String] = [
    "BidirectionalCollection": "K", "BinaryFloatingPoint": "B", "BinaryInteger": "z",
    "Collection": "l", "Comparable": "L", "Decodable": "e", "Encodable": "E", "Equatable": "Q",
    "FloatingPoint": "F", "Hashable": "H", "IteratorProtocol": "t", "MutableCollection": "M",
    "Numeric": "j", "RandomAccessCollection": "k", "RandomNumberGenerator": "G",
    "RangeExpression": "X", "RangeReplaceableCollection": "m", "RawRepresentable": "Y",
    "Sequence": "T", "SignedInteger": "Z", "Strideable": "x", "StringProtocol": "y",
    "UnsignedInteger": "U",
  ]

  /// The letters, without the `S`.
  static func letters(of type: NominalType) -> String? {
    guard type.module == "Swift", type.parts.count == 1, let part = type.parts.first else {
      return nil
    }
    return part.kind == .protocol ? protocols[part.name] : types[part.name]
  }
}
