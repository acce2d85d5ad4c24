/// The text of a model file in UTF-8, and where its lines begin.
final class SourceText: Sendable {
  /// The text, as the file holds it or transcoded.
  let bytes: [UInt8]
  /// The path by which messages name the file.
  let file: String?

  private let lineStarts: [Int]

  /// Takes bytes that are known to be UTF-8.
  init(utf8 bytes: [UInt8], file: String?) {
    self.bytes = bytes
    self.file = file
    // A byte order mark is no column of the first line.
    var starts = [bytes.starts(with: ByteOrderMark.utf8) ? ByteOrderMark.utf8.count : 0]
    for offset in bytes.indices where bytes[offset] == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// The line and column of a byte, both from one.
  func location(at offset: Int) -> Diagnostic.Location {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return Diagnostic.Location(
      file: file, line: low + 1, column: max(offset - lineStarts[low], 0) + 1)
  }
}

/// The bytes that may open a text and say how it is encoded.
enum ByteOrderMark {
  static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]
  static let utf16LittleEndian: [UInt8] = [0xFF, 0xFE]
  static let utf16BigEndian: [UInt8] = [0xFE, 0xFF]
}
