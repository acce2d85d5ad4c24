extension FormatParser {
  /// An operand and the keys and indices behind it.
  mutating func postfixed(_ operand: FormatNode) throws(FormatFailure) -> FormatNode {
    var node = operand
    while true {
      switch token {
      case .symbol(.dot): node = try path(node)
      case .symbol(.openBracket): node = try element(node)
      default: return node
      }
    }
  }

  /// All the keys that follow each other: `.department.name`.
  private mutating func path(_ operand: FormatNode) throws(FormatFailure) -> FormatNode {
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

  /// `[0]`, `[FIRST]`, `['key']`.
  private mutating func element(_ operand: FormatNode) throws(FormatFailure) -> FormatNode {
    let list = try value(operand, "an index")
    let opening = place
    try advance()
    var depth = operand.depth
    let index: ElementIndex
    switch token {
    case .keyword(.first): index = try named(.first)
    case .keyword(.last): index = try named(.last)
    case .keyword(.size): index = try named(.size)
    case .symbol(.closeBracket): throw unexpected(.index)
    default:
      let inner = try node(.or)
      depth = max(depth, inner.depth)
      index = .at(try value(inner, "an index"))
    }
    try close(.closeBracket, openedAt: opening)
    return FormatNode(
      NSExpression(.element(list, index)), depth: try self.depth(above: depth),
      start: operand.start)
  }

  private mutating func named(_ index: ElementIndex) throws(FormatFailure) -> ElementIndex {
    try advance()
    return index
  }
}

extension Keyword {
  /// Whether it could be a key as far as its characters go.
  var isName: Bool {
    self != .conformsToType && self != .equalsType
  }
}
