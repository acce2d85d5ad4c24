/// Finds what version control leaves in a document where two people changed the same lines, and takes one side.
///
///     <<<<<<< HEAD
///     ours
///     ||||||| base       (only some tools write this part)
///     what both began with
///     =======
///     theirs
///     >>>>>>> branch
struct ConflictMarks {
  private enum Part { case none, ours, base, theirs }

  private let bytes: ByteView
  private let takesTheirs: Bool
  private var list = MendingList()
  private var part = Part.none
  private var start = 0
  /// The lines to leave out if the conflict has an end.
  private var pending: [Range<Int>] = []

  private init(_ bytes: ByteView, takesTheirs: Bool) {
    self.bytes = bytes
    self.takesTheirs = takesTheirs
  }

  /// The edits that leave one side of each conflict.
  static func list(in bytes: ByteView, takingTheirs takesTheirs: Bool) -> MendingList {
    var marks = ConflictMarks(bytes, takesTheirs: takesTheirs)
    var index = 0
    while index < bytes.count {
      let end = bytes.firstIndex(of: 0x0A, from: index).map { $0 + 1 } ?? bytes.count
      marks.read(index..<end)
      index = end
    }
    return marks.list
  }

  private mutating func read(_ line: Range<Int>) {
    switch mark(line) {
    case UInt8(ascii: "<"):
      part = .ours
      start = line.lowerBound
      pending = [line]
    case UInt8(ascii: "|") where part == .ours:
      part = .base
      pending.append(line)
    case UInt8(ascii: "=") where part == .ours || part == .base:
      part = .theirs
      pending.append(line)
    case UInt8(ascii: ">") where part == .theirs:
      pending.append(line)
      finish(line)
    default:
      let isLeftOut =
        part == .base || part == .ours && takesTheirs || part == .theirs && !takesTheirs
      if isLeftOut { pending.append(line) }
    }
  }

  private mutating func finish(_ end: Range<Int>) {
    for line in pending { list.edit(line) }
    let name = bytes[end.lowerBound + 7..<end.upperBound].trimmed.string
    let other = name.isEmpty ? "" : " ('\(name)')"
    list.remark(
      .lost, at: start,
      takesTheirs
        ? "a merge left a conflict here: the other side\(other) was taken, ours is left out"
        : "a merge left a conflict here: our side was taken, the other\(other) is left out; "
          + "--theirs takes that")
    part = .none
    pending = []
  }

  /// The character of which a line begins with seven; 0 for any other line.
  private func mark(_ line: Range<Int>) -> UInt8 {
    let byte = bytes[line.lowerBound]
    guard line.count >= 7, line.count == 7 || bytes[line.lowerBound + 7].isXMLSpace,
      (0..<7).allSatisfy({ bytes[line.lowerBound + $0] == byte })
    else { return 0 }
    return byte
  }
}
