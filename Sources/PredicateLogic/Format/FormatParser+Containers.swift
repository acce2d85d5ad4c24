extension FormatParser {
  /// Begins what has brackets around it; the token is the opening one.
  mutating func open(
    _ kind: PendingContainer.Kind, _ name: String, start: Int, closing: Symbol? = nil,
    depth: Int = 0
  ) throws(FormatFailure) {
    let closing = closing ?? (token == .symbol(.openBrace) ? .closeBrace : .closeParenthesis)
    let container = PendingContainer(
      kind, name, start: start, opening: place, closing: closing, depth: depth)
    try push(.container(container))
    try advance()
  }

  /// Begins `CAST(` and its like; the token is the word, which without a parenthesis is a key.
  mutating func openAfterWord(
    _ kind: PendingContainer.Kind, _ name: String
  ) throws(FormatFailure) -> FormatNode? {
    let word = place
    try advance()
    guard token == .symbol(.openParenthesis) else { return key(written(word), word.lowerBound) }
    try open(kind, name, start: word.lowerBound)
    return nil
  }

  /// The list or call that has just been opened, if it is closed at once.
  mutating func emptyList() throws(FormatFailure) -> FormatNode? {
    guard let container = openContainer, token == .symbol(container.closing) else { return nil }
    try advance()
    return try closed(container, nil)
  }

  /// Adds what has been read to what has brackets around it; whether that is closed now.
  mutating func add(
    _ node: FormatNode, to container: PendingContainer
  ) throws(FormatFailure) -> Bool {
    container.depth = max(container.depth, node.depth)
    switch container.kind {
    case .group: break
    case .list, .call: container.members.append(try value(node, container.purpose))
    case .index: container.members.append(try value(node, "an index"))
    case .function: try addToFunction(node, container)
    case .ternary: try addToTernary(node, container)
    case .cast: try addToCast(node, container)
    case .subquery: try addToSubquery(node, container)
    case .fetch: try addToFetch(node, container)
    }
    if container.wantsMore {
      try expect(.comma)
    } else if !container.mayGoOn || token != .symbol(.comma) {
      try close(
        container.closing, openedAt: container.opening, allowsComma: container.mayGoOn)
      return true
    } else {
      try advance()
    }
    if case .subquery = container.kind { try readVariable(of: container) }
    return false
  }

  private func addToFunction(
    _ node: FormatNode, _ container: PendingContainer
  ) throws(FormatFailure) {
    let member = try value(node, "FUNCTION")
    if container.members.count == 1 {
      guard case .constant(let constant) = member.form, let selector = constant as? String,
        selector.isSelector
      else { throw FormatFailure(.selectorExpected, place(of: node)) }
    }
    container.members.append(member)
  }

  private func addToTernary(
    _ node: FormatNode, _ container: PendingContainer
  ) throws(FormatFailure) {
    if container.condition == nil {
      container.condition = try condition(node)
    } else {
      container.members.append(try value(node, "TERNARY"))
    }
  }

  private func addToCast(
    _ node: FormatNode, _ container: PendingContainer
  ) throws(FormatFailure) {
    if container.members.count == 1 {
      guard case .expression(let name) = node.kind, case .constant(let text) = name.form,
        text is String
      else { throw FormatFailure(.classNameExpected, place(of: node)) }
    }
    container.members.append(try value(node, "CAST"))
  }

  private func addToSubquery(
    _ node: FormatNode, _ container: PendingContainer
  ) throws(FormatFailure) {
    if container.members.isEmpty {
      container.members.append(try value(node, "SUBQUERY"))
    } else {
      container.condition = try condition(node)
    }
  }

  private func addToFetch(
    _ node: FormatNode, _ container: PendingContainer
  ) throws(FormatFailure) {
    let member = try value(node, "FETCH")
    if container.members.count == 2, member.flag == nil {
      throw FormatFailure(.flagExpected, place(of: node))
    }
    container.members.append(member)
  }

  private mutating func readVariable(of container: PendingContainer) throws(FormatFailure) {
    guard case .variable(let name) = token else {
      throw FormatFailure(.variableExpected, place)
    }
    container.variable = name
    try advance()
    try expect(.comma)
  }

  /// The node of what is closed; the last member, for parentheses that hold one.
  func finish(
    _ container: PendingContainer, _ last: FormatNode?
  ) throws(FormatFailure) -> FormatNode {
    if case .group = container.kind, let last {
      return FormatNode(last, start: container.start)
    }
    let expression = NSExpression.making(try form(of: container))
    return FormatNode(
      expression, depth: try depth(above: container.depth), start: container.start)
  }

  private func form(of container: PendingContainer) throws(FormatFailure) -> ExpressionForm {
    let members = container.members
    switch container.kind {
    case .group, .list: return .aggregate(members)
    case .index(let list): return .element(list, .at(members[0]))
    case .call(let functions): return try call(functions, container)
    case .function: return try method(container)
    case .ternary:
      return .conditional(container.condition ?? NSPredicate(), members[0], members[1])
    case .cast:
      return .function(operand: nil, name: FunctionName.cast.rawValue, arguments: members)
    case .subquery:
      return .subquery(
        members[0], variable: container.variable, container.condition ?? NSPredicate())
    case .fetch:
      return .fetch(members[0], context: members[1], countOnly: members[2].flag ?? false)
    }
  }

  private func call(
    _ functions: [FunctionName], _ container: PendingContainer
  ) throws(FormatFailure) -> ExpressionForm {
    let count = container.members.count
    guard let function = functions.first(where: { $0.argumentCount.contains(count) }) else {
      throw FormatFailure(
        .argumentCount(container.name, takes: functions[0].argumentCountText, given: count),
        container.start..<lastEnd)
    }
    return .function(operand: nil, name: function.rawValue, arguments: container.members)
  }

  private func method(_ container: PendingContainer) throws(FormatFailure) -> ExpressionForm {
    guard case .constant(let constant) = container.members[1].form,
      let selector = constant as? String
    else { throw FormatFailure(.selectorExpected, container.start..<lastEnd) }
    let arguments = Array(container.members.dropFirst(2))
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    guard colons == arguments.count else {
      throw FormatFailure(
        .argumentCount(selector, takes: "\(colons)", given: arguments.count),
        container.start..<lastEnd)
    }
    return .function(operand: container.members[0], name: selector, arguments: arguments)
  }
}

