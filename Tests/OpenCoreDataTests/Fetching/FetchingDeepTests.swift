import Foundation
import OpenCoreData
import Testing

@Suite("Requests that are nested too deep") struct FetchingDeepTests {
  private static let depth = 100_000

  private var condition: NSPredicate {
    var predicate = NSPredicate(format: "salary == 1")
    for _ in 0..<Self.depth {
      predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate])
    }
    return predicate
  }

  private var expression: NSExpression {
    var expression = NSExpression(forKeyPath: "salary")
    for _ in 0..<Self.depth {
      expression = NSExpression(forFunction: "abs:", arguments: [expression])
    }
    return expression
  }

  @Test("are an error with what to do, in every way of asking", arguments: StoreKind.allCases)
  func errors(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let request = payroll.request()
    let comparison = NSComparisonPredicate(
      leftExpression: expression, rightExpression: expression, type: .lessThan)
    let negation = NSCompoundPredicate(notPredicateWithSubpredicate: comparison)
    for predicate in [condition, comparison, negation] {
      request.predicate = predicate
      refuses { _ = try payroll.context.fetch(request) }
      refuses { _ = try payroll.context.count(for: request) }
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
      ids.resultType = .managedObjectIDResultType
      ids.predicate = predicate
      refuses { _ = try payroll.context.fetch(ids) }
      let update = NSBatchUpdateRequest(entityName: "Employee")
      update.propertiesToUpdate = ["salary": 1]
      update.predicate = predicate
      refuses { _ = try payroll.context.execute(update) }
    }
  }

  @Test("are an error where what to fetch or to keep is so deep", arguments: StoreKind.allCases)
  func dictionaries(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    let column = NSExpressionDescription()
    column.name = "deep"
    column.expression = expression
    request.propertiesToFetch = [column]
    refuses { _ = try payroll.context.fetch(request) }
    request.propertiesToFetch = ["salary"]
    request.propertiesToGroupBy = ["salary"]
    request.havingPredicate = condition
    refuses { _ = try payroll.context.fetch(request) }
  }

  private func refuses(_ body: () throws -> Void) {
    #expect {
      try body()
    } throws: { error in
      error.localizedDescription.contains("nested more than 1000 levels deep")
    }
  }
}
