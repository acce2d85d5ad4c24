import OpenCoreData

extension String {
  /// The text with blanks behind it, up to a number of columns of a terminal.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }

  /// How many columns of a terminal the text takes.
  var displayWidth: Int {
    // Where each byte is a letter, counting bytes is many times faster.
    if utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return utf8.count }
    return reduce(0) { $0 + ($1.isWide ? 2 : 1) }
  }
}
