import ManagedModel

/// The lines of a history file, from the last to the first: what a reader wants is nearly always at the end.
struct HistoryLines {
  /// A line of the file.
  struct Line {
    /// Where it begins.
    var start: Int
    /// Its bytes, without the line end.
    var bytes: [UInt8]
    /// Whether it has a line end; one that was being written when a process died has none.
    var isWhole: Bool

    /// Where the next line begins.
    var end: Int { start + bytes.count + (isWhole ? 1 : 0) }
  }

  private let file: OpenFile
  /// What has been read and not given out yet: the bytes of the file from `start` on.
  private var bytes: [UInt8] = []
  private var start: Int

  private static let pieceSize = 1 << 16

  /// The lines before `end`.
  init(_ file: OpenFile, before end: Int) {
    self.file = file
    start = end
  }

  /// The line before the one that was given out last; nil at the beginning of the file.
  mutating func previous() throws(StoreError) -> Line? {
    if bytes.isEmpty {
      if start == 0 { return nil }
      try readMore()
    }
    while true {
      let isWhole = bytes.last == 0x0A
      let content = bytes.count - (isWhole ? 1 : 0)
      if let lineEnd = bytes[..<content].lastIndex(of: 0x0A) {
        return take(from: lineEnd + 1, isWhole)
      }
      if start == 0 { return take(from: 0, isWhole) }
      guard content <= HistoryLine.sizeLimit else {
        throw StoreError(
          .limit,
          "a line of the history has more than \(HistoryLine.sizeLimit >> 20) MiB",
          at: Diagnostic.Location(file: file.path))
      }
      try readMore()
    }
  }

  private mutating func take(from index: Int, _ isWhole: Bool) -> Line {
    let line = Line(
      start: start + index, bytes: Array(bytes[index..<bytes.count - (isWhole ? 1 : 0)]),
      isWhole: isWhole)
    bytes.removeLast(bytes.count - index)
    return line
  }

  /// Reads as much again as there is, so that a long line is not copied too often.
  private mutating func readMore() throws(StoreError) {
    let count = min(start, max(Self.pieceSize, bytes.count))
    let piece = try file.read(count, at: start - count)
    guard piece.count == count else {
      throw StoreError(
        .changedByOther, "the history was cut short while it was read; try again",
        at: Diagnostic.Location(file: file.path))
    }
    unsafe bytes = Array(piece.buffer) + bytes
    start -= count
  }

  /// The number of the line that begins at a place of a file, counted from 1; for messages.
  static func number(ofLineAt place: Int, in file: OpenFile) -> Int {
    var number = 1
    var offset = 0
    while offset < place, let piece = try? file.read(min(1 << 20, place - offset), at: offset),
      piece.count > 0
    {
      number += unsafe piece.buffer.count { $0 == 0x0A }
      offset += piece.count
    }
    return number
  }
}
