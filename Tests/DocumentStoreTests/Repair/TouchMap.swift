import Foundation
import Testing

@testable import DocumentStore

/// Which objects of an undamaged binary store lie at which bytes.
struct TouchMap {
  private struct Piece {
    var range: Range<Int>
    var table: Int
    /// For each row of the chunk, the row of the table.
    var rows: [Int]
    /// The type of the values; nil where all rows are touched by any byte.
    var type: ColumnType?
  }

  private var pieces: [Piece] = []
  private let bytes: [UInt8]
  private let generation: Generation

  init(_ bench: RepairBench) throws {
    bytes = bench.bytes
    generation = bench.generation
    for table in RepairBench.schema.tables { try add(table, bench) }
  }

  private mutating func add(_ table: TableSchema, _ bench: RepairBench) throws {
    let (groups, map, claim) = try bench.layout(table.index)
    var first = 0
    let bitmapsStart = map.directory + 10 + 8 + groups.groups.count * 8
    var bitmaps = bitmapsStart
    for group in groups.groups {
      let rows = Array(first..<first + group.rowCount)
      for (leaf, place) in group.places.enumerated() {
        let place = try #require(place)
        let type =
          leaf == 0
          ? group.hasTextIDs ? .string : .int64
          : table.leafTypes[try #require(map.fileLeaves.firstIndex(of: leaf))]
        add(place.offset, place.byteCount, table, rows, type)
      }
      if let live = group.live {
        let size = live.words.count * 8
        pieces.append(Piece(range: bitmaps..<bitmaps + size, table: table.index, rows: rows))
        bitmaps += size
      }
      first += group.rowCount
    }
    for offset in claim.patches ?? [] {
      let stored = try bench.files.stored("s.plist").read().bytes
      let found = try #require(
        SalvagedHead(
          stored, at: offset, RowLimits(rowCount: 1 << 20, size: stored.count, stated: nil),
          leafCount: table.leafTypes.count))
      let head = found.head
      pieces.append(
        Piece(
          range: found.start..<found.start + head.ids.offset, table: table.index, rows: head.rows))
      let inserted = head.rows.indices.filter { head.fates[$0] == .inserted }.map { head.rows[$0] }
      add(
        found.start + head.ids.offset, head.ids.byteCount, table, inserted,
        head.idsAreText ? .string : .int64)
      for (leaf, place) in head.leaves.enumerated() {
        guard let place else { continue }
        let type = table.leafTypes[
          try #require(map.fileLeaves.firstIndex(of: leaf + 1))]
        add(
          found.start + place.offset, place.byteCount, table,
          head.positions[leaf].map { head.rows[$0] }, type)
      }
    }
  }

  private mutating func add(
    _ offset: Int, _ count: Int, _ table: TableSchema, _ rows: [Int], _ type: ColumnType
  ) {
    pieces.append(
      Piece(range: offset..<offset + count, table: table.index, rows: rows, type: type))
  }

  /// The ids of the objects that some bytes belong to.
  func objects(at places: some Sequence<Int>) throws -> Set<String> {
    var ids: Set<String> = []
    for place in places {
      for piece in pieces where piece.range.contains(place) {
        for row in rows(at: place - piece.range.lowerBound, piece) {
          let reference = RecordReference(table: piece.table, row: row)
          if generation.contains(reference) { ids.insert(try generation.id(of: reference)) }
        }
      }
    }
    return ids
  }

  private func rows(at offset: Int, _ piece: Piece) -> [Int] {
    guard let type = piece.type else { return piece.rows }
    let count = piece.rows.count
    let presence = ColumnChunk.presenceSize(count)
    if offset < presence {
      return (0..<8).map { offset * 8 + $0 }.filter { $0 < count }.map { piece.rows[$0] }
    }
    if let width = type.fixedWidth {
      let row = (offset - presence) / width
      return row < count ? [piece.rows[row]] : []
    }
    if offset < presence + ColumnChunk.offsetsSize(count) {
      let index = (offset - presence) / 4
      return [index - 1, index].filter { 0..<count ~= $0 }.map { piece.rows[$0] }
    }
    let payload = offset - presence - ColumnChunk.offsetsSize(count)
    func start(_ row: Int) -> Int {
      let place = piece.range.lowerBound + presence + row * 4
      return (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
    }
    return (0..<count).filter { start($0) <= payload && payload < start($0 + 1) }
      .map { piece.rows[$0] }
  }
}
