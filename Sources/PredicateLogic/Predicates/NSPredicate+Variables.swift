extension PredicateCluster where Self: NSPredicate {
  /// The predicate with values in the places of variables.
  ///
  /// Variables that have no value here stay. A SUBQUERY's own variable hides one of the same name. A predicate of
  /// more than 1000 levels, which is an error to evaluate, stays as it is.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    isTooDeep ? self : Self.adopt(VariableReplacement(variables).predicate(self))
  }
}

extension NSPredicate {
  /// The names of the variables that must be given: those that no SUBQUERY and no assignment binds.
  package var variables: Set<String> {
    if isTooDeep { return [] }
    var search = VariableSearch()
    search.visit(self)
    return search.free.subtracting(search.assigned)
  }
}

extension NSExpression {
  /// The names of the variables that must be given: those that no SUBQUERY and no assignment binds.
  package var variables: Set<String> {
    if isTooDeep { return [] }
    var search = VariableSearch()
    search.visit(self)
    return search.free.subtracting(search.assigned)
  }

  /// The expression with values in the places of variables; see
  /// ``PredicateCluster/withSubstitutionVariables(_:)``.
  package func replacing(_ variables: [String: Any]) -> NSExpression {
    isTooDeep ? self : VariableReplacement(variables).expression(self)
  }
}

/// Puts values in the places of variables.
private struct VariableReplacement {
  private var values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }

  private func hiding(_ name: String) -> VariableReplacement {
    var rest = self
    rest.values[name] = nil
    return rest
  }

  /// What stands for a variable; nil where nothing was given.
  private func value(of name: String) -> NSExpression? {
    guard let value = values[name] else { return nil }
    // A text, which most values are, is no expression; to ask that costs more than the rest.
    if let text = value as? String { return NSExpression(.constant(text)) }
    return Optional(value).object as? NSExpression ?? NSExpression(.constant(value))
  }

  func predicate(_ predicate: NSPredicate) -> NSPredicate {
    switch predicate.form {
    case .value, .opaque: predicate
    case .compound(let compound):
      NSCompoundPredicate(
        type: compound.compoundPredicateType,
        subpredicates: compound.subpredicates.map { self.predicate($0) })
    case .comparison(let comparison):
      comparison.with(
        expression(comparison.leftExpression), expression(comparison.rightExpression))
    }
  }

  func expression(_ expression: NSExpression) -> NSExpression {
    switch expression.form {
    case .constant, .evaluatedObject, .anyKey: expression
    case .variable(let name): value(of: name) ?? expression
    case .keyPath(let base, _) where base.isEvaluatedObject: expression
    default: NSExpression.making(form(expression.form))
    }
  }

  private func form(_ form: ExpressionForm) -> ExpressionForm {
    switch form {
    case .constant, .evaluatedObject, .anyKey, .variable: form
    case .keyPath(let base, let path): .keyPath(expression(base), path)
    case .function(let operand, let name, let arguments):
      .function(
        operand: operand.map { expression($0) }, name: name, arguments: expressions(arguments))
    case .aggregate(let members): .aggregate(expressions(members))
    case .subquery(let collection, let name, let test):
      .subquery(expression(collection), variable: name, hiding(name).predicate(test))
    case .set(let operation, let left, let right):
      .set(operation, expression(left), expression(right))
    case .conditional(let test, let left, let right):
      .conditional(predicate(test), expression(left), expression(right))
    case .element(let list, .at(let index)):
      .element(expression(list), .at(expression(index)))
    case .element(let list, let index): .element(expression(list), index)
    case .assignment(let name, let value): .assignment(name, expression(value))
    case .fetch(let request, let context, let countOnly):
      .fetch(expression(request), context: expression(context), countOnly: countOnly)
    case .block(let block, let arguments): .block(block, expressions(arguments))
    }
  }

  private func expressions(_ list: [NSExpression]) -> [NSExpression] {
    list.map { expression($0) }
  }
}

/// Finds the variables in a predicate.
private struct VariableSearch {
  var free: Set<String> = []
  var assigned: Set<String> = []
  private var bound: [String] = []

  mutating func visit(_ predicate: NSPredicate) {
    switch predicate.form {
    case .value, .opaque: break
    case .compound(let compound):
      for part in compound.subpredicates { visit(part) }
    case .comparison(let comparison):
      visit(comparison.leftExpression)
      visit(comparison.rightExpression)
    }
  }

  mutating func visit(_ expression: NSExpression) {
    switch expression.form {
    case .constant, .evaluatedObject, .anyKey: break
    case .variable(let name):
      if !bound.contains(name) { free.insert(name) }
    case .keyPath(let base, _): visit(base)
    case .function(let operand, _, let arguments):
      if let operand { visit(operand) }
      visit(arguments)
    case .aggregate(let members), .block(_, let members): visit(members)
    case .subquery(let collection, let name, let test):
      visit(collection)
      bound.append(name)
      visit(test)
      bound.removeLast()
    case .set(_, let left, let right), .fetch(let left, let right, _): visit([left, right])
    case .conditional(let test, let left, let right):
      visit(test)
      visit([left, right])
    case .element(let list, let index):
      visit(list)
      if case .at(let expression) = index { visit(expression) }
    case .assignment(let name, let value):
      assigned.insert(name)
      visit(value)
    }
  }

  private mutating func visit(_ expressions: [NSExpression]) {
    for expression in expressions { visit(expression) }
  }
}

extension NSComparisonPredicate {
  /// The same comparison of other sides.
  fileprivate func with(
    _ left: NSExpression, _ right: NSExpression
  ) -> NSComparisonPredicate {
    if let customSelector {
      return NSComparisonPredicate(
        leftExpression: left, rightExpression: right, customSelector: customSelector)
    }
    return NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: comparisonPredicateModifier,
      type: predicateOperatorType, options: options)
  }
}
