import Predicates

/// How a row's bytes are compared with those of a text.
protocol ByteComparison: Sendable {
  /// Whether a row passes whose bytes decide.
  func holds(_ row: UnsafeRawBufferPointer, _ needle: TextNeedle) -> Bool
}

/// The row is the text.
struct SameBytes: ByteComparison {
  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: TextNeedle) -> Bool {
    guard row.count == needle.bytes.count, let start = row.baseAddress else {
      return row.count == needle.bytes.count
    }
    return unsafe needle.matches(start)
  }
}

/// The row begins with the text.
struct LeadingBytes: ByteComparison {
  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: TextNeedle) -> Bool {
    guard row.count >= needle.bytes.count, let start = row.baseAddress else { return false }
    return unsafe needle.matches(start)
  }
}

/// The row ends with the text.
struct TrailingBytes: ByteComparison {
  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: TextNeedle) -> Bool {
    guard row.count >= needle.bytes.count, let start = row.baseAddress else { return false }
    return unsafe needle.matches(start + (row.count - needle.bytes.count))
  }
}

/// The row has the text somewhere.
struct InnerBytes: ByteComparison {
  let search: TextSearch

  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: TextNeedle) -> Bool {
    unsafe search.firstMatch(in: row, from: 0) != nil
  }
}

/// The row comes before the text, or behind it.
struct ByteOrder: ByteComparison {
  let whereLess: Bool
  let whereEqual: Bool
  let whereGreater: Bool

  @inline(__always)
  func holds(_ row: UnsafeRawBufferPointer, _ needle: TextNeedle) -> Bool {
    let common = min(row.count, needle.bytes.count)
    for index in 0..<common {
      let (a, b) = unsafe (row[index], needle.bytes[index])
      if a != b { return a < b ? whereLess : whereGreater }
    }
    if row.count == needle.bytes.count { return whereEqual }
    return row.count < needle.bytes.count ? whereLess : whereGreater
  }
}

/// Compares texts: by bytes where they decide, as strings elsewhere.
struct TextFilterTest<Comparison: ByteComparison>: LeafTest {
  let comparison: Comparison
  let needle: TextNeedle
  /// What decides about the other rows.
  let text: TextTest
  /// Whether the bytes must not compare so, as for `!=`; the test of strings knows by itself.
  let isInverted: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    // Looking through all bytes of a group at once is cheap, but not as cheap as few rows.
    let allDecided = unsafe rows.count >= count / 4 && needle.decides(bytes.payload(count))
    if allDecided, let inner = comparison as? InnerBytes, !isInverted {
      return unsafe rows.keepMatches(of: inner.search, needle, count: count, in: bytes)
    }
    rows.filter { row in
      let payload = unsafe ColumnChunk.payload(at: row, count, bytes)
      if unsafe allDecided || needle.decides(payload) {
        return unsafe comparison.holds(payload, needle) != isInverted
      }
      return text.holds(unsafe String(decoding: payload, as: UTF8.self))
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
    of search: TextSearch, _ needle: TextNeedle, count: Int, in bytes: UnsafeRawBufferPointer
  ) {
    let payload = unsafe bytes.payload(count)
    var found = RowBits()
    var row = 0
    var end = unsafe ColumnChunk.payloadOffset(of: 1, count, bytes)
    var place = 0
    while let match = unsafe search.firstMatch(in: payload, from: place) {
      while end <= match {
        row &+= 1
        end = unsafe ColumnChunk.payloadOffset(of: row &+ 1, count, bytes)
      }
      if match + needle.bytes.count <= end {
        found[row] = true
        place = end
      } else {
        place = match + 1  // it reaches into the next row
      }
    }
    formIntersection(found)
  }
}
