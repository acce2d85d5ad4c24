extension ExpressionForm {
  /// How many levels an expression of this form has.
  ///
  /// Known without a walk, because every part knows its own.
  var levels: Int {
    switch self {
    case .constant, .evaluatedObject, .variable, .anyKey: 1
    case .keyPath(let base, _): base.levels + 1
    case .function(let operand, _, let arguments):
      max(operand?.levels ?? 0, Self.most(arguments)) + 1
    case .aggregate(let parts), .block(_, let parts): Self.most(parts) + 1
    case .subquery(let collection, _, let condition):
      max(collection.levels, condition.levels) + 1
    case .set(_, let left, let right), .fetch(let left, let right, _):
      max(left.levels, right.levels) + 1
    case .conditional(let condition, let left, let right):
      max(condition.levels, left.levels, right.levels) + 1
    case .element(let list, .at(let index)): max(list.levels, index.levels) + 1
    case .element(let list, _), .assignment(_, let list): list.levels + 1
    }
  }

  private static func most(_ parts: [NSExpression]) -> Int {
    parts.reduce(0) { max($0, $1.levels) }
  }
}
