import Foundation
import Predicates
import Testing

@testable import DocumentStore

@Suite("Filters over columns and the plain evaluator agree") struct QueryTwinTests {
  @Test("on random records and predicates", arguments: 0..<40 as Range<UInt64>)
  func randomPredicates(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let generation = try random.queryGeneration(
      records: random.int(1...150), groupsAtMost: random.element([5, 70, 4096]))
    let indexes = FetchIndexes(buildingAfter: 0)
    var predicates = RandomPredicates(generation, random)
    var answered = 0
    for _ in 0..<60 {
      let table = predicates.random.int(0...2)
      let predicate = predicates.predicate(about: table)
      let tables = table == 0 ? [0, 1] : [table]
      if try expectSame(predicate, tables: tables, in: generation, indexes) { answered += 1 }
    }
    #expect(answered > 30, "most predicates must be such that they can be evaluated")
  }

  @Test("on groups of thousands of rows", arguments: 100..<103 as Range<UInt64>)
  func largeGroups(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let generation = try random.queryGeneration(records: 5000, groupsAtMost: 4096)
    let indexes = FetchIndexes(buildingAfter: 0)
    var predicates = RandomPredicates(generation, random)
    for _ in 0..<6 {
      let predicate = predicates.predicate(about: 0, depth: 1)
      try expectSame(predicate, tables: [0, 1], in: generation, indexes)
    }
  }

  /// Whether there is an answer; that there is none must be so for both, too.
  @discardableResult
  private func expectSame(
    _ predicate: NSPredicate, tables: [Int], in generation: Generation, _ indexes: FetchIndexes
  ) throws -> Bool {
    var query = Query(tables: tables)
    query.predicate = predicate
    let found = Result { try generation.results(of: query) }
    let expected = Result { try evaluated(predicate, tables: tables, in: generation) }
    switch (found, expected) {
    case (.success(let found), .success(let expected)):
      #expect(found.residual == nil, "\(predicate.predicateFormat)")
      #expect(found.references == expected, "\(predicate.predicateFormat)")
      let indexed = try generation.results(of: query, using: indexes)
      #expect(indexed.references == expected, "by an index: \(predicate.predicateFormat)")
      return true
    case (.failure, .failure): return false
    default:
      Issue.record("\(predicate.predicateFormat): \(found), not \(expected)")
      return false
    }
  }

  private func evaluated(
    _ predicate: NSPredicate, tables: [Int], in generation: Generation
  ) throws -> [RecordReference] {
    let reader = RecordReader(generation)
    return try generation.referencesInIDOrder(tables: tables).filter {
      try predicate.matches(StoredRecordView($0, reader))
    }
  }
}
