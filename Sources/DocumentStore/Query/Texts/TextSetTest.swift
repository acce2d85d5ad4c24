import Foundation
import Predicates

/// Whether a text is one of several, case and marks included.
struct TextSetTest: LeafTest {
  /// The texts' composed forms in UTF-8, shorter ones first, those of a length by their bytes.
  private let bytes: [[UInt8]]
  private let texts: Set<String>

  init(_ texts: [String]) {
    self.texts = Set(texts)
    bytes = Set(texts.map { Array($0.composed.utf8) }).sorted {
      $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1)
    }
  }

  func narrow(_ rows: inout RowBits, count: Int, in chunk: UnsafeRawBufferPointer) {
    unsafe narrow(&rows, allPlain: false, count, chunk)
  }

  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer, of chunk: ColumnChunk
  ) throws(QueryError) {
    let isWorthLooking = rows.count >= count / 4
    let kind = try reading { () throws(StoreError) in
      try chunk.textKind(looking: isWorthLooking)
    }
    unsafe narrow(&rows, allPlain: kind == .ascii || kind == .plain, count, bytes)
  }

  private func narrow(
    _ rows: inout RowBits, allPlain: Bool, _ count: Int, _ chunk: UnsafeRawBufferPointer
  ) {
    rows.filter { row in
      let payload = unsafe ColumnChunk.payload(at: row, count, chunk)
      if unsafe allPlain || PlainRow.isPlain(payload) { return unsafe contains(payload) }
      return texts.contains(unsafe String(decoding: payload, as: UTF8.self))
    }
  }

  private func contains(_ row: UnsafeRawBufferPointer) -> Bool {
    var low = 0
    var high = bytes.count
    while low < high {
      let middle = (low + high) / 2
      let order = unsafe Self.order(bytes[middle], row)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }

  private static func order(_ member: [UInt8], _ row: UnsafeRawBufferPointer) -> Int {
    if member.count != row.count { return member.count < row.count ? -1 : 1 }
    for index in member.indices {
      let (a, b) = unsafe (member[index], row[index])
      if a != b { return a < b ? -1 : 1 }
    }
    return 0
  }
}
