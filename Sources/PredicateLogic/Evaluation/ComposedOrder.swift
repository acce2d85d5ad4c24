import Foundation

/// The order of texts by the scalars of their composed form.
///
/// That is the order of the bytes of the form's UTF-8; two texts are equal as two strings are. Most text is composed
/// as it stands. A scalar is called *settled* where composing can neither change it nor join it to what stands before
/// it; what follows could still join it. So bytes decide wherever two texts first differ in a settled scalar that
/// another settled one, or the end, follows; elsewhere both are composed.
package enum ComposedOrder {
  /// The order of two strings.
  static func compare(_ one: String, _ other: String) -> ComparisonResult {
    var (one, other) = (one, other)
    let order = one.withUTF8 { a in
      other.withUTF8 { b in
        unsafe compare(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
      }
    }
    return order < 0 ? .orderedAscending : order == 0 ? .orderedSame : .orderedDescending
  }

  /// Less than, equal to or greater than zero as the first text comes before, is equal to, or comes after the second.
  package static func compare(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int
  {
    let difference = unsafe firstDifference(one, other)
    if difference == one.count, difference == other.count { return 0 }
    var start = difference
    while unsafe isInside(start, one) || isInside(start, other) { start -= 1 }
    guard unsafe isDecided(at: start, in: one), unsafe isDecided(at: start, in: other) else {
      return unsafe compareComposed(one, other)
    }
    if difference == one.count { return -1 }
    if difference == other.count { return 1 }
    return unsafe one[difference] < other[difference] ? -1 : 1
  }

  private static func compareComposed(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Int {
    // Observed: of some texts, one of which begins as the other does (Ω and Ω with an accent), `String` says that
    // the wrong one comes first, or neither.
    let (a, b) = unsafe (
      String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self)
    )
    if a == b { return 0 }
    return compareBytes(a.composed, b.composed)
  }

  private static func compareBytes(_ a: String, _ b: String) -> Int {
    if a.utf8.elementsEqual(b.utf8) { return 0 }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
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
  package static func scalar(
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
  package static func isSettled(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Latin
    case 0..<0x300, 0x1E00...0x1EFF: true
    // Greek, Cyrillic
    case 0x391...0x3A1, 0x3A3...0x482, 0x48A...0x52F: true
    // Ideographs, syllables of Hangul and Kana, their punctuation and widths
    case 0x3220...0xA48C, 0xAC00...0xD7A3, 0x309B...0x30FF, 0x3041...0x3096: true
    case 0x3001...0x3029, 0xFF01...0xFFBE, 0x20000...0x2A6DF: true
    // Punctuation, currencies, arrows, symbols
    case 0x2002...0x2064, 0x20A0...0x20BF, 0x2190...0x2328, 0x232B...0x2426, 0x2460...0x2ADB: true
    // Hebrew, Arabic, Thai, Georgian, initial consonants of Hangul
    case 0x5D0...0x5EA, 0x621...0x63F, 0x641...0x64A, 0x671...0x6D3: true
    case 0xE01...0xE37, 0xE3F...0xE47, 0x10D0...0x1160: true
    // Emoji
    case 0x1F300...0x1F6D7, 0x1F900...0x1FA53: true
    default: false
    }
  }
}
