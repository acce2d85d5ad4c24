import Foundation

extension FormatParser {
  /// The negation of a condition.
  func negate(_ node: FormatNode, _ start: Int) throws(FormatFailure) -> FormatNode {
    let predicate = NSCompoundPredicate(notPredicateWithSubpredicate: try condition(node))
    return FormatNode(predicate, depth: try depth(above: node.depth), start: start)
  }

  /// ANY or ALL and the comparison that it is about; the token is the word itself.
  mutating func quantified(
    _ modifier: NSComparisonPredicate.Modifier, _ start: Int
  ) throws(FormatFailure) -> FormatNode {
    let word = place
    try advance()
    let left = try node(.set)
    if case .predicate(let predicate) = left.kind {
      // `ANY (a.b == 1)`
      guard let comparison = predicate as? NSComparisonPredicate,
        comparison.comparisonPredicateModifier == .direct,
        comparison.predicateOperatorType != .customSelector
      else { throw FormatFailure(.modifierWithoutComparison(written(word)), word) }
      return FormatNode(comparison.with(modifier), depth: left.depth, start: start)
    }
    guard let operation = infix, operation.level == .comparison else {
      throw unexpected(.comparison)
    }
    return try comparison(left, modifier, written(word), start: start)
  }

  /// `a NOT IN b`; the token is NOT.
  mutating func negatedComparison(_ left: FormatNode) throws(FormatFailure) -> FormatNode {
    try advance()
    guard case .keyword(let keyword) = token, keyword.comparison != nil else {
      throw unexpected(.comparison)
    }
    return try negate(comparison(left, .direct, nil), left.start)
  }

  /// An operator that compares, its options and its right side; the token is the operator.
  mutating func comparison(
    _ left: FormatNode, _ modifier: NSComparisonPredicate.Modifier, _ word: String?,
    start: Int? = nil
  ) throws(FormatFailure) -> FormatNode {
    guard case .expression(let first) = left.kind else {
      throw FormatFailure(.chainedComparison, place)
    }
    let operation = infix
    let operatorPlace = place
    try advance()
    let options = try options()
    let right = try node(.set)
    let second = try value(right, "a comparison")
    let depth = try depth(above: left.depth, right.depth)
    let start = start ?? left.start
    switch operation {
    case .comparison(let type):
      if type == .between { try checkBounds(second, right) }
      let predicate = NSComparisonPredicate(
        leftExpression: first, rightExpression: second, modifier: modifier, type: type,
        options: options)
      return FormatNode(predicate, depth: depth, start: start)
    case .selector(let name):
      try checkSelector(name, operatorPlace, word, options)
      let predicate = NSComparisonPredicate(
        leftExpression: first, rightExpression: second, customSelector: Selector(name))
      return FormatNode(predicate, depth: depth, start: start)
    default:
      throw FormatFailure(.negationInside(word ?? ""), operatorPlace)
    }
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
