import Foundation

extension FormatParser {
  /// Begins an operand: a value or a key is one by itself, nil stands for what waits for another operand.
  mutating func operand() throws(FormatFailure) -> FormatNode? {
    let start = place.lowerBound
    switch token {
    case .integer(let value): return try leaf(.constant(value))
    case .real(let value): return try leaf(.constant(value))
    case .decimal(let value): return try leaf(.constant(value))
    case .text(let value): return try leaf(.constant(value))
    case .variable(let name): return try leaf(.variable(name))
    case .keyword(let keyword): return try operand(keyword)
    case .word(let word), .selector(let word): return try named(word)
    case .key(let name), .collectionOperator(let name):
      try advance()
      return key(name, start)
    case .argument(let placeholder): return try argument(placeholder)
    case .symbol(let symbol): return try operand(symbol)
    case .end: throw unexpected(.operand)
    }
  }

  private mutating func operand(_ keyword: Keyword) throws(FormatFailure) -> FormatNode? {
    switch keyword {
    case .null, .nil: return try leaf(.constant(nil))
    case .true, .yes: return try leaf(.constant(true))
    case .false, .no: return try leaf(.constant(false))
    case .self: return try leaf(.evaluatedObject)
    case .anyKey: return try leaf(.anyKey)
    case .truePredicate: return try fixed(true)
    case .falsePredicate: return try fixed(false)
    case .not: try begin(.negation(start: place.lowerBound))
    case .any, .some: try quantify(.any)
    case .all: try quantify(.all)
    case .none: try quantify(.any, isNegated: true)
    case .cast: return try openAfterWord(.cast, "CAST")
    case .subquery: return try openAfterWord(.subquery, "SUBQUERY")
    case .fetch: return try openAfterWord(.fetch, "FETCH")
    default: throw unexpected(.operand)
    }
    return nil
  }

  private mutating func operand(_ symbol: Symbol) throws(FormatFailure) -> FormatNode? {
    switch symbol {
    case .openParenthesis:
      try open(.group, "", start: place.lowerBound)
      return nil
    case .openBrace:
      try open(.list, "a list", start: place.lowerBound)
      return try emptyList()
    case .minus, .tilde: try begin(.sign(symbol, start: place.lowerBound))
    case .exclamation: try begin(.negation(start: place.lowerBound))
    default: throw unexpected(.operand)
    }
    return nil
  }

  /// A key, or the function that a word and a parenthesis call.
  private mutating func named(_ word: String) throws(FormatFailure) -> FormatNode? {
    let place = place
    let isSelector = token == .selector(word)
    try advance()
    guard token == .symbol(.openParenthesis) else {
      if isSelector { throw unexpected(.symbol(.openParenthesis)) }
      return key(word, place.lowerBound)
    }
    switch word.utf8.count {
    case 8 where word.uppercased() == "FUNCTION":
      try open(.function, "FUNCTION", start: place.lowerBound)
    case 7 where word.uppercased() == "TERNARY":
      try open(.ternary, "TERNARY", start: place.lowerBound)
    default:
      let functions = FunctionName.named(word)
      guard !functions.isEmpty else { throw FormatFailure(.unknownFunction(word), place) }
      try open(.call(functions), word, start: place.lowerBound)
      return try emptyList()
    }
    return nil
  }

  private mutating func begin(_ frame: FormatFrame) throws(FormatFailure) {
    try push(frame)
    try advance()
  }

  private mutating func quantify(
    _ modifier: NSComparisonPredicate.Modifier, isNegated: Bool = false
  ) throws(FormatFailure) {
    try begin(
      .quantifier(Quantifier(modifier: modifier, isNegated: isNegated, word: place)))
  }

  private mutating func leaf(_ form: ExpressionForm) throws(FormatFailure) -> FormatNode {
    let start = place.lowerBound
    try advance()
    return FormatNode(NSExpression(form), depth: 1, start: start)
  }

  private mutating func fixed(_ value: Bool) throws(FormatFailure) -> FormatNode {
    let start = place.lowerBound
    try advance()
    return FormatNode(ValuePredicate(value), depth: 1, start: start)
  }

  /// The key of a name.
  func key(_ name: String, _ start: Int) -> FormatNode {
    let form = ExpressionForm.keyPath(NSExpression(.evaluatedObject), PropertyPath([name]))
    return FormatNode(NSExpression(form), depth: 2, start: start)
  }
}
