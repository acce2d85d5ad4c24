import Foundation
import Predicates
import Testing

@testable import DocumentStore

@Suite("Records that a query leaves to objects") struct TouchedTests {
  private static let paths = [
    ["parent"], ["tag", "owner"], ["children", "aint16"], ["tags", "items", "parent"],
    ["ordered", "@count"], ["parent", "children", "tag", "name"], ["parent", "parent", "parent"],
  ]

  @Test(
    "are those from which a path of the predicate or the order leads to a changed one",
    arguments: 0..<20 as Range<UInt64>)
  func touched(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let generation = try random.queryGeneration(
      records: random.int(1...100), groupsAtMost: random.element([5, 4096]))
    let predicatePath = random.element(Self.paths)
    let sortPath = random.element(Self.paths.filter { !$0.contains("children") })
    let changed = (0..<random.int(0...6)).map { _ in
      let table = random.int(0...2)
      return RecordReference(
        table: table, row: random.int(0...generation.tables[table].rowCount - 1))
    }
    var query = Query(tables: [0, 1])
    query.changed = changed
    query.predicate = NSComparisonPredicate(
      leftExpression: NSExpression(
        .keyPath(NSExpression(.evaluatedObject), PropertyPath(predicatePath))),
      rightExpression: NSExpression(.constant(nil)), modifier: .any, type: .equalTo)
    query.sort = [
      NSSortDescriptor(path: sortPath.joined(separator: "."), ascending: true, comparison: .compare)
    ]
    let all = try generation.referencesInIDOrder(tables: [0, 1])
    let expected = try all.filter { reference in
      try !changed.contains(reference)
        && [predicatePath, sortPath].contains {
          try leads(reference, $0[...], to: Set(changed), in: generation)
        }
    }
    let result = try generation.results(of: query)
    #expect(result.touched.sorted() == expected.sorted())
    #expect(Set(result.references).isDisjoint(with: changed))
    #expect(Set(result.references).isDisjoint(with: result.touched))
    #expect(!result.isWindowed || changed.isEmpty)
  }

  private func leads(
    _ reference: RecordReference, _ path: ArraySlice<String>, to changed: Set<RecordReference>,
    in generation: Generation
  ) throws -> Bool {
    let table = generation.tables[reference.table]
    guard let key = path.first, reference.row < table.rowCount,
      let column = table.schema.columnIndex(named: key)
    else { return false }
    let members: [RecordReference] =
      switch try table.value(of: column, at: reference.row) {
      case .reference(let member): [member]
      case .references(let members): members
      default: []
      }
    return try members.contains {
      try changed.contains($0) || leads($0, path.dropFirst(), to: changed, in: generation)
    }
  }

  @Test("are found through the conditions of subqueries, too")
  func subqueries() throws {
    var random = SeededRandom(7)
    let generation = try random.queryGeneration(records: 30, groupsAtMost: 10)
    var query = Query(tables: [0])
    query.predicate = NSPredicate(
      format: "SUBQUERY(children, $c, SUBQUERY($c.tags, $t, $t.owner == nil).@count > 0).@count > 0"
    )
    query.changed = generation.tables[2].liveRows().prefix(1).map {
      RecordReference(table: 2, row: $0)
    }
    let expected = try generation.referencesInIDOrder(tables: [0]).filter {
      try leads($0, ["children", "tags", "owner"], to: Set(query.changed), in: generation)
    }
    #expect(try generation.results(of: query).touched.sorted() == expected.sorted())
  }

  @Test("what only objects know is left over, what joins it by AND is applied")
  func residuals() throws {
    var random = SeededRandom(3)
    let generation = try random.queryGeneration(records: 60, groupsAtMost: 20)
    let block = NSPredicate(block: { _, _ in true })
    let transient = NSPredicate(format: "passing == 'x'")
    let transformed = NSPredicate(format: "atransformable == 'x'")
    let number = NSPredicate(format: "aint16 > 0")
    for open in [block, transient, transformed] {
      var query = Query(tables: [0])
      query.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [open, number])
      let result = try generation.results(of: query)
      #expect(
        result.residual.map { "\($0)" }
          == "\(NSCompoundPredicate(andPredicateWithSubpredicates: [open]))")
      #expect(!result.isWindowed)
      #expect(try generation.count(of: query) == nil)
      query.predicate = number
      #expect(try result.references == generation.results(of: query).references)
      query.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [open, number])
      #expect(try generation.results(of: query).residual != nil)
      #expect(
        try generation.results(of: query).references == generation.referencesInIDOrder(tables: [0]))
    }
  }

  @Test("whether a transformed value is there needs no objects")
  func presenceOfTransformed() throws {
    var random = SeededRandom(4)
    let generation = try random.queryGeneration(records: 60, groupsAtMost: 20)
    let table = generation.tables[0]
    let column = try #require(table.schema.columnIndex(named: "atransformable"))
    var query = Query(tables: [0])
    query.predicate = NSPredicate(format: "atransformable != nil")
    let expected = try table.liveRows().filter { try !table.value(of: column, at: $0).isNull }
    #expect(try generation.results(of: query).references.map(\.row) == expected)
  }
}
