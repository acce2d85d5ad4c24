import Foundation

extension FormatParser {
  /// A value, a key, a call, or what is in parentheses.
  mutating func operand() throws(FormatFailure) -> FormatNode {
    let start = place.lowerBound
    switch token {
    case .integer(let value): return try constant(value)
    case .real(let value): return try constant(value)
    case .decimal(let value): return try constant(value)
    case .text(let value): return try constant(value)
    case .keyword(let keyword): return try operand(keyword)
    case .word(let word):
      try advance()
      return token == .symbol(.openParenthesis)
        ? try call(word, start..<lastEnd) : key(word, start)
    case .key(let name), .collectionOperator(let name):
      try advance()
      return key(name, start)
    case .selector(let name):
      try advance()
      guard token == .symbol(.openParenthesis) else { throw unexpected(.symbol(.openParenthesis)) }
      return try call(name, start..<lastEnd)
    case .variable(let name): return try leaf(.variable(name))
    case .argument(let placeholder): return try argument(placeholder)
    case .symbol(.openParenthesis): return try group()
    case .symbol(.openBrace): return try aggregate()
    default: throw unexpected(.operand)
    }
  }

  private mutating func operand(_ keyword: Keyword) throws(FormatFailure) -> FormatNode {
    switch keyword {
    case .null, .nil: return try constant(nil)
    case .true, .yes: return try constant(true)
    case .false, .no: return try constant(false)
    case .self: return try leaf(.evaluatedObject)
    case .anyKey: return try leaf(.anyKey)
    case .truePredicate: return try fixed(true)
    case .falsePredicate: return try fixed(false)
    case .cast: return try cast()
    case .subquery: return try subquery()
    case .fetch:
      throw FormatFailure(
        .unsupported("FETCH", instead: "run a fetch request and pass what it finds as %@"), place)
    default: throw unexpected(.operand)
    }
  }

  private mutating func constant(_ value: Any?) throws(FormatFailure) -> FormatNode {
    try leaf(.constant(value))
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

  private func key(_ name: String, _ start: Int) -> FormatNode {
    let form = ExpressionForm.keyPath(NSExpression(.evaluatedObject), PropertyPath([name]))
    return FormatNode(NSExpression(form), depth: 2, start: start)
  }

  private mutating func group() throws(FormatFailure) -> FormatNode {
    let opening = place
    try advance()
    let inner = try node(.or)
    try close(.closeParenthesis, openedAt: opening)
    return inner.starting(at: opening.lowerBound)
  }

  private mutating func aggregate() throws(FormatFailure) -> FormatNode {
    let opening = place
    try advance()
    let (members, deepest) = try list(until: .closeBrace, openedAt: opening, "a list")
    return FormatNode(
      NSExpression(.aggregate(members)), depth: try depth(above: deepest),
      start: opening.lowerBound)
  }

  /// Expressions with commas between them, and what closes the list.
  mutating func list(
    until closing: Symbol, openedAt opening: Range<Int>, _ purpose: String
  ) throws(FormatFailure) -> ([NSExpression], depth: Int) {
    var members: [NSExpression] = []
    var deepest = 0
    if try take(closing) { return (members, deepest) }
    repeat {
      let member = try node(.or)
      members.append(try value(member, purpose))
      deepest = max(deepest, member.depth)
    } while try take(.comma)
    try close(closing, openedAt: opening, allowsComma: true)
    return (members, deepest)
  }
}

extension FormatNode {
  /// The same with parentheses around it.
  fileprivate func starting(at start: Int) -> FormatNode {
    switch kind {
    case .predicate(let predicate): FormatNode(predicate, depth: depth, start: start)
    case .expression(let expression): FormatNode(expression, depth: depth, start: start)
    }
  }
}
