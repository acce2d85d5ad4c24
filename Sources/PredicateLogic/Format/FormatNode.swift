/// What a part of a format has turned out to be: a condition or an expression.
///
/// A parenthesis may open either, so both are read by one parser and told apart where it matters.
struct FormatNode {
  enum Kind {
    case predicate(NSPredicate)
    case expression(NSExpression)
  }

  let kind: Kind
  /// How many levels of nodes are below, itself included.
  let depth: Int
  /// Where it begins in the format.
  let start: Int

  init(_ predicate: NSPredicate, depth: Int, start: Int) {
    kind = .predicate(predicate)
    self.depth = depth
    self.start = start
  }

  init(_ expression: NSExpression, depth: Int, start: Int) {
    kind = .expression(expression)
    self.depth = depth
    self.start = start
  }

  /// The same, beginning elsewhere: with parentheses around it.
  init(_ node: FormatNode, start: Int) {
    kind = node.kind
    depth = node.depth
    self.start = start
  }
}

/// How strongly operators bind, the weakest first.
enum BindingLevel: Int {
  case or, and, not, comparison
  /// `:=`.
  case assignment
  /// `UNION`.
  case set
  case bitwiseOr, bitwiseExclusiveOr, bitwiseAnd, shift
  case sum, product, power
  /// What stands before its operand, `-` and `~`.
  case prefix
  /// What stands behind its operand: `.key`, `[0]`.
  case postfix

  /// The next stronger level.
  var next: BindingLevel { BindingLevel(rawValue: rawValue + 1) ?? .postfix }
}

/// What an operator between two operands does.
enum InfixOperation {
  case or, and
  /// `NOT` between operands, as in `a NOT IN b`.
  case not
  case comparison(NSComparisonPredicate.Operator)
  case selector(String)
  case set(SetOperation)
  case function(FunctionName)
  case assignment

  var level: BindingLevel {
    switch self {
    case .or: .or
    case .and: .and
    case .not, .comparison, .selector: .comparison
    case .set: .set
    case .assignment: .assignment
    case .function(let name): name.level
    }
  }
}

extension FunctionName {
  /// How strongly the function's operator binds; that of a call where it has none.
  var level: BindingLevel {
    switch self {
    case .bitwiseOr: .bitwiseOr
    case .bitwiseExclusiveOr: .bitwiseExclusiveOr
    case .bitwiseAnd: .bitwiseAnd
    case .leftShift, .rightShift: .shift
    case .add, .subtract: .sum
    case .multiply, .divide: .product
    case .power: .power
    case .onesComplement: .prefix
    default: .postfix
    }
  }
}
