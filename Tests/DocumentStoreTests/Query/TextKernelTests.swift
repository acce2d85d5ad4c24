import Foundation
import Predicates
import Testing

@testable import DocumentStore

@Suite("Comparing texts by their bytes agrees with comparing strings") struct TextKernelTests {
  private static let operations: [NSComparisonPredicate.Operator] = [
    .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo,
    .beginsWith,
    .endsWith, .contains, .like, .in,
  ]
  private static let options: [NSComparisonPredicate.Options] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    .normalized,
  ]

  @Test("for every pair of texts, operator and option", arguments: options)
  func pairs(options: NSComparisonPredicate.Options) throws {
    let texts = QueryValues.texts
    try expectSame(texts, QueryValues.patterns + texts, options)
  }

  @Test("for texts of scalars from all scripts", arguments: 0..<6 as Range<UInt64>)
  func scripts(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let blocks: [ClosedRange<Int>] = [
      0...0x7F, 0x20...0x7E, 0x80...0x24F, 0x250...0x36F, 0x370...0x3FF, 0x400...0x52F,
      0x530...0x5FF,
      0x900...0x97F, 0xE00...0xE7F, 0x1100...0x11FF, 0x1E00...0x1FFF, 0x2000...0x206F,
      0x20A0...0x218F,
      0x3000...0x30FF, 0x4E00...0x4E80, 0xAC00...0xAC80, 0xD780...0xD7FF, 0xF900...0xF920,
      0xFB00...0xFB20,
      0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF, 0x1F466...0x1F469,
    ]
    let own = (0..<3).map { _ in random.element(blocks) }
    let texts = (0..<40).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<random.int(0...5)).compactMap { _ in
            let block = random.chance(30) ? 0x61...0x63 : random.element(own)
            return Unicode.Scalar(random.int(block))
          }))
    }
    for options in Self.options { try expectSame(texts, Array(texts.prefix(15)), options) }
  }

  private func expectSame(
    _ texts: [String], _ constants: [String], _ options: NSComparisonPredicate.Options
  ) throws {
    let table = TableSchema(
      name: "Text", index: 0, columns: [ColumnSchema(name: "text", type: .string)])
    // Bytes decide about whole groups, too, where these are all ASCII or all plain.
    func isPlain(_ text: String) -> Bool {
      unsafe Array(text.utf8).withUnsafeBytes { unsafe PlainRow.isPlain($0) }
    }
    let groups = [texts, texts.filter { $0.utf8.allSatisfy { $0 < 0x80 } }, texts.filter(isPlain)]
    let generations = try groups.map { group in
      let builder = TableBuilder(table)
      for (index, text) in group.enumerated() {
        builder.append(.number(Int64(index + 1)), [.string(text)])
      }
      return Generation(
        number: 1, schema: Schema(modelName: nil, tables: [table]), tables: [try builder.finish()])
    }
    for constant in constants {
      for operation in Self.operations {
        let predicate = NSComparisonPredicate(
          leftExpression: NSExpression(
            .keyPath(NSExpression(.evaluatedObject), PropertyPath("text"))),
          rightExpression: NSExpression(.constant(constant)), type: operation, options: options)
        let test = try TextTest(operation, options, constant)
        var query = Query(tables: [0])
        query.predicate = predicate
        for (group, generation) in zip(groups, generations) {
          let found = Set(try generation.results(of: query).references.map(\.row))
          for (row, text) in group.enumerated() where found.contains(row) != test.holds(text) {
            Issue.record(
              "\(scalars(text)) \(operation) \(options.rawValue) \(scalars(constant)): \(!found.contains(row))"
            )
          }
        }
      }
    }
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test("finding a short text in a long one", arguments: 0..<20 as Range<UInt64>)
  func search(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let alphabet: [UInt8] = Array("abAB\u{1}".utf8)
    for _ in 0..<300 {
      let long = (0..<random.int(0...60)).map { _ in random.element(alphabet) }
      let short = String(
        decoding: (0..<random.int(1...12)).map { _ in random.element(alphabet) }, as: UTF8.self)
      let options: NSComparisonPredicate.Options = random.chance(50) ? .caseInsensitive : []
      let needle = try #require(TextNeedle(short, options))
      let folded =
        options.isEmpty ? long : Array(String(decoding: long, as: UTF8.self).lowercased().utf8)
      let wanted = folded.indices.filter { folded[$0...].starts(with: needle.bytes) }
      var found: [Int] = []
      unsafe long.withUnsafeBytes { bytes in
        needle.withBytes { needleBytes in
          let search = TextSearch(needle)
          var next = 0
          while let match = unsafe search.firstMatch(of: needleBytes, in: bytes, from: next) {
            found.append(match)
            next = match + 1
          }
        }
      }
      #expect(found == wanted)
    }
  }
}
