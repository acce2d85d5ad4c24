/// Reads a format: a recursive descent in which operators know how strongly they bind.
///
/// The grammar, the weakest operators first:
///
///     predicate  := predicate OR predicate | predicate AND predicate | NOT predicate
///                 | [ANY | ALL | NONE] expression operator[options] expression
///                 | ( predicate ) | TRUEPREDICATE | FALSEPREDICATE
///     expression := expression UNION expression | … | expression + expression | … | -expression
///                 | expression.key | expression[index] | ( expression ) | { expression, … }
///                 | function(expression, …) | SUBQUERY(…) | CAST(…) | TERNARY(…) | FUNCTION(…)
///                 | key | $variable | number | 'text' | %argument
///
/// Nothing is read twice, so the time is linear in the length. Chains of AND and OR are flat; whatever makes the
/// tree or the recursion deeper counts against ``deepest``.
struct FormatParser {
  /// How deeply parts of a format may be nested.
  ///
  /// A thread with 512 KiB of stack reads, prints, compares and
  /// frees what has this depth, in a debug build too.
  static let deepest = 200

  private var lexer: Lexer
  /// The token that is looked at.
  private(set) var token = Token.end
  /// Where it is.
  private(set) var place = 0..<0
  /// Where the token before it ends.
  private(set) var lastEnd = 0
  private var nesting = 0
  var arguments: ArgumentList

  init(_ format: String, _ arguments: [Any?]) throws(FormatFailure) {
    lexer = Lexer(format)
    self.arguments = ArgumentList(arguments)
    guard lexer.bytes.count <= Lexer.longest else {
      throw FormatFailure(.tooLong(Lexer.longest), 0..<0)
    }
    try advance()
  }

  /// Reads all of the format as a condition.
  mutating func predicate() throws(FormatFailure) -> NSPredicate {
    let node = try node(.or)
    if case .expression = node.kind, token != .end { throw unexpected(.operation) }
    let predicate = try condition(node)
    try finish()
    return predicate
  }

  /// Reads all of the format as an expression.
  mutating func expression() throws(FormatFailure) -> NSExpression {
    let node = try node(.or)
    let expression = try value(node, "the format")
    try finish()
    return expression
  }

  private func finish() throws(FormatFailure) {
    guard token == .end else { throw unexpected(.operation) }
    try arguments.finish(at: lexer.bytes.count, quoted: lexer.hasQuotedPlaceholder)
  }
}

extension FormatParser {
  /// Goes on to the next token.
  mutating func advance() throws(FormatFailure) {
    lastEnd = place.upperBound
    lexer.skipSpace()
    let start = lexer.position
    token = try lexer.next()
    place = start..<lexer.position
  }

  /// Whether the token is a symbol; goes on if it is.
  mutating func take(_ symbol: Symbol) throws(FormatFailure) -> Bool {
    guard token == .symbol(symbol) else { return false }
    try advance()
    return true
  }

  /// Goes on behind a symbol that must come.
  mutating func expect(_ symbol: Symbol) throws(FormatFailure) {
    guard try take(symbol) else { throw unexpected(.symbol(symbol)) }
  }

  /// Goes on behind the symbol that closes what another has opened.
  mutating func close(
    _ closing: Symbol, openedAt opening: Range<Int>, allowsComma: Bool = false
  ) throws(FormatFailure) {
    if try take(closing) { return }
    guard token == .end else {
      throw unexpected(allowsComma ? .either(.comma, closing) : .symbol(closing))
    }
    throw FormatFailure(.unclosed(written(opening), by: closing.rawValue), opening)
  }

  /// What is wrong where the token does not fit.
  func unexpected(_ expectation: Expectation) -> FormatFailure {
    if case .keyword(let keyword) = token, case .operand = expectation, keyword.isName {
      return FormatFailure(.reserved(keyword), place)
    }
    return FormatFailure(.unexpected(expectation), place)
  }

  /// What the format says at a place.
  func written(_ place: Range<Int>) -> String {
    String(decoding: lexer.bytes[place], as: UTF8.self)
  }

  /// Where a node is.
  func place(of node: FormatNode) -> Range<Int> {
    node.start..<max(node.start, lastEnd)
  }

  /// The depth of a node above others, if that is allowed.
  func depth(above depths: Int...) throws(FormatFailure) -> Int {
    let depth = (depths.max() ?? 0) + 1
    guard depth <= Self.deepest else { throw FormatFailure(.tooDeep(Self.deepest), place) }
    return depth
  }

  /// The node as a condition.
  func condition(_ node: FormatNode) throws(FormatFailure) -> NSPredicate {
    guard case .predicate(let predicate) = node.kind else {
      throw FormatFailure(.conditionExpected, place(of: node))
    }
    return predicate
  }

  /// The node as an expression, which is needed for something.
  func value(_ node: FormatNode, _ purpose: String) throws(FormatFailure) -> NSExpression {
    guard case .expression(let expression) = node.kind else {
      throw FormatFailure(.expressionExpected(purpose), place(of: node))
    }
    return expression
  }

  /// Reads what operators of a level or of a stronger one join.
  mutating func node(_ level: BindingLevel) throws(FormatFailure) -> FormatNode {
    nesting += 1
    guard nesting <= Self.deepest else { throw FormatFailure(.tooDeep(Self.deepest), place) }
    var node = try prefixed()
    while let operation = infix, operation.level.rawValue >= level.rawValue {
      node = try join(node, operation)
    }
    nesting -= 1
    return node
  }
}
