import Predicates

/// Holds a whole fetch request against the entity that it asks for.
struct RequestCheck {
  let request: FetchRequestCore
  let entity: NSEntityDescription
  var lookups = EntityLookups()
  /// The entity of `$FETCH_SOURCE`, where the request is a fetched property's.
  var source: NSEntityDescription?
  /// Whether the request is about to run: variables need values, and a predicate that could not be parsed is told.
  var isAboutToRun = false

  init(_ request: FetchRequestCore, entity: NSEntityDescription) {
    self.request = request
    self.entity = entity
  }

  /// All that is wrong.
  func run() -> [RequestProblem] {
    limitProblems + predicateProblems + sortProblems + prefetchProblems
      + ColumnCheck(self).run()
  }

  /// Begins a check of something that objects of the entity are asked.
  func makeCheck() -> PredicateCheck {
    let check = PredicateCheck(entity, lookups: lookups)
    if let source { check.variables["FETCH_SOURCE"] = Meaning(kind: .object(source)) }
    return check
  }

  private var limitProblems: [RequestProblem] {
    [
      ("fetchLimit", request.fetchLimit), ("fetchOffset", request.fetchOffset),
      ("fetchBatchSize", request.fetchBatchSize),
    ].filter { $0.1 < 0 }.map { .negative($0.0, $0.1) }
  }

  private var predicateProblems: [RequestProblem] {
    guard let predicate = request.predicate else {
      guard isAboutToRun, let fault = request.predicateFault else { return [] }
      return [.faultyPredicate(fault, of: request.subject)]
    }
    let check = makeCheck()
    check.check(predicate)
    if isAboutToRun, !check.unboundVariables.isEmpty {
      check.report(.unboundVariables(check.unboundVariables))
    }
    return check.problems
  }

  private var sortProblems: [RequestProblem] {
    let check = makeCheck()
    // Dictionaries can be ordered by what is computed for them.
    for case let column as NSExpressionDescription in request.propertiesToFetch ?? []
    where request.resultType == .dictionaryResultType {
      check.columns[column.name] = Meaning(kind: ValueKind(column.expressionResultType))
    }
    for descriptor in request.sortDescriptors ?? [] { check.check(descriptor) }
    return check.problems
  }

  private var prefetchProblems: [RequestProblem] {
    let check = makeCheck()
    for path in request.relationshipKeyPathsForPrefetching ?? [] {
      let value = check.meaning(of: PropertyPath(path), from: check.root)
      if !value.isUnknown, !(value.property is NSRelationshipDescription) {
        check.report(.prefetchOfValue(value))
      }
    }
    return check.problems
  }
}
