/// Reads a format by the strength with which operators bind.
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
/// Operands and operators come in turn. What has been begun and waits for an operand is on a stack of the parser's
/// own, not on the thread's; an operator takes the operand before it unless something on the stack binds it more
/// strongly. Nothing is read twice, so the time is linear in the length. Chains of AND and OR are flat; whatever
/// makes the tree deeper counts against ``deepest``.
struct FormatParser {
  /// How deeply parts of a format may be nested.
  ///
  /// A thread with 512 KiB of stack prints, compares, evaluates and frees what has this depth, in a debug build too.
  static let deepest = 150

  private var lexer: Lexer
  /// The token that is looked at.
  private(set) var token = Token.end
  /// Where it is.
  private(set) var place = 0..<0
  /// Where the token before it ends.
  private(set) var lastEnd = 0
  private var stack: [FormatFrame] = []
  /// How many frames of the stack nest.
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
    let node = try whole()
    let predicate = try condition(node)
    try end()
    return predicate
  }

  /// Reads all of the format as an expression.
  mutating func expression() throws(FormatFailure) -> NSExpression {
    let node = try whole()
    let expression = try value(node, "the format")
    try end()
    return expression
  }

  private func end() throws(FormatFailure) {
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
    if case .keyword(let keyword) = token {
      if !keyword.isName {
        return FormatFailure(
          .unsupported(keyword.rawValue, instead: "compare the identifiers as texts"), place)
      }
      if case .operand = expectation, reservedBefore == nil {
        return FormatFailure(.reserved(keyword), place)
      }
    }
    if case .operand = expectation, let reserved = reservedBefore { return reserved }
    return FormatFailure(.unexpected(expectation), place)
  }

  /// What is wrong where an operator follows ANY or NOT at once: most likely they are meant as keys.
  private var reservedBefore: FormatFailure? {
    guard infix != nil || token == .symbol(.dot) else { return nil }
    let start: Int
    switch stack.last {
    case .quantifier(let quantifier): start = quantifier.word.lowerBound
    case .negation(let begin): start = begin
    default: return nil
    }
    guard let keyword = Keyword(word: written(start..<lastEnd)) else { return nil }
    return FormatFailure(.reserved(keyword), start..<lastEnd)
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
      switch token {
      case .symbol(.openParenthesis), .symbol(.openBrace), .symbol(.exclamation):
        throw unexpected(.comparison)
      // Nothing more comes that could make a condition of it.
      case .end, .symbol, .keyword(.and), .keyword(.or):
        throw FormatFailure(.conditionExpected, place(of: node))
      default: throw unexpected(.comparison)
      }
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
}

extension FormatParser {
  /// Reads operands and operators up to what can neither be.
  private mutating func whole() throws(FormatFailure) -> FormatNode {
    while true {
      var found = try operand()
      while let node = found {
        if stack.isEmpty, infix == nil, !isPostfix { return node }
        found = try proceed(node)
      }
    }
  }

  private var isPostfix: Bool {
    token == .symbol(.dot) || token == .symbol(.openBracket)
  }

  /// Does with an operand what the token wants; nil where another operand must come next.
  private mutating func proceed(_ node: FormatNode) throws(FormatFailure) -> FormatNode? {
    if token == .symbol(.dot) { return try path(node) }
    if token == .symbol(.openBracket) { return try openIndex(node) }
    let operation = infix
    if let frame = stack.last, frame.takesOperand(before: operation) {
      stack.removeLast()
      if frame.nests { nesting -= 1 }
      return try finish(frame, node)
    }
    if let operation {
      try begin(operation, node)
      return nil
    }
    guard case .container(let container) = stack.last else { throw unexpected(.operation) }
    guard try add(node, to: container) else { return nil }
    return try closed(container, node)
  }

  /// Puts what waits for an operand on the stack.
  mutating func push(_ frame: FormatFrame) throws(FormatFailure) {
    if frame.nests {
      nesting += 1
      guard nesting <= Self.deepest else { throw FormatFailure(.tooDeep(Self.deepest), place) }
    }
    stack.append(frame)
  }

  /// The chain that the last operator belongs to, if it is of a type.
  func openChain(_ type: NSCompoundPredicate.LogicalType) -> PendingChain? {
    guard case .chain(let chain) = stack.last, chain.type == type else { return nil }
    return chain
  }

  /// What has brackets around it and is open, if nothing inside waits for an operand.
  var openContainer: PendingContainer? {
    guard case .container(let container) = stack.last else { return nil }
    return container
  }

  /// Takes an index that needs no operand off the stack.
  mutating func drop() {
    stack.removeLast()
    nesting -= 1
  }

  /// The node of what its closing bracket has just ended.
  mutating func closed(
    _ container: PendingContainer, _ last: FormatNode?
  ) throws(FormatFailure) -> FormatNode {
    drop()
    return try finish(container, last)
  }
}
