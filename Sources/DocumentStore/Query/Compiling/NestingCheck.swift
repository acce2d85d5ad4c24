import Predicates

/// Finds predicates that are nested so deep that walking through them could exhaust the stack.
enum NestingCheck {
  /// How deep predicates and expressions may be nested, as for plain evaluation.
  static let limit = 1000

  fileprivate enum Node {
    case predicate(NSPredicate)
    case expression(NSExpression)
  }

  /// Throws where a predicate is nested too deep.
  static func check(_ predicate: NSPredicate) throws(QueryError) {
    var open: [(node: Node, depth: Int)] = [(.predicate(predicate), 1)]
    while let (node, depth) = open.popLast() {
      guard depth <= limit else {
        throw .evaluation(
          EvaluationError(
            "the predicate is nested more than \(limit) levels deep; join many conditions by one "
              + "compound predicate instead"))
      }
      for child in node.children { open.append((child, depth + 1)) }
    }
  }
}

extension NestingCheck.Node {
  fileprivate var children: [NestingCheck.Node] {
    switch self {
    case .predicate(let predicate):
      switch predicate.form {
      case .value, .opaque: []
      case .compound(let compound): compound.subpredicates.map { .predicate($0) }
      case .comparison(let comparison):
        [.expression(comparison.leftExpression), .expression(comparison.rightExpression)]
      }
    case .expression(let expression): Self.children(of: expression.form)
    }
  }

  private static func children(of form: ExpressionForm) -> [NestingCheck.Node] {
    switch form {
    case .constant, .evaluatedObject, .variable, .anyKey: []
    case .keyPath(let base, _): [.expression(base)]
    case .function(let operand, _, let arguments):
      (arguments + [operand].compactMap { $0 }).map { .expression($0) }
    case .aggregate(let members): members.map { .expression($0) }
    case .subquery(let collection, _, let condition):
      [.expression(collection), .predicate(condition)]
    case .set(_, let left, let right): [.expression(left), .expression(right)]
    case .conditional(let condition, let first, let second):
      [.predicate(condition), .expression(first), .expression(second)]
    case .element(let list, .at(let number)): [.expression(list), .expression(number)]
    case .element(let list, _), .assignment(_, let list): [.expression(list)]
    case .block(_, let arguments): arguments.map { .expression($0) }
    }
  }
}
