import Foundation

extension FormatParser {
  /// What the token does between two operands, if it can stand there.
  var infix: InfixOperation? {
    switch token {
    case .keyword(.or), .symbol(.doubleBar): .or
    case .keyword(.and), .symbol(.doubleAmpersand): .and
    case .keyword(.not): .not
    case .keyword(let keyword): keyword.comparison.map { .comparison($0) }
    case .symbol(let symbol): symbol.infix
    case .selector(let name): .selector(name)
    case .word(let word): SetOperation(word: word).map { .set($0) }
    default: nil
    }
  }

  /// Joins what stands before an operator with what comes behind it.
  mutating func join(
    _ left: FormatNode, _ operation: InfixOperation
  ) throws(FormatFailure) -> FormatNode {
    switch operation {
    case .or: try chain(left, .or)
    case .and: try chain(left, .and)
    case .not: try negatedComparison(left)
    case .comparison, .selector: try comparison(left, .direct, nil)
    case .set(let kind): try set(left, kind)
    case .function(let name): try arithmetic(left, name)
    case .assignment: try assignment(left)
    }
  }

  /// All that one kind of AND or OR joins.
  private mutating func chain(
    _ first: FormatNode, _ type: NSCompoundPredicate.LogicalType
  ) throws(FormatFailure) -> FormatNode {
    var parts = [try condition(first)]
    var deepest = first.depth
    let level: BindingLevel = type == .and ? .and : .or
    while let next = infix, next.level == level {
      try advance()
      let part = try node(level.next)
      parts.append(try condition(part))
      deepest = max(deepest, part.depth)
    }
    let compound = NSCompoundPredicate(type: type, subpredicates: parts)
    return FormatNode(compound, depth: try depth(above: deepest), start: first.start)
  }

  private mutating func set(
    _ left: FormatNode, _ kind: SetOperation
  ) throws(FormatFailure) -> FormatNode {
    let first = try value(left, kind.rawValue)
    try advance()
    let right = try node(BindingLevel.set.next)
    let second = try value(right, kind.rawValue)
    return FormatNode(
      NSExpression(.set(kind, first, second)), depth: try depth(above: left.depth, right.depth),
      start: left.start)
  }

  private mutating func arithmetic(
    _ left: FormatNode, _ name: FunctionName
  ) throws(FormatFailure) -> FormatNode {
    let symbol = name.symbol ?? name.rawValue
    let first = try value(left, symbol)
    try advance()
    let right = try node(name.level.next)
    let second = try value(right, symbol)
    let function = ExpressionForm.function(
      operand: nil, name: name.rawValue, arguments: [first, second])
    return FormatNode(
      NSExpression(function), depth: try depth(above: left.depth, right.depth), start: left.start)
  }

  private mutating func assignment(_ left: FormatNode) throws(FormatFailure) -> FormatNode {
    guard case .variable(let name) = try value(left, ":=").form else {
      throw FormatFailure(.assignmentToOther, place(of: left))
    }
    try advance()
    let right = try node(.assignment)
    let expression = NSExpression(.assignment(name, try value(right, ":=")))
    return FormatNode(expression, depth: try depth(above: right.depth), start: left.start)
  }

  /// What stands before its operand: NOT, ANY, a sign; or an operand.
  mutating func prefixed() throws(FormatFailure) -> FormatNode {
    let start = place.lowerBound
    switch token {
    case .keyword(.not), .symbol(.exclamation): return try negation(start)
    case .keyword(.any), .keyword(.some): return try quantified(.any, start)
    case .keyword(.all): return try quantified(.all, start)
    case .keyword(.none): return try negate(quantified(.any, start), start)
    case .symbol(.minus):
      try advance()
      let operand = try node(.prefix)
      return try minus(operand, start)
    case .symbol(.tilde):
      try advance()
      let operand = try node(.prefix)
      let function = ExpressionForm.function(
        operand: nil, name: FunctionName.onesComplement.rawValue,
        arguments: [try value(operand, "~")])
      return FormatNode(
        NSExpression(function), depth: try depth(above: operand.depth), start: start)
    default: return try postfixed(operand())
    }
  }

  private mutating func negation(_ start: Int) throws(FormatFailure) -> FormatNode {
    try advance()
    let operand = try node(.comparison)
    let predicate = NSCompoundPredicate(
      notPredicateWithSubpredicate: try condition(operand))
    return FormatNode(predicate, depth: try depth(above: operand.depth), start: start)
  }

  /// A number with its sign changed, or an expression times -1.
  private func minus(_ node: FormatNode, _ start: Int) throws(FormatFailure) -> FormatNode {
    let operand = try value(node, "-")
    if let number = operand.negatedNumber {
      return FormatNode(number, depth: node.depth, start: start)
    }
    let function = ExpressionForm.function(
      operand: nil, name: FunctionName.multiply.rawValue,
      arguments: [operand, NSExpression(.constant(-1))])
    return FormatNode(NSExpression(function), depth: try depth(above: node.depth), start: start)
  }
}

extension NSExpression {
  /// The number with its sign changed, if this is one.
  fileprivate var negatedNumber: NSExpression? {
    guard case .constant(let value) = form else { return nil }
    switch value {
    case let number as Int where number == .min:
      return NSExpression(.constant(-Decimal(number)))
    case let number as Int: return NSExpression(.constant(-number))
    case let number as Double: return NSExpression(.constant(-number))
    case let number as Decimal:
      let negated = -number
      return NSExpression(.constant(negated == Decimal(Int.min) ? Int.min as Any : negated))
    default: return nil
    }
  }
}

extension Symbol {
  /// What the symbol does between two operands.
  fileprivate var infix: InfixOperation? {
    switch self {
    case .plus: .function(.add)
    case .minus: .function(.subtract)
    case .star: .function(.multiply)
    case .slash: .function(.divide)
    case .doubleStar: .function(.power)
    case .ampersand: .function(.bitwiseAnd)
    case .bar: .function(.bitwiseOr)
    case .caret: .function(.bitwiseExclusiveOr)
    case .shiftLeft: .function(.leftShift)
    case .shiftRight: .function(.rightShift)
    case .assign: .assignment
    default: comparison.map { .comparison($0) }
    }
  }
}

extension SetOperation {
  /// The operation that a word between two operands names, in any case.
  fileprivate init?(word: String) {
    guard (5...9).contains(word.utf8.count),
      let found = SetOperation(rawValue: word.uppercased())
    else { return nil }
    self = found
  }
}
