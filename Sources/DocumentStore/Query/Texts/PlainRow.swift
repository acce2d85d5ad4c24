/// Which texts the bytes of their UTF-8 decide about.
///
/// Texts are compared by canonical equivalence and searched by whole characters. In most texts both come down to
/// bytes: where no scalar is composed from others or joins the one before it. Those are called plain here.
enum PlainRow {
  /// Whether all bytes are below U+0300: ASCII, Latin with composed accents.
  ///
  /// Combining marks begin there, and below nothing but CR LF makes one character of two scalars; comparisons
  /// take that for two.
  @inline(__always)
  static func isLatin(_ text: UnsafeRawBufferPointer) -> Bool {
    // A byte is at least 0xCC where its two highest bits are set, and 0x20 or 0x10 is, or 0x08 and 0x04 are.
    var offset = 0
    var found: UInt64 = 0
    while offset &+ 8 <= text.count {
      let word = unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      found |= aboveLatin(word)
      offset &+= 8
    }
    while offset < text.count {
      found |= aboveLatin(UInt64(unsafe text[offset]))
      offset &+= 1
    }
    return found == 0
  }

  @inline(__always)
  private static func aboveLatin(_ word: UInt64) -> UInt64 {
    let low = word << 2 | word << 3 | (word << 4 & word << 5)
    return word & (word << 1) & low & 0x8080_8080_8080_8080
  }

  /// Whether bytes decide about a text.
  ///
  /// Beyond Latin these are the letters of Greek, Cyrillic and Armenian, kana, Han, whole Hangul syllables and
  /// some punctuation, without what is decomposed or combines. All others are asked as strings.
  static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    if unsafe isLatin(text) { return true }
    var offset = 0
    while offset < text.count {
      let lead = unsafe text[offset]
      if lead < 0x80 {
        offset += 1
        while offset + 8 <= text.count,
          unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            & 0x8080_8080_8080_8080 == 0
        { offset += 8 }
        continue
      }
      let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
      guard offset + length <= text.count else { return false }
      let second = unsafe text[offset + 1]
      let third = length > 2 ? unsafe text[offset + 2] : 0
      guard isPlain(lead, second, third) else { return false }
      offset += length
    }
    return true
  }

  private static func isPlain(_ lead: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch lead {
    case 0..<0xCC: true
    case 0xCE: second != 0x87  // U+0387 is U+00B7
    case 0xCF...0xD1, 0xD3...0xD5: true
    case 0xD2: !(0x82...0x89).contains(second)  // combining Cyrillic marks
    case 0xE2: second == 0x80 ? (0x90...0xA7).contains(third) : second == 0x82 && third == 0xAC
    case 0xE3:
      !(second == 0x80 && (0xAA...0xAF).contains(third))  // tone marks
        && !(second == 0x82 && (0x99...0x9A).contains(third))  // voicing marks
    case 0xE4...0xE9, 0xEB, 0xEC: true
    case 0xEA: second >= 0xB0  // Hangul syllables begin
    case 0xED: second <= 0x9D  // … and end
    default: false
    }
  }
}

/// What all texts of a chunk have in common.
enum TextKind: UInt8 {
  case ascii = 1
  /// Each is a ``PlainRow``.
  case plain = 2
  /// Some are not.
  case mixed = 3

  /// Looks through texts that follow each other.
  init(of texts: UnsafeRawBufferPointer) {
    self = unsafe texts.isASCII ? .ascii : PlainRow.isPlain(texts) ? .plain : .mixed
  }
}
