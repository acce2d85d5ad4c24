/// Finds lines and tags of a document for messages, in time that does not grow with their number.
final class SourceIndex {
  private let bytes: ByteView
  private var lastTag = (place: -1, start: 0)
  /// Where the lines end; found when the first is asked for.
  private lazy var lineEnds: [Int] = {
    var ends: [Int] = []
    while let end = bytes.firstIndex(of: 0x0A, from: ends.last.map { $0 + 1 } ?? 0) {
      ends.append(end)
    }
    return ends
  }()

  /// Prepares an index of bytes, which must outlive it.
  init(_ bytes: ByteView) { self.bytes = bytes }

  /// The number of the line that a place is in, from 1.
  func line(of place: Int) -> Int {
    var low = 0
    var high = lineEnds.count
    while low < high {
      let middle = (low + high) / 2
      if lineEnds[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  /// Where the start tag begins behind which a place is.
  func tagStart(_ place: Int) -> Int {
    // Many messages may be of one tag, which may be long.
    if lastTag.place != place { lastTag = (place, bytes.tagStart(endingBefore: place)) }
    return lastTag.start
  }
}
