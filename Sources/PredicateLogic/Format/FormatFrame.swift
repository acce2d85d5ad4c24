/// What has been begun and waits for an operand.
enum FormatFrame {
  /// NOT.
  case negation(start: Int)
  /// `-` or `~` before an operand.
  case sign(Symbol, start: Int)
  /// ANY, ALL or NONE, which wait for the left side of a comparison.
  case quantifier(Quantifier)
  /// A comparison that waits for its right side.
  case comparison(PendingComparison)
  /// AND or OR that wait for one more condition.
  case chain(PendingChain)
  /// An operator between two expressions that waits for the second.
  case operation(NSExpression, InfixOperation, depth: Int, start: Int)
  /// Something with brackets around it.
  case container(PendingContainer)

  /// How strongly it binds its operand; nil for what only its closing bracket ends.
  var level: BindingLevel? {
    switch self {
    case .negation: .not
    case .sign: .prefix
    case .quantifier: .assignment
    case .comparison: .comparison
    case .chain(let chain): chain.type == .and ? .and : .or
    case .operation(_, let operation, _, _): operation.level
    case .container: nil
    }
  }

  /// Whether it takes an operand for itself before an operator, or the end, gets it.
  func takesOperand(before operation: InfixOperation?) -> Bool {
    guard let level else { return false }
    guard let operation else { return true }
    if case .assignment = operation, level == .assignment, case .operation = self {
      // `$x := $y := 1` is `$x := ($y := 1)`.
      return false
    }
    // One more condition goes on with a chain that is open.
    if case .chain = self { return level.rawValue > operation.level.rawValue }
    return level.rawValue >= operation.level.rawValue
  }

  /// Whether it nests what follows, rather than being next to it.
  var nests: Bool {
    switch self {
    case .negation, .sign, .container: true
    case .operation(_, let operation, _, _): operation.level == .assignment
    case .quantifier, .comparison, .chain: false
    }
  }
}

/// ANY, ALL or NONE.
struct Quantifier {
  let modifier: NSComparisonPredicate.Modifier
  /// Whether the comparison is negated: NONE is NOT ANY.
  let isNegated: Bool
  /// Where the word is.
  let word: Range<Int>
}

/// A comparison without its right side.
struct PendingComparison {
  let left: NSExpression
  let operation: InfixOperation
  let options: NSComparisonPredicate.Options
  let modifier: NSComparisonPredicate.Modifier
  let isNegated: Bool
  let depth: Int
  let start: Int
}

/// Conditions that AND or OR join.
///
/// A class, so that one more condition does not copy all before it.
final class PendingChain {
  let type: NSCompoundPredicate.LogicalType
  let start: Int
  var parts: [NSPredicate] = []
  var depth = 0

  init(_ type: NSCompoundPredicate.LogicalType, start: Int) {
    self.type = type
    self.start = start
  }
}

/// Something in brackets, as far as it has been read.
///
/// A class, so that one more member does not copy all before it.
final class PendingContainer {
  enum Kind {
    case group
    case list
    /// `[…]` behind a list.
    case index(NSExpression)
    /// A function that the language has, one of some by the number of its arguments.
    case call([FunctionName])
    case function
    case ternary
    case cast
    case subquery
    case fetch
  }

  let kind: Kind
  /// What is called, or what the bracket belongs to: for messages.
  let name: String
  let start: Int
  let opening: Range<Int>
  let closing: Symbol
  var members: [NSExpression] = []
  var condition: NSPredicate?
  var variable = ""
  var depth: Int

  init(
    _ kind: Kind, _ name: String, start: Int, opening: Range<Int>, closing: Symbol, depth: Int = 0
  ) {
    self.kind = kind
    self.name = name
    self.start = start
    self.opening = opening
    self.closing = closing
    self.depth = depth
  }
}
