/// The white space of a text: how its lines end and how far they are indented.
struct SourceLayout {
  private let bytes: [UInt8]
  private let lines: SourceLines
  /// What ends a line.
  let newline: String

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = SourceLines(bytes)
    let first = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    newline = first > 0 && bytes[first - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  private func isBlank(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t")
  }

  /// The blanks that stand at the beginning of the line of a byte.
  func indentation(of offset: Int) -> String {
    let start = lines.start(of: offset)
    var end = start
    while end < offset, isBlank(end) { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Where the blanks before a byte begin.
  func blanksStart(before offset: Int) -> Int {
    var start = offset
    while start > 0, isBlank(start - 1) { start -= 1 }
    return start
  }

  /// Where the blanks after a byte end.
  func blanksEnd(after offset: Int) -> Int {
    var end = offset
    while end < bytes.count, isBlank(end) { end += 1 }
    return end
  }

  /// Whether a byte is the first of its line that is no blank.
  func isLineStart(_ offset: Int) -> Bool {
    let start = blanksStart(before: offset)
    return start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
      || (start == 3 && bytes.starts(with: [0xEF, 0xBB, 0xBF]))
  }

  /// The end of the line, where nothing stands between it and a byte but blanks and a comment to its end.
  func lineEnd(after offset: Int) -> Int? {
    var end = blanksEnd(after: offset)
    if bytes[end...].starts(with: "//".utf8) {
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      if end > offset, end < bytes.count, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    guard end < bytes.count else { return end }
    return bytes[end] == UInt8(ascii: "\n") || bytes[end] == UInt8(ascii: "\r") ? end : nil
  }
}
