/// Finds a short text in a long one, eight places at a time.
///
/// A place is looked at closely where its byte is the first of the text and the one at the text's length behind
/// it the last; both are found by arithmetic on words of eight bytes.
///
/// Safe because every load lies inside the bytes that are searched.
@safe struct TextSearch {
  private let first: UInt64
  private let last: UInt64
  /// Bits that are set in what is read before it is compared: those in which a letter's two cases differ.
  private let firstCase: UInt64
  private let lastCase: UInt64

  /// Prepares a search for a text that is not empty.
  init(_ needle: TextNeedle) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let (head, tail) = (needle.bytes.first ?? 0, needle.bytes.last ?? 0)
    func mask(_ byte: UInt8) -> UInt64 {
      needle.foldsCase && (97...122).contains(byte) ? 0x2020_2020_2020_2020 : 0
    }
    first = UInt64(head) * ones
    last = UInt64(tail) * ones
    firstCase = mask(head)
    lastCase = mask(tail)
  }

  /// The first place at or behind `start` where the text begins and ends before the bytes do; nil without one.
  @inline(__always)
  func firstMatch(
    of needle: NeedleBytes, in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let reach = needle.count &- 1
    var offset = start
    while offset &+ reach &+ 8 <= bytes.count {
      let head = unsafe base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let tail = unsafe base.loadUnaligned(fromByteOffset: offset &+ reach, as: UInt64.self)
      let other = ((head | firstCase) ^ first) | ((tail | lastCase) ^ last)
      // Marks each zero byte, and perhaps a byte of 1 above one.
      var zeros = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
      while zeros != 0 {
        let place = offset &+ zeros.trailingZeroBitCount >> 3
        if unsafe needle.matches(base + place) { return place }
        zeros &= zeros &- 1
      }
      offset &+= 8
    }
    while offset &+ reach < bytes.count {
      if unsafe needle.matches(base + offset) { return offset }
      offset &+= 1
    }
    return nil
  }
}
