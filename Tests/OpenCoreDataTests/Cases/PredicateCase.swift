import Foundation
import OpenCoreData
import Predicates
import Testing

/// A predicate and the names of those that meet it.
struct PredicateCase: Sendable, CustomTestStringConvertible {
  let entity: String
  let format: String
  /// Texts, numbers and lists of them.
  let arguments: [any Sendable]
  let expected: Set<String>

  init(
    _ format: String, _ arguments: [any Sendable] = [], _ expected: [String],
    of entity: String = "Employee"
  ) {
    self.entity = entity
    self.format = format
    self.arguments = arguments
    self.expected = Set(expected)
  }

  var testDescription: String { arguments.isEmpty ? format : "\(format) \(arguments)" }

  var predicate: NSPredicate { NSPredicate(format: format, argumentArray: arguments) }

  // MARK: The ways of evaluating

  /// On dictionaries and on plain values, one by one and as a filter of an array.
  func checkOnValues(_ location: SourceLocation = #_sourceLocation) {
    let dictionaries = CaseCompany.dictionaries(entity)
    expect(dictionaries.filtered(using: predicate), "dictionaries, filtered", location)
    expect(dictionaries.filter { predicate.evaluate(with: $0) }, "dictionaries", location)
    let values = CaseCompany.plainValues(entity)
    expect(values.filter { predicate.evaluate(with: $0) }, "plain values", location)
  }

  /// On objects, one by one, as a filter and by fetches.
  func check(_ context: NSManagedObjectContext, _ location: SourceLocation = #_sourceLocation) {
    do {
      let all = try context.all(entity)
      expect(all.filter { predicate.evaluate(with: $0) }, "objects", location)
      expect(all.filtered(using: predicate), "objects, filtered", location)
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.predicate = predicate
      expect(try context.fetch(request), "fetched", location)
      let count = try context.count(for: request)
      #expect(count == expected.count, "counted: \(testDescription)", sourceLocation: location)
    } catch {
      Issue.record("\(testDescription): \(error)", sourceLocation: location)
    }
  }

  private func expect(_ found: [Any], _ way: Comment, _ location: SourceLocation) {
    let names = found.map(CaseCompany.name)
    #expect(
      Set(names) == expected && names.count == expected.count, "\(way): \(testDescription)",
      sourceLocation: location)
  }
}

/// Checks cases in every way that there is: values, unsaved objects, saved ones, the store read again.
func check(_ cases: [PredicateCase], _ location: SourceLocation = #_sourceLocation) throws {
  for one in cases { one.checkOnValues(location) }
  for kind in StoreKind.allCases {
    let stack = try Stack(kind, CaseCompany.model())
    CaseCompany.insert(into: stack)
    for one in cases { one.check(stack.context, location) }
    try stack.context.save()
    for one in cases { one.check(stack.context, location) }
    let fresh = try stack.reopened()
    for one in cases { one.check(fresh, location) }
  }
}
