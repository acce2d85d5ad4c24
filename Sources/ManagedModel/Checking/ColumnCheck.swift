import Predicates

/// Checks the columns of a request for dictionaries, the groups, and the condition on groups.
struct ColumnCheck {
  private let request: FetchRequestCore
  private let check: PredicateCheck
  private let isAboutToRun: Bool
  private var isDictionary: Bool { request.resultType == .dictionaryResultType }

  /// A column as it was found.
  private struct Column {
    let name: String
    let meaning: Meaning
    /// Whether it is computed over all rows of a group.
    let isAggregate: Bool
  }

  init(_ check: RequestCheck) {
    request = check.request
    isAboutToRun = check.isAboutToRun
    self.check = check.makeCheck()
  }

  /// All that is wrong.
  func run() -> [RequestProblem] {
    let columns = (request.propertiesToFetch ?? []).compactMap {
      column($0, in: "propertiesToFetch")
    }
    let groups = (request.propertiesToGroupBy ?? []).compactMap {
      column($0, in: "propertiesToGroupBy")
    }
    checkNames(of: columns)
    if isDictionary { checkGrouping(of: columns, by: groups) }
    checkUse(groups: groups)
    checkCondition(columns)
    return check.problems
  }

  private func column(_ stated: Any, in list: String) -> Column? {
    let meaning: Meaning
    switch stated {
    case let expression as NSExpressionDescription: return column(expression, in: list)
    case let property as NSPropertyDescription:
      meaning = check.meaning(of: PropertyPath([property.name]), from: check.root)
    case let name as String:
      meaning = check.meaning(of: PropertyPath(name), from: check.root)
    default:
      check.report(.noColumn(stated, in: list))
      return nil
    }
    guard let path = meaning.path else { return nil }
    if meaning.isCollection {
      check.report(.severalInColumn(meaning, in: list))
    }
    return Column(name: path, meaning: meaning, isAggregate: false)
  }

  private func column(_ description: NSExpressionDescription, in list: String) -> Column? {
    if description.name.isEmpty { check.report(.namelessColumn(in: list)) }
    guard let expression = description.expression else {
      check.report(.emptyColumn(description.name))
      return nil
    }
    let found = check.meaning(of: expression)
    var meaning =
      description.expressionResultType == .undefinedAttributeType
      ? found.element : Meaning(kind: ValueKind(description.expressionResultType))
    if found.isCollection, found.toMany != nil { check.report(.severalInColumn(found, in: list)) }
    meaning.path = description.name
    return Column(
      name: description.name, meaning: meaning, isAggregate: expression.runsOverRows)
  }

  private func checkNames(of columns: [Column]) {
    var seen: Set<String> = []
    for column in columns where !column.name.isEmpty && !seen.insert(column.name).inserted {
      check.report(.repeatedColumn(column.name))
    }
  }

  /// A column that is one value a row must be the same in all rows of a group.
  private func checkGrouping(of columns: [Column], by groups: [Column]) {
    let isGrouped = !groups.isEmpty || columns.contains(where: \.isAggregate)
    guard isGrouped else { return }
    let names = Set(groups.map(\.name))
    for column in columns where !column.isAggregate && !names.contains(column.name) {
      check.report(.ungrouped(column.name, hasGroups: !groups.isEmpty))
    }
    for group in groups where group.isAggregate {
      check.report(.groupedByAggregate(group.name))
    }
  }

  private func checkUse(groups: [Column]) {
    if !groups.isEmpty, !isDictionary { check.report(.onlyForDictionaries("propertiesToGroupBy")) }
    if !groups.isEmpty, request.propertiesToFetch?.isEmpty ?? true {
      check.report(.groupsWithoutColumns)
    }
    if request.returnsDistinctResults, !isDictionary {
      check.report(.distinctObjects)
    }
    if request.havingPredicate != nil, groups.isEmpty { check.report(.havingWithoutGroups) }
  }

  private func checkCondition(_ columns: [Column]) {
    guard let predicate = request.havingPredicate else { return }
    for column in columns {
      check.columns[column.name] = column.meaning
      check.variables[column.name] = column.meaning
    }
    check.check(predicate)
    if isAboutToRun, !check.unboundVariables.isEmpty {
      check.report(.unboundColumns(check.unboundVariables, known: columns.map(\.name)))
    }
  }
}

extension NSExpression {
  /// Whether the expression is computed over all rows of a group: it has a function such as `sum:` in it that is
  /// not about a collection of its own.
  package var runsOverRows: Bool {
    if isRowFunction { return true }
    switch form {
    case .function(let operand, _, let arguments):
      return operand?.runsOverRows ?? false || arguments.contains(where: \.runsOverRows)
    case .keyPath(let start, _): return start.runsOverRows
    case .conditional(_, let first, let second): return first.runsOverRows || second.runsOverRows
    default: return false
    }
  }

  /// Whether the expression is itself a function of all rows of a group.
  package var isRowFunction: Bool {
    guard case .function(nil, let name, let arguments) = form else { return false }
    return Self.rowFunctions.contains(name) && arguments.allSatisfy { !$0.isList }
  }

  private static let rowFunctions = Set(
    [.sum, .count, .min, .max, .average, .median, .mode, .standardDeviation].map {
      (function: FunctionName) in function.rawValue
    })

  /// Whether the expression is a list by itself.
  private var isList: Bool {
    switch form {
    case .aggregate, .subquery, .set: true
    default: false
    }
  }
}