extension PendingContainer {
  /// What its members are for, in messages.
  fileprivate var purpose: String {
    if case .call = kind { "'\(name)'" } else { name }
  }

  /// Whether another member must come.
  fileprivate var wantsMore: Bool {
    switch kind {
    case .group, .list, .index, .call: false
    case .function, .cast: members.count < 2
    case .ternary: members.count < 2
    case .fetch: members.count < 3
    case .subquery: condition == nil
    }
  }

  /// Whether another member may come.
  fileprivate var mayGoOn: Bool {
    switch kind {
    case .list, .call, .function: true
    case .group, .index, .ternary, .cast, .subquery, .fetch: false
    }
  }
}

extension NSExpression {
  /// Whether a constant is true, written as `YES` or as 1; nil for what is neither true nor false.
  fileprivate var flag: Bool? {
    guard case .constant(let value) = form else { return nil }
    return switch value {
    case let flag as Bool: flag
    case 0 as Int: false
    case 1 as Int: true
    default: nil
    }
  }
}

extension FunctionName {
  /// How many arguments it takes, in words.
  fileprivate var argumentCountText: String {
    argumentCount.upperBound == .max ? "1 or more" : "\(argumentCount.lowerBound)"
  }
}

extension String {
  /// Whether this could be the name of a method: `lastPathComponent`, `pow:`, `isEqual:`.
  fileprivate var isSelector: Bool {
    guard let first = utf8.first, first == UInt8(ascii: "_") || Lexer.isLetter(first) else {
      return false
    }
    let isSpelled = utf8.allSatisfy {
      Lexer.isLetter($0) || Lexer.isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":")
    }
    return isSpelled && (!utf8.contains(UInt8(ascii: ":")) || utf8.last == UInt8(ascii: ":"))
  }
}
