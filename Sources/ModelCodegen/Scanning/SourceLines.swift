import ManagedModel

/// Where the lines of a text begin, to tell the line and column of a byte.
struct SourceLines {
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
  }

  /// The place of a byte in a file of a path.
  func location(of offset: Int, in path: String) -> Diagnostic.Location {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return Diagnostic.Location(file: path, line: low + 1, column: offset - starts[low] + 1)
  }
}
