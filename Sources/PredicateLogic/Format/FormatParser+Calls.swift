extension FormatParser {
  /// A function called by its name; the token is the parenthesis.
  mutating func call(_ word: String, _ place: Range<Int>) throws(FormatFailure) -> FormatNode {
    switch word.uppercased() {
    case "FUNCTION": return try functionOfObject(place)
    case "TERNARY": return try ternary(place.lowerBound)
    default: break
    }
    let candidates = FunctionName.named(word)
    guard let first = candidates.first else { throw FormatFailure(.unknownFunction(word), place) }
    let opening = self.place
    try advance()
    let (arguments, deepest) = try list(
      until: .closeParenthesis, openedAt: opening, "'\(word)'")
    guard let function = candidates.first(where: { $0.argumentCount.contains(arguments.count) })
    else {
      throw FormatFailure(
        .argumentCount(word, takes: first.argumentCountText, given: arguments.count),
        place.lowerBound..<lastEnd)
    }
    let form = ExpressionForm.function(
      operand: nil, name: function.rawValue, arguments: arguments)
    return FormatNode(
      NSExpression(form), depth: try depth(above: deepest), start: place.lowerBound)
  }

  /// `FUNCTION(object, 'name:', argument)`; the token is the parenthesis.
  private mutating func functionOfObject(_ word: Range<Int>) throws(FormatFailure) -> FormatNode {
    let opening = place
    try advance()
    let object = try node(.or)
    let operand = try value(object, "FUNCTION")
    try expect(.comma)
    let namePlace = place
    let name = try node(.or)
    guard case .expression(let nameExpression) = name.kind,
      case .constant(let constant) = nameExpression.form, let selector = constant as? String,
      selector.isSelector
    else { throw FormatFailure(.selectorExpected, namePlace.lowerBound..<lastEnd) }
    var arguments: [NSExpression] = []
    var deepest = object.depth
    while try take(.comma) {
      let argument = try node(.or)
      arguments.append(try value(argument, "FUNCTION"))
      deepest = max(deepest, argument.depth)
    }
    try close(.closeParenthesis, openedAt: opening, allowsComma: true)
    let colons = selector.utf8.count { $0 == UInt8(ascii: ":") }
    guard colons == arguments.count else {
      throw FormatFailure(
        .argumentCount(selector, takes: "\(colons)", given: arguments.count),
        namePlace.lowerBound..<lastEnd)
    }
    let form = ExpressionForm.function(operand: operand, name: selector, arguments: arguments)
    return FormatNode(NSExpression(form), depth: try depth(above: deepest), start: word.lowerBound)
  }

  /// `TERNARY(condition, a, b)`; the token is the parenthesis.
  private mutating func ternary(_ start: Int) throws(FormatFailure) -> FormatNode {
    let opening = place
    try advance()
    let test = try node(.or)
    let predicate = try condition(test)
    try expect(.comma)
    let first = try node(.or)
    let left = try value(first, "TERNARY")
    try expect(.comma)
    let second = try node(.or)
    let right = try value(second, "TERNARY")
    try close(.closeParenthesis, openedAt: opening)
    return FormatNode(
      NSExpression(.conditional(predicate, left, right)),
      depth: try depth(above: test.depth, first.depth, second.depth), start: start)
  }

  /// `CAST(value, 'NSDate')`; the token is the word.
  mutating func cast() throws(FormatFailure) -> FormatNode {
    let start = place.lowerBound
    try advance()
    let opening = place
    try expect(.openParenthesis)
    let operand = try node(.or)
    let first = try value(operand, "CAST")
    try expect(.comma)
    let typePlace = place
    let type = try node(.or)
    guard case .expression(let name) = type.kind, case .constant(let text) = name.form,
      text is String
    else { throw FormatFailure(.classNameExpected, typePlace.lowerBound..<lastEnd) }
    try close(.closeParenthesis, openedAt: opening)
    let form = ExpressionForm.function(
      operand: nil, name: FunctionName.cast.rawValue, arguments: [first, name])
    return FormatNode(NSExpression(form), depth: try depth(above: operand.depth), start: start)
  }

  /// `SUBQUERY(collection, $each, condition)`; the token is the word.
  mutating func subquery() throws(FormatFailure) -> FormatNode {
    let start = place.lowerBound
    try advance()
    let opening = place
    try expect(.openParenthesis)
    let collection = try node(.or)
    let members = try value(collection, "SUBQUERY")
    try expect(.comma)
    guard case .variable(let name) = token else {
      throw FormatFailure(.variableExpected, place)
    }
    try advance()
    try expect(.comma)
    let test = try node(.or)
    let predicate = try condition(test)
    try close(.closeParenthesis, openedAt: opening)
    return FormatNode(
      NSExpression(.subquery(members, variable: name, predicate)),
      depth: try depth(above: collection.depth, test.depth), start: start)
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
