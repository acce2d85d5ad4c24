import Predicates

/// How a row's bytes are compared with those of a text.
protocol ByteComparison {
  /// Whether a row passes whose bytes decide.
  func holds(_ row: UnsafeRawBufferPointer, _ needle: NeedleBytes) -> Bool
}

/// The row is the text.
struct SameBytes: ByteComparison {
  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: NeedleBytes) -> Bool {
    guard row.count == needle.count, let start = row.baseAddress else {
      return row.count == needle.count
    }
    return unsafe needle.matches(start)
  }
}

/// The row begins with the text.
struct LeadingBytes: ByteComparison {
  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: NeedleBytes) -> Bool {
    guard row.count >= needle.count, let start = row.baseAddress else { return false }
    return unsafe needle.matches(start)
  }
}

/// The row ends with the text.
struct TrailingBytes: ByteComparison {
  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: NeedleBytes) -> Bool {
    guard row.count >= needle.count, let start = row.baseAddress else { return false }
    return unsafe needle.matches(start + (row.count - needle.count))
  }
}

/// The row has the text somewhere.
struct InnerBytes: ByteComparison {
  let search: TextSearch

  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: NeedleBytes) -> Bool {
    unsafe search.firstMatch(of: needle, in: row, from: 0) != nil
  }
}

/// The row comes before the text, or behind it.
struct ByteOrder: ByteComparison {
  let outcomes: OrderOutcomes

  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: NeedleBytes) -> Bool {
    let common = min(row.count, needle.count)
    for index in 0..<common {
      let (a, b) = unsafe (row[index], needle[index])
      if a != b { return outcomes.holds(a < b ? -1 : 1) }
    }
    return outcomes.holds(row.count - needle.count)
  }
}

/// Compares texts: by bytes where they decide, as strings elsewhere.
struct TextFilterTest: LeafTest {
  /// How bytes are compared; a case for each way, so that every loop is compiled for its own.
  enum Comparison {
    case whole(SameBytes)
    case leading(LeadingBytes)
    case trailing(TrailingBytes)
    case inner(InnerBytes)
    case order(ByteOrder)
  }

  let comparison: Comparison
  let needle: TextNeedle
  /// What decides about the other rows.
  let text: TextTest
  /// Whether the bytes must not compare so: for `!=`, which the test of strings knows by itself.
  var isInverted = false

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    unsafe narrow(&rows, false, count, bytes)
  }

  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer, of chunk: ColumnChunk
  ) throws(QueryError) {
    try unsafe narrow(&rows, needle.decidesAll(rows, chunk), count, bytes)
  }

  private func narrow(
    _ rows: inout RowBits, _ allDecided: Bool, _ count: Int, _ bytes: UnsafeRawBufferPointer
  ) {
    switch comparison {
    case .whole(let whole): unsafe narrow(&rows, whole, allDecided, count, bytes)
    case .leading(let leading): unsafe narrow(&rows, leading, allDecided, count, bytes)
    case .trailing(let trailing): unsafe narrow(&rows, trailing, allDecided, count, bytes)
    case .inner(let inner) where allDecided:
      needle.withBytes { needle in
        unsafe rows.keepMatches(of: inner.search, needle, count: count, in: bytes)
      }
    case .inner(let inner): unsafe narrow(&rows, inner, false, count, bytes)
    case .order(let order): unsafe narrow(&rows, order, allDecided, count, bytes)
    }
  }

  @inline(__always)
  private func narrow(
    _ rows: inout RowBits, _ comparison: some ByteComparison, _ allDecided: Bool, _ count: Int,
    _ bytes: UnsafeRawBufferPointer
  ) {
    let isInverted = isInverted
    let folded = needle.foldTable.map { FoldBuffer($0) }
    needle.withBytes { wanted in
      if allDecided {
        rows.filter { row in
          unsafe comparison.holds(ColumnChunk.payload(at: row, count, bytes), wanted) != isInverted
        }
      } else {
        rows.filter { row in
          let payload = unsafe ColumnChunk.payload(at: row, count, bytes)
          if unsafe needle.decides(payload) {
            return unsafe comparison.holds(payload, wanted) != isInverted
          }
          if let folded,
            let holds = unsafe folded.withFolded(payload, { unsafe comparison.holds($0, wanted) })
          {
            return holds != isInverted
          }
          return text.holds(unsafe String(decoding: payload, as: UTF8.self))
        }
      }
    }
  }
}

/// A test of strings, where bytes never decide.
struct StringTest: LeafTest {
  let text: TextTest

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    rows.filter { row in
      let payload = unsafe ColumnChunk.payload(at: row, count, bytes)
      return text.holds(unsafe String(decoding: payload, as: UTF8.self))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The contents of all rows of a chunk without fixed width.
  func payload(_ rowCount: Int) -> UnsafeRawBufferPointer {
    let start = ColumnChunk.presenceSize(rowCount) + ColumnChunk.offsetsSize(rowCount)
    let length = unsafe ColumnChunk.payloadOffset(of: rowCount, rowCount, self)
    return unsafe UnsafeRawBufferPointer(rebasing: self[start..<start + length])
  }
}

extension RowBits {
  /// Leaves only the rows in which a text is found, looking through all rows of a chunk in one go.
  fileprivate mutating func keepMatches(
    of search: TextSearch, _ needle: NeedleBytes, count: Int, in bytes: UnsafeRawBufferPointer
  ) {
    let payload = unsafe bytes.payload(count)
    var found = RowBits()
    var row = 0
    var end = unsafe ColumnChunk.payloadOffset(of: 1, count, bytes)
    var place = 0
    while let match = unsafe search.firstMatch(of: needle, in: payload, from: place) {
      while end <= match {
        row &+= 1
        end = unsafe ColumnChunk.payloadOffset(of: row &+ 1, count, bytes)
      }
      if match + needle.count <= end {
        found[row] = true
        place = end
      } else {
        place = match + 1  // it reaches into the next row
      }
    }
    formIntersection(found)
  }
}
