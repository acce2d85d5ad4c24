import Predicates

/// The first 24 bytes of a value as three numbers that order values by them; see ``TextPrefix``.
///
/// So many, because to look at a value that words do not tell is to wait for memory three times. The second and the
/// third are zero for values that those before tell.
struct IndexWords {
  var first = SortWord.null
  var second: UInt64 = 0
  var third: UInt64 = 0
  /// Whether some of the bytes are not known, so that the words may be lower than they should be.
  var isOpen = false

  /// The words of what is known to be open, whatever it is.
  init(isOpen: Bool) { self.isOpen = isOpen }

  init(first: UInt64, second: UInt64, third: UInt64) {
    self.first = first
    self.second = second
    self.third = third
  }

  /// The words of a value; nil comes first.
  init(_ value: StoredValue?) {
    guard let value = unsafe value else { return }
    let prefix = unsafe value.prefix
    first = prefix.word
    switch unsafe value.type {
    case .uuid: second = unsafe SortWord.bytes(value.load(UInt64.self, width: 16, part: 1))
    case .string:
      let text = unsafe value.payload
      isOpen = prefix.openBytes != 0
      guard !isOpen, text.count > 8 else { return }
      second = unsafe TextPrefix.leadingWord(of: UnsafeRawBufferPointer(rebasing: text[8...]))
      if text.count > 16 {
        third = unsafe TextPrefix.leadingWord(of: UnsafeRawBufferPointer(rebasing: text[16...]))
      }
      isOpen = unsafe !Self.isSettled(text, second | third)
    default: break
    }
  }

  /// Whether the first 24 bytes of a text are those of its composed form; the first eight are.
  private static func isSettled(_ text: UnsafeRawBufferPointer, _ words: UInt64) -> Bool {
    if words & 0x8080_8080_8080_8080 == 0, unsafe text[8] < 0x80,
      unsafe text.count <= 24 || text[24] < 0x80
    {
      return true
    }
    var offset = 0
    while offset < text.count {
      let (scalar, length) = unsafe ComposedOrder.scalar(at: offset, in: text)
      guard ComposedOrder.isSettled(scalar) else { return false }
      if offset >= 24 { return true }
      offset += length
    }
    return true
  }

  /// Whether one comes before another, after it, or neither as far as words tell.
  @inline(__always)
  static func compare(_ one: IndexWords, _ other: IndexWords) -> Int {
    if one.isOpen || other.isOpen { return 0 }
    if one.first != other.first { return one.first < other.first ? -1 : 1 }
    if one.second != other.second { return one.second < other.second ? -1 : 1 }
    return one.third == other.third ? 0 : one.third < other.third ? -1 : 1
  }
}
