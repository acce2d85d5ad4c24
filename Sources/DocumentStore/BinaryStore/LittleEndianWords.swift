/// Reads numbers one after the other, as long as there are any.
///
/// Safe because every read is checked against the size; the bytes are only lent for the length of a call.
@safe struct LittleEndianWords {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var isAtEnd: Bool { unsafe offset == bytes.count }

  /// The next four bytes.
  mutating func next32() -> Int? {
    guard unsafe bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    return unsafe Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The next eight bytes.
  mutating func next64() -> UInt64? {
    guard unsafe bytes.count - offset >= 8 else { return nil }
    defer { offset += 8 }
    return unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The next `count` times eight bytes.
  mutating func next64(count: Int) -> [UInt64]? {
    guard unsafe count <= (bytes.count - offset) / 8 else { return nil }
    var words: [UInt64] = []
    words.reserveCapacity(count)
    for _ in 0..<count {
      guard let word = next64() else { return nil }
      words.append(word)
    }
    return words
  }
}
