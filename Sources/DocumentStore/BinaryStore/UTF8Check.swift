/// Looks whether bytes are UTF-8, eight at a time as long as they are ASCII.
///
/// Every text of a store is looked at when its chunk is loaded; the standard library's own check takes some
/// times as long. Other bytes take an automaton from state to state, by table 3-7 of the Unicode standard. Each byte
/// has a word in a table, with the next state of each state at the place that the state's number names; so a step is a
/// look into the table, which waits for nothing, and a shift.
enum UTF8Check {
  /// What bytes are.
  enum Kind { case ascii, utf8, malformed }

  static func kind(of bytes: UnsafeRawBufferPointer) -> Kind {
    unsafe steps.withUnsafeBufferPointer { steps in
      var (state, all) = (State.start.place, UInt64(0))
      var offset = 0
      while offset + 8 <= bytes.count {
        var word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
        all |= word
        if word & highBits == 0, state & 63 == State.start.place { continue }
        for _ in 0..<8 {
          state = unsafe steps[Int(word & 0xFF)] &>> (state & 63)
          word >>= 8
        }
      }
      for position in offset..<bytes.count {
        let byte = unsafe bytes[position]
        all |= UInt64(byte)
        state = unsafe steps[Int(byte)] &>> (state & 63)
      }
      guard state & 63 == State.start.place else { return .malformed }
      return all & highBits == 0 ? .ascii : .utf8
    }
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// What the bytes of a character that have been seen leave to come.
  private enum State: UInt64, CaseIterable {
    /// A character may begin.
    case start
    /// So many more bytes, any that continue a character.
    case one, two, three
    /// As `two` and `three`, but the next byte is limited by the first: no longer forms, no surrogates, and nothing
    /// beyond U+10FFFF.
    case afterE0, afterED, afterF0, afterF4
    /// Not UTF-8, whatever comes.
    case malformed

    /// Where the state that follows this one stands in a step.
    var place: UInt64 { rawValue * 6 }

    /// The state after a byte.
    func after(_ byte: Int) -> State {
      switch (self, byte) {
      case (.start, 0x00...0x7F), (.one, 0x80...0xBF): .start
      case (.start, 0xC2...0xDF), (.two, 0x80...0xBF): .one
      case (.afterE0, 0xA0...0xBF), (.afterED, 0x80...0x9F): .one
      case (.start, 0xE0): .afterE0
      case (.start, 0xED): .afterED
      case (.start, 0xE1...0xEF), (.three, 0x80...0xBF): .two
      case (.afterF0, 0x90...0xBF), (.afterF4, 0x80...0x8F): .two
      case (.start, 0xF0): .afterF0
      case (.start, 0xF1...0xF3): .three
      case (.start, 0xF4): .afterF4
      default: .malformed
      }
    }
  }

  /// For each byte, the places of the states that follow, each at the place of the state before.
  private static let steps: [UInt64] = (0..<256).map { byte in
    State.allCases.reduce(0) { $0 | $1.after(byte).place << $1.place }
  }
}
