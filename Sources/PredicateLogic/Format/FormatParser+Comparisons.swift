import Foundation

extension FormatParser {
  /// ANY or ALL with what it is about.
  mutating func quantified(
    _ quantifier: Quantifier, _ node: FormatNode
  ) throws(FormatFailure) -> FormatNode? {
    guard case .predicate(let predicate) = node.kind else {
      guard let operation = infix, operation.level == .comparison else {
        throw unexpected(.comparison)
      }
      try beginComparison(node, quantifier)
      return nil
    }
    // `ANY (a.b == 1)`
    guard let comparison = predicate as? NSComparisonPredicate,
      comparison.comparisonPredicateModifier == .direct,
      comparison.predicateOperatorType != .customSelector
    else {
      throw FormatFailure(.modifierWithoutComparison(written(quantifier.word)), quantifier.word)
    }
    let start = quantifier.word.lowerBound
    let found = FormatNode(comparison.with(quantifier.modifier), depth: node.depth, start: start)
    return quantifier.isNegated ? try negated(found, start) : found
  }

  /// Keeps the left side of a comparison; the token is the operator, or the NOT before it.
  mutating func beginComparison(
    _ left: FormatNode, _ quantifier: Quantifier?
  ) throws(FormatFailure) {
    guard case .expression(let first) = left.kind else {
      throw FormatFailure(.chainedComparison, place)
    }
    var isNegated = quantifier?.isNegated ?? false
    let word = quantifier.map { written($0.word) }
    if token == .keyword(.not) {
      if let word { throw FormatFailure(.negationInside(word), place) }
      isNegated = true
      try advance()
      guard case .keyword(let keyword) = token, keyword.comparison != nil else {
        throw unexpected(.comparison)
      }
    }
    guard let operation = infix else { throw unexpected(.comparison) }
    let operatorPlace = place
    try advance()
    let options = try options()
    if case .selector(let name) = operation {
      try checkSelector(name, operatorPlace, word, options)
    }
    try push(
      .comparison(
        PendingComparison(
          left: first, operation: operation, options: options,
          modifier: quantifier?.modifier ?? .direct, isNegated: isNegated, depth: left.depth,
          start: quantifier?.word.lowerBound ?? left.start)))
  }

  /// A comparison with its right side.
  func finish(
    _ comparison: PendingComparison, _ right: FormatNode
  ) throws(FormatFailure) -> FormatNode {
    let second = try value(right, "a comparison")
    let predicate: NSComparisonPredicate
    switch comparison.operation {
    case .selector(let name):
      predicate = NSComparisonPredicate(
        leftExpression: comparison.left, rightExpression: second, customSelector: Selector(name))
    case .comparison(let type):
      if type == .between { try checkBounds(second, right) }
      predicate = NSComparisonPredicate(
        leftExpression: comparison.left, rightExpression: second, modifier: comparison.modifier,
        type: type, options: comparison.options)
    default: throw unexpected(.comparison)
    }
    let depth = try depth(above: comparison.depth, right.depth)
    let node = FormatNode(predicate, depth: depth, start: comparison.start)
    return comparison.isNegated ? try negated(node, comparison.start) : node
  }

  private func checkSelector(
    _ name: String, _ place: Range<Int>, _ modifier: String?,
    _ options: NSComparisonPredicate.Options
  ) throws(FormatFailure) {
    guard name.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 else {
      throw FormatFailure(.selectorComparison(name), place)
    }
    if let modifier { throw FormatFailure(.modifierWithSelector(modifier), place) }
    guard options.isEmpty else { throw FormatFailure(.optionsOfSelector, place) }
  }

  /// `[cd]`, if it is there.
  private mutating func options() throws(FormatFailure) -> NSComparisonPredicate.Options {
    guard token == .symbol(.openBracket) else { return [] }
    let opening = place
    try advance()
    var options: NSComparisonPredicate.Options = []
    while let letters = optionLetters {
      for letter in letters.utf8 {
        guard let option = NSComparisonPredicate.Options(letter: letter) else {
          throw FormatFailure(.badOption, place)
        }
        options.insert(option)
      }
      try advance()
    }
    if token != .symbol(.closeBracket), token != .end {
      throw FormatFailure(.badOption, place)
    }
    try close(.closeBracket, openedAt: opening)
    return options
  }

  private var optionLetters: String? {
    switch token {
    case .word(let word): word
    case .keyword(let keyword): keyword.rawValue
    default: nil
    }
  }

  /// BETWEEN takes a list of two, or something that may turn out to be one.
  private func checkBounds(_ right: NSExpression, _ node: FormatNode) throws(FormatFailure) {
    switch right.form {
    case .aggregate(let bounds):
      guard bounds.count != 2 else { return }
      throw FormatFailure(.bounds(bounds.count), place(of: node))
    case .constant(let value):
      if let list = value as? [Any] {
        guard list.count != 2 else { return }
        throw FormatFailure(.bounds(list.count), place(of: node))
      }
      switch value {
      case is Int, is Double, is Bool, is String, is Date, is Decimal:
        throw FormatFailure(.bounds(nil), place(of: node))
      default: return
      }
    default: return
    }
  }
}

extension NSComparisonPredicate {
  /// The same comparison for other members of a collection on the left.
  func with(_ modifier: Modifier) -> NSComparisonPredicate {
    NSComparisonPredicate(
      leftExpression: leftExpression, rightExpression: rightExpression, modifier: modifier,
      type: predicateOperatorType, options: options)
  }
}

extension NSComparisonPredicate.Options {
  /// The options and their letters, in the order in which they are written.
  static let letters: [(letter: Character, option: Self)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized),
    ("l", .localeSensitive),
  ]

  fileprivate init?(letter: UInt8) {
    switch letter | 0x20 {
    case UInt8(ascii: "c"): self = .caseInsensitive
    case UInt8(ascii: "d"): self = .diacriticInsensitive
    case UInt8(ascii: "n"): self = .normalized
    case UInt8(ascii: "l"): self = .localeSensitive
    default: return nil
    }
  }
}
