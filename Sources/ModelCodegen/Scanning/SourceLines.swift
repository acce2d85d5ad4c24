import ManagedModel

/// Where the lines of a text begin, to tell the line and column of a byte.
struct SourceLines {
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
  }

  /// The number of the line of a byte, from 0.
  private func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Where the line of a byte begins.
  func start(of offset: Int) -> Int { starts[line(of: offset)] }

  /// The place of a byte in a file of a path.
  func location(of offset: Int, in path: String) -> Diagnostic.Location {
    let line = line(of: offset)
    return Diagnostic.Location(file: path, line: line + 1, column: offset - starts[line] + 1)
  }
}
