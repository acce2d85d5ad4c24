import Foundation
import Testing

@testable import DocumentStore

@Suite("Stored values that no one could have saved are refused when they are read")
struct ChunkContentsTests {
  /// Saves a table of one column and reads it again.
  func reading(
    _ type: ColumnType, rows: Int = 3, relationship: RelationshipSchema? = nil,
    _ fill: (ColumnBuilder) -> Void
  ) throws -> String? {
    var column = ColumnSchema(name: "value", type: type)
    column.relationship = relationship
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(name: "A", index: 0, columns: [column]),
        TableSchema(name: "B", index: 1, columns: []),
      ])
    let builder = TableBuilder(schema.tables[0])
    for row in 0..<rows { builder.append(.number(Int64(row + 1)), [.null]) }
    let plain = try builder.finish()
    let values = ColumnBuilder(type)
    fill(values)
    while values.rowCount < rows { values.appendNull() }
    let group = RowGroup(
      firstRow: 0, rowCount: rows, ids: plain.groups[0].ids, live: nil, leaves: [values.seal()])
    let generation = Generation(
      number: 1, schema: schema,
      tables: [
        Table(schema: schema.tables[0], groups: [group], highestNumber: 3),
        Table(schema: schema.tables[1], groups: [], highestNumber: 0),
      ])
    let files = try SimulatedFileSystem.store(generation)
    do throws(StoreError) {
      try files.load(schema).generation.touchEverything()
      return nil
    } catch {
      return error.description
    }
  }

  func bytes(_ bytes: [UInt8], _ builder: ColumnBuilder) {
    unsafe bytes.withUnsafeBytes { unsafe builder.append(bytes: $0) }
  }

  @Test(
    "text that is not UTF-8, in whole or in a row",
    arguments: [
      [[0xFF]], [[0xC3]], [[0x61, 0x80]], [[0xC3], [0xA9]], [[0x61], [0xE2, 0x82], [0xAC]],
    ] as [[[UInt8]]])
  func utf8(rows: [[UInt8]]) throws {
    for type in [ColumnType.string, .uri] {
      let message = try reading(type) { builder in for row in rows { bytes(row, builder) } }
      #expect(message?.contains("in the values of 'value' of 'A': a text is not UTF-8") == true)
    }
  }

  @Test("text that is UTF-8 in each row, empty ones at the end included")
  func validUTF8() throws {
    let message = try reading(.string) { builder in
      bytes(Array("日本é".utf8), builder)
      bytes([], builder)
    }
    #expect(message == nil)
  }

  @Test("numbers that are not finite")
  func finite() throws {
    for number in [Double.nan, .infinity, -.infinity, .signalingNaN] {
      #expect(try reading(.double) { $0.append(double: number) } != nil)
      #expect(try reading(.date) { $0.append(double: number) } != nil)
      #expect(try reading(.float) { $0.append(float: Float(number)) } != nil)
    }
    #expect(try reading(.double) { $0.append(double: -0.0) } == nil)
  }

  @Test("decimals that Foundation does not have")
  func decimals() throws {
    let bad = [
      DecimalBits(exponent: 128, isNegative: false, mantissa: 1),
      DecimalBits(exponent: -129, isNegative: false, mantissa: 1),
      DecimalBits(exponent: 0, isNegative: true, mantissa: 0),
    ]
    for bits in bad { #expect(try reading(.decimal) { $0.append(decimal: bits) } != nil) }
    for exponent: Int32 in [-128, 0, 127] {
      let bits = DecimalBits(exponent: exponent, isNegative: true, mantissa: .max)
      #expect(try reading(.decimal) { $0.append(decimal: bits) } == nil)
    }
  }

  @Test("references to records that are not there are left out when they are written")
  func references() throws {
    var relationship = RelationshipSchema()
    relationship.destinationTables = [true, false]
    for row in [3, Int(UInt32.max)] {
      let gone = RecordReference(table: 0, row: row)
      let first = RecordReference(table: 0, row: 0)
      #expect(try reading(.toOne, relationship: relationship) { $0.append(reference: gone) } == nil)
      #expect(
        try reading(.toMany, relationship: relationship) {
          $0.append(references: [first, gone])
        } == nil)
    }
  }

  @Test("ids that are missing, or numbers that were never given")
  func ids() throws {
    let schema = Schema(modelName: nil, tables: [TableSchema(name: "A", index: 0, columns: [])])
    func reading(_ numbers: [Int64?], highest: Int64, dead: [Int] = []) throws -> Bool {
      let ids = ColumnBuilder(.int64)
      for number in numbers {
        if let number { ids.append(integer: number) } else { ids.appendNull() }
      }
      var live = Bitmap(size: numbers.count, repeating: true)
      for row in dead { live[row] = false }
      let group = RowGroup(
        firstRow: 0, rowCount: numbers.count, ids: ids.seal(), live: dead.isEmpty ? nil : live,
        leaves: [])
      let table = Table(schema: schema.tables[0], groups: [group], highestNumber: highest)
      let files = try SimulatedFileSystem.store(
        Generation(number: 1, schema: schema, tables: [table]))
      let generation = try files.load(schema).generation
      return (try? generation.touchEverything()) != nil
    }
    #expect(try reading([1, 2, 9], highest: 9))
    #expect(try reading([1, 0, 9], highest: 9, dead: [1]))
    #expect(try !reading([1, 0, 9], highest: 9))
    #expect(try !reading([1, -4, 9], highest: 9, dead: [1]))
    #expect(try !reading([1, 2, 9], highest: 8))
    #expect(try !reading([1, nil], highest: 8))
  }
}

@Suite("The check for UTF-8")
struct UTF8CheckTests {
  func kind(_ bytes: [UInt8]) -> UTF8Check.Kind {
    unsafe bytes.withUnsafeBytes { unsafe UTF8Check.kind(of: $0) }
  }

  @Test("agrees with the standard library about all short sequences, wherever they stand")
  func allSequences() {
    // One byte of each kind that the standard tells apart.
    let edges: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED,
      0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var sequences: [[UInt8]] = [[]]
    var differing: [[UInt8]] = []
    for _ in 0..<3 {
      sequences = sequences.flatMap { sequence in edges.map { sequence + [$0] } }
      for sequence in sequences {
        for (padding, end) in [(0, []), (5, []), (8, []), (0, [0x80, 0xBF])] as [(Int, [UInt8])] {
          let bytes = Array(repeating: UInt8(ascii: "a"), count: padding) + sequence + end
          let isValid = String(validating: bytes, as: UTF8.self) != nil
          if (kind(bytes) != .malformed) != isValid { differing.append(bytes) }
        }
      }
    }
    #expect(differing.isEmpty)
  }

  @Test("agrees with it about random text, spoiled or not", arguments: 0..<3)
  func randomText(seed: Int) {
    var random = SeededRandom(UInt64(seed))
    for _ in 0..<2000 {
      var bytes = Array(random.text().utf8.prefix(400))
      #expect((kind(bytes) == .ascii) == bytes.allSatisfy { $0 < 0x80 })
      if random.chance(60), !bytes.isEmpty {
        bytes[random.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      #expect((kind(bytes) != .malformed) == (String(validating: bytes, as: UTF8.self) != nil))
    }
  }
}
