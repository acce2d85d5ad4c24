extension FormatParser {
  /// All the keys that follow each other: `.department.name`.
  mutating func path(_ operand: FormatNode) throws(FormatFailure) -> FormatNode {
    let base = try value(operand, "a key")
    var keys: [String] = []
    while try take(.dot) { keys += try keysAfterDot() }
    let expression = NSExpression(.keyPath(base, PropertyPath(keys)))
    guard case .keyPath = base.form else {
      return FormatNode(expression, depth: try depth(above: operand.depth), start: operand.start)
    }
    return FormatNode(expression, depth: operand.depth, start: operand.start)
  }

  private mutating func keysAfterDot() throws(FormatFailure) -> [String] {
    let keys: [String]
    switch token {
    case .word(let name), .key(let name), .collectionOperator(let name): keys = [name]
    // Behind a dot nothing but a key makes sense, so a reserved word needs no `#`.
    case .keyword(let keyword) where keyword.isName: keys = [written(place)]
    case .argument(let placeholder): keys = try self.keys(placeholder)
    default: throw unexpected(.key)
    }
    try advance()
    return keys
  }

  /// Begins an index, or reads the whole of `[FIRST]` and its like; the token is the bracket.
  mutating func openIndex(_ operand: FormatNode) throws(FormatFailure) -> FormatNode? {
    let list = try value(operand, "an index")
    let opening = place
    try open(
      .index(list), "", start: operand.start, closing: .closeBracket, depth: operand.depth)
    let index: ElementIndex
    switch token {
    case .keyword(.first): index = .first
    case .keyword(.last): index = .last
    case .keyword(.size): index = .size
    case .symbol(.closeBracket): throw unexpected(.index)
    default: return nil
    }
    try advance()
    try close(.closeBracket, openedAt: opening)
    drop()
    return FormatNode(
      NSExpression(.element(list, index)), depth: try depth(above: operand.depth),
      start: operand.start)
  }
}

extension Keyword {
  /// Whether it could be a key as far as its characters go.
  var isName: Bool {
    self != .conformsToType && self != .equalsType
  }
}
