import Predicates

/// The first sixteen bytes of a value as two numbers that order values by them; see ``TextPrefix``.
///
/// The second is zero for values that one word tells.
struct IndexWords {
  var first = SortWord.null
  var second: UInt64 = 0
  /// Whether some of the bytes are not known, so that the words may be lower than they should be.
  var isOpen = false

  /// The words of what is known to be open, whatever it is.
  init(isOpen: Bool) { self.isOpen = isOpen }

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
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
      isOpen = unsafe !Self.isSettled(text, second)
    default: break
    }
  }

  /// Whether the first sixteen bytes of a text are those of its composed form; the first eight are.
  private static func isSettled(_ text: UnsafeRawBufferPointer, _ second: UInt64) -> Bool {
    if second & 0x8080_8080_8080_8080 == 0, unsafe text[8] < 0x80,
      unsafe text.count <= 16 || text[16] < 0x80
    {
      return true
    }
    var offset = 0
    while offset < text.count {
      let (scalar, length) = unsafe ComposedOrder.scalar(at: offset, in: text)
      guard ComposedOrder.isSettled(scalar) else { return false }
      if offset >= 16 { return true }
      offset += length
    }
    return true
  }

  /// Whether one comes before another, after it, or neither as far as words tell.
  @inline(__always)
  static func compare(_ one: IndexWords, _ other: IndexWords) -> Int {
    if one.isOpen || other.isOpen { return 0 }
    if one.first != other.first { return one.first < other.first ? -1 : 1 }
    return one.second == other.second ? 0 : one.second < other.second ? -1 : 1
  }
}
