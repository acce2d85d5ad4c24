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

  /// Keeps what stands before an operator until its other operand has come; the token is the operator.
  mutating func begin(
    _ operation: InfixOperation, _ left: FormatNode
  ) throws(FormatFailure) {
    switch operation {
    case .or: try chain(.or, left)
    case .and: try chain(.and, left)
    case .not, .comparison, .selector: try beginComparison(left, nil)
    case .set(let kind): try beginOperation(operation, kind.rawValue, left)
    case .function(let name): try beginOperation(operation, name.symbol ?? name.rawValue, left)
    case .assignment:
      guard case .variable = try value(left, ":=").form else {
        throw FormatFailure(.assignmentToOther, place(of: left))
      }
      try beginOperation(operation, ":=", left)
    }
  }

  /// Adds a condition to the chain that is open, or begins one.
  private mutating func chain(
    _ type: NSCompoundPredicate.LogicalType, _ part: FormatNode
  ) throws(FormatFailure) {
    let predicate = try condition(part)
    let chain: PendingChain
    if let open = openChain(type) {
      chain = open
    } else {
      chain = PendingChain(type, start: part.start)
      try push(.chain(chain))
    }
    chain.parts.append(predicate)
    chain.depth = max(chain.depth, part.depth)
    try advance()
  }

  private mutating func beginOperation(
    _ operation: InfixOperation, _ symbol: String, _ left: FormatNode
  ) throws(FormatFailure) {
    let first = try value(left, symbol)
    try push(.operation(first, operation, depth: left.depth, start: left.start))
    try advance()
  }

  /// What has waited for an operand, with that operand; nil where it goes on waiting for another.
  mutating func finish(
    _ frame: FormatFrame, _ node: FormatNode
  ) throws(FormatFailure) -> FormatNode? {
    switch frame {
    case .negation(let start): return try negated(node, start)
    case .sign(let symbol, let start): return try signed(symbol, node, start)
    case .quantifier(let quantifier): return try quantified(quantifier, node)
    case .comparison(let comparison): return try finish(comparison, node)
    case .chain(let chain): return try finish(chain, node)
    case .operation(let left, let operation, let depth, let start):
      return try finish(operation, left, depth, start, node)
    case .container: return nil
    }
  }

  private func finish(
    _ chain: PendingChain, _ last: FormatNode
  ) throws(FormatFailure) -> FormatNode {
    chain.parts.append(try condition(last))
    let compound = NSCompoundPredicate(type: chain.type, subpredicates: chain.parts)
    return FormatNode(
      compound, depth: try depth(above: chain.depth, last.depth), start: chain.start)
  }

  private func finish(
    _ operation: InfixOperation, _ left: NSExpression, _ leftDepth: Int, _ start: Int,
    _ node: FormatNode
  ) throws(FormatFailure) -> FormatNode {
    let form: ExpressionForm
    switch operation {
    case .set(let kind): form = .set(kind, left, try value(node, kind.rawValue))
    case .function(let name):
      let right = try value(node, name.symbol ?? name.rawValue)
      form = .function(operand: nil, name: name.rawValue, arguments: [left, right])
    default:
      form = .assignment(left.variable, try value(node, ":="))
    }
    return FormatNode(
      NSExpression(form), depth: try depth(above: leftDepth, node.depth), start: start)
  }
}

extension FormatParser {
  /// The negation of a condition.
  func negated(_ node: FormatNode, _ start: Int) throws(FormatFailure) -> FormatNode {
    let predicate = NSCompoundPredicate(notPredicateWithSubpredicate: try condition(node))
    return FormatNode(predicate, depth: try depth(above: node.depth), start: start)
  }

  /// A number with its sign changed, an expression times -1, or one with its bits inverted.
  private func signed(
    _ symbol: Symbol, _ node: FormatNode, _ start: Int
  ) throws(FormatFailure) -> FormatNode {
    let operand = try value(node, symbol.rawValue)
    if symbol == .minus, let number = operand.negatedNumber {
      return FormatNode(number, depth: node.depth, start: start)
    }
    let name = symbol == .minus ? FunctionName.multiply : .onesComplement
    let arguments =
      symbol == .minus ? [operand, NSExpression(.constant(-1))] : [operand]
    let form = ExpressionForm.function(operand: nil, name: name.rawValue, arguments: arguments)
    return FormatNode(NSExpression(form), depth: try depth(above: node.depth), start: start)
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
