/// The order of texts as columns hold them, without making strings of them.
///
/// It is that of Swift's `String`: by the scalars of the composed form (NFC), which is the order of the bytes of that
/// form's UTF-8. Most text is composed as it stands. A scalar is called *settled* where composing can neither change it
/// nor join it to what stands before it; what follows could still join it. So bytes decide wherever two texts first
/// differ in a settled scalar that another settled one, or the end, follows; elsewhere strings decide.
enum TextOrder {
  /// The first eight bytes of a composed text as a number that orders texts by them.
  struct Prefix {
    /// The bytes, the first highest, with zeros behind a shorter text and in place of open ones.
    var word: UInt64
    /// How many of the last bytes are not known, because the text would have to be composed first.
    var openBytes: UInt8 = 0
  }

  /// The prefix of a text in UTF-8.
  @inline(__always)
  static func prefix(of text: UnsafeRawBufferPointer) -> Prefix {
    let word = unsafe leadingWord(of: text)
    if word & 0x8080_8080_8080_8080 == 0, unsafe text.count <= 8 || text[8] < 0x80 {
      return Prefix(word: word)
    }
    return unsafe composedPrefix(of: text, word)
  }

  private static func leadingWord(of text: UnsafeRawBufferPointer) -> UInt64 {
    if text.count >= 8 {
      return unsafe UInt64(bigEndian: text.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    }
    var word: UInt64 = 0
    for offset in 0..<text.count { word = unsafe word << 8 | UInt64(text[offset]) }
    return text.count == 0 ? 0 : word << UInt64(8 * (8 - text.count))
  }

  private static func composedPrefix(of text: UnsafeRawBufferPointer, _ word: UInt64) -> Prefix {
    var offset = 0
    var previous = 0
    while offset < text.count {
      let (scalar, length) = unsafe scalar(at: offset, in: text)
      guard isSettled(scalar) else {
        let open = UInt8(8 - previous)
        return Prefix(word: word & ~mask(openBytes: open), openBytes: open)
      }
      if offset >= 8 { break }
      previous = offset
      offset += length
    }
    return Prefix(word: word)
  }

  /// The bits of open bytes.
  @inline(__always)
  static func mask(openBytes: UInt8) -> UInt64 {
    openBytes == 8 ? ~0 : 1 << (UInt64(openBytes) * 8) - 1
  }

  /// Less than, equal to or greater than zero as the first text comes before, is equal to, or comes after the second.
  static func compare(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    let difference = unsafe firstDifference(one, other)
    if difference == one.count, difference == other.count { return 0 }
    var start = difference
    while unsafe isInside(start, one) || isInside(start, other) { start -= 1 }
    guard unsafe isDecided(at: start, in: one), unsafe isDecided(at: start, in: other) else {
      return unsafe compareStrings(one, other)
    }
    if difference == one.count { return -1 }
    if difference == other.count { return 1 }
    return unsafe one[difference] < other[difference] ? -1 : 1
  }

  private static func compareStrings(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Int {
    let (a, b) = unsafe (
      String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self)
    )
    return a < b ? -1 : a == b ? 0 : 1
  }

  /// The offset of the first byte in which two texts differ, or the length of the shorter.
  private static func firstDifference(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Int {
    let common = min(one.count, other.count)
    var offset = 0
    while offset + 8 <= common {
      let a = unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let b = unsafe other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if a != b { return offset + (a ^ b).littleEndian.trailingZeroBitCount / 8 }
      offset += 8
    }
    while unsafe offset < common && one[offset] == other[offset] { offset += 1 }
    return offset
  }

  /// Whether an offset lies in the middle of a scalar.
  private static func isInside(_ offset: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    unsafe offset > 0 && offset < text.count && text[offset] & 0xC0 == 0x80
  }

  /// Whether the scalar at an offset and the one behind it are settled, where there are any.
  private static func isDecided(at offset: Int, in text: UnsafeRawBufferPointer) -> Bool {
    guard offset < text.count else { return true }
    let (first, length) = unsafe scalar(at: offset, in: text)
    guard isSettled(first) else { return false }
    guard offset + length < text.count else { return true }
    return unsafe isSettled(scalar(at: offset + length, in: text).value)
  }

  /// The scalar whose UTF-8 begins at an offset, and its length.
  @inline(__always)
  private static func scalar(
    at offset: Int, in text: UnsafeRawBufferPointer
  ) -> (value: UInt32, length: Int) {
    let lead = unsafe UInt32(text[offset])
    func continuation(_ distance: Int) -> UInt32 {
      unsafe offset + distance < text.count ? UInt32(text[offset + distance]) & 0x3F : 0
    }
    if lead < 0x80 { return (lead, 1) }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | continuation(1), 2) }
    if lead < 0xF0 {
      return ((lead & 0x0F) << 12 | continuation(1) << 6 | continuation(2), 3)
    }
    let upper = (lead & 0x07) << 18 | continuation(1) << 12
    return (upper | continuation(2) << 6 | continuation(3), 4)
  }

  /// Whether a scalar is one of those that are known to be settled.
  ///
  /// The ranges are the large ones of assigned scalars with the combining class 0 that never change under NFC and
  /// never join a scalar before them; Unicode promises that this stays so. Others may be settled, too: they cost time.
  private static func isSettled(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0..<0x300: true  // Latin
    case 0x3A3...0x482, 0x488...0x52F, 0x391...0x3A1: true  // Greek, Cyrillic
    case 0x3220...0xA48C, 0xAC00...0xD7A3, 0x309B...0x30FF, 0x3041...0x3096: true  // CJK, Hangul, Kana
    case 0x3001...0x3029, 0xFF01...0xFFBE: true  // their punctuation and widths
    case 0x1E00...0x1F15, 0x2002...0x2064, 0x20A0...0x20BF: true  // Vietnamese, punctuation, currencies
    case 0x5D0...0x5EA, 0x621...0x63F, 0x641...0x64A, 0x671...0x6D3: true  // Hebrew, Arabic
    case 0xE01...0xE37, 0xE3F...0xE47, 0x10D0...0x1160: true  // Thai, Georgian, initial consonants
    case 0x2190...0x2328, 0x232B...0x2426, 0x2460...0x2ADB: true  // arrows, symbols
    case 0x1F300...0x1F6D7, 0x1F900...0x1FA53, 0x20000...0x2A6DF: true  // emoji, rare ideographs
    default: false
    }
  }
}
