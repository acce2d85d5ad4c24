import Predicates

/// Makes filters for the rows of one table from predicates whose constants have been worked out.
struct FilterCompiler {
  let context: QueryContext
  let table: TableSchema
  /// The variable that stands for the record, in the condition of a subquery; nil for the object evaluated.
  let variable: String?

  init(_ context: QueryContext, _ table: TableSchema, variable: String? = nil) {
    self.context = context
    self.table = table
    self.variable = variable
  }

  /// The filter for a predicate; nil where only objects can answer it.
  func filter(for predicate: NSPredicate) throws(QueryError) -> (any Filter)? {
    switch predicate.knownForm {
    case .value(let holds): FixedFilter(holds)
    case .compound(let compound): try filter(for: compound)
    case .comparison(let comparison):
      if let filter = try columnFilter(for: comparison) {
        filter
      } else {
        try evaluationFilter(for: comparison)
      }
    case .opaque: nil
    }
  }

  private func filter(for compound: NSCompoundPredicate) throws(QueryError) -> (any Filter)? {
    var parts: [any Filter] = []
    for predicate in compound.subpredicates {
      guard let part = try filter(for: predicate) else { return nil }
      parts.append(part)
    }
    return switch compound.compoundPredicateType {
    case .not: parts.first.map(NotFilter.init)
    case .and: parts.isEmpty ? FixedFilter(true) : AndFilter(parts)
    case .or: parts.isEmpty ? FixedFilter(false) : OrFilter(parts)
    }
  }

  /// The filter that evaluates a predicate plainly.
  private func evaluationFilter(for predicate: NSPredicate) throws(QueryError) -> (any Filter)? {
    var paths = PathCollector(context, table)
    if let variable {
      // The condition of a subquery may be about the object outside, too.
      guard !paths.collect(predicate, variable: variable), !paths.usesRoot,
        !paths.usesUnknownVariable
      else { return nil }
    } else {
      guard !paths.collect(predicate) else { return nil }
    }
    return EvaluationFilter(predicate, variable: variable, table: table.index, context.reader)
  }

  /// The filter for a comparison of a path with a constant; nil where it is another comparison, or has no filter.
  private func columnFilter(
    for comparison: NSComparisonPredicate
  ) throws(QueryError) -> (any Filter)? {
    if comparison.predicateOperatorType == .customSelector { return nil }
    let (left, right) = (comparison.leftExpression, comparison.rightExpression)
    if case .constant(let constant) = right.form, let path = path(left) {
      let question = Question(comparison, constant: constant, isValueLeft: true)
      return try filter(PathQuestion(comparison, path, question))
    }
    if case .constant(let constant) = left.form, let path = path(right),
      comparison.comparisonPredicateModifier == .direct
    {
      let question = Question(comparison, constant: constant, isValueLeft: false)
      return try filter(PathQuestion(comparison, path, question))
    }
    return pairFilter(for: comparison)
  }

  /// The filter for a comparison of two attributes of the record.
  private func pairFilter(for comparison: NSComparisonPredicate) -> (any Filter)? {
    guard comparison.comparisonPredicateModifier == .direct,
      let left = side(comparison.leftExpression), let right = side(comparison.rightExpression)
    else { return nil }
    return PairFilter(comparison.predicateOperatorType, left, right)
  }

  private func side(_ expression: NSExpression) -> PairFilter.Side? {
    guard let path = path(expression), path.subquery == nil, path.keys.count == 1,
      let index = context.reader.column(path.keys[0], of: table.index),
      !table.columns[index].isTransient
    else { return nil }
    let column = table.columns[index]
    return PairFilter.Side(leaf: column.leaves.lowerBound, type: column.type)
  }

  private func filter(_ question: PathQuestion) throws(QueryError) -> (any Filter)? {
    try PathCompiler(context, question).filter(question.path.keys[...], in: table)
  }

  /// What an expression is, as a path from the record; nil where it is something else.
  private func path(_ expression: NSExpression) -> RecordPath? {
    switch expression.form {
    case .evaluatedObject: variable == nil ? RecordPath(keys: []) : nil
    case .variable(let name): name == variable ? RecordPath(keys: []) : nil
    case .keyPath(let base, let path):
      if case .subquery(let collection, let name, let condition) = base.form {
        counted(collection, name, condition, path.keys)
      } else {
        self.path(base).flatMap { $0.subquery == nil ? RecordPath(keys: $0.keys + path.keys) : nil }
      }
    case .function(nil, FunctionName.noIndex.rawValue, let arguments):
      arguments.first.flatMap(path)
    default: nil
    }
  }

  private func counted(
    _ collection: NSExpression, _ name: String, _ condition: NSPredicate, _ keys: [String]
  ) -> RecordPath? {
    guard keys == ["@count"], let path = path(collection), path.subquery == nil else { return nil }
    return RecordPath(
      keys: path.keys + keys, subquery: Subquery(variable: name, condition: condition))
  }
}

/// A path from a record.
struct RecordPath {
  var keys: [String]
  /// What the members must meet that `@count` counts at the end, where not all count.
  var subquery: Subquery?
}

/// The condition of a subquery.
struct Subquery {
  var variable: String
  var condition: NSPredicate
}

/// A comparison of what a path leads to with a constant.
struct PathQuestion {
  let path: RecordPath
  let question: Question
  let modifier: NSComparisonPredicate.Modifier
  /// Tells the comparison from others.
  let identity: ObjectIdentifier

  init(_ comparison: NSComparisonPredicate, _ path: RecordPath, _ question: Question) {
    self.path = path
    self.question = question
    modifier = comparison.comparisonPredicateModifier
    identity = ObjectIdentifier(comparison)
  }
}
