extension Character {
  /// Whether terminals give the character two columns: East Asian scripts and pictures.
  ///
  /// The ranges are the blocks of Unicode that UAX #11 has as wide throughout.
  package var isWide: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0xA9 else { return false }
    return switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    }
  }
}
