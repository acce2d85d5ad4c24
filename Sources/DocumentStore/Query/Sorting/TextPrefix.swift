import Predicates

/// The first eight bytes of a composed text as a number that orders texts by them; see ``ComposedOrder``.
///
/// Of values that are no texts, the whole word.
struct TextPrefix {
  /// The bytes, the first highest, with zeros behind a shorter text and in place of open ones.
  var word: UInt64
  /// How many of the last bytes are not known, because the text would have to be composed first.
  var openBytes: UInt8 = 0

  init(word: UInt64, openBytes: UInt8 = 0) {
    self.word = word
    self.openBytes = openBytes
  }

  /// The prefix of a text in UTF-8.
  @inline(__always)
  init(of text: UnsafeRawBufferPointer) {
    let word = unsafe Self.leadingWord(of: text)
    if word & 0x8080_8080_8080_8080 == 0, unsafe text.count <= 8 || text[8] < 0x80 {
      self.init(word: word)
    } else {
      unsafe self.init(of: text, word)
    }
  }

  private init(of text: UnsafeRawBufferPointer, _ word: UInt64) {
    self.init(word: word)
    var offset = 0
    var previous = 0
    while offset < text.count {
      let (scalar, length) = unsafe ComposedOrder.scalar(at: offset, in: text)
      guard ComposedOrder.isSettled(scalar) else {
        openBytes = UInt8(8 - previous)
        self.word &= ~openBits
        return
      }
      if offset >= 8 { return }
      previous = offset
      offset += length
    }
  }

  /// The first eight bytes, with zeros behind a shorter text.
  static func leadingWord(of text: UnsafeRawBufferPointer) -> UInt64 {
    if text.count >= 8 {
      return unsafe UInt64(bigEndian: text.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    }
    var word: UInt64 = 0
    for offset in 0..<text.count { word = unsafe word << 8 | UInt64(text[offset]) }
    return text.count == 0 ? 0 : word << UInt64(8 * (8 - text.count))
  }

  /// The bits of the open bytes.
  @inline(__always)
  var openBits: UInt64 {
    openBytes == 8 ? ~0 : 1 << (UInt64(openBytes) * 8) - 1
  }

  /// The prefix in the opposite order.
  var complement: TextPrefix { TextPrefix(word: ~(word | openBits), openBytes: openBytes) }
}
