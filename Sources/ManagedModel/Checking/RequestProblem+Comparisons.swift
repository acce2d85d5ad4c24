import Predicates

/// Problems of comparisons.
extension RequestProblem {
  static func modifierOverOne(_ modifier: String, _ value: Meaning) -> RequestProblem {
    RequestProblem(
      .warning,
      """
      \(modifier) is for collections, and \(value.subject) is one value (\(value.kind.noun)); it means \
      nothing here: remove it
      """, part: value.path)
  }

  static func collectionCompared(
    _ value: Meaning, _ operation: NSComparisonPredicate.Operator,
    _ options: NSComparisonPredicate.Options
  ) -> RequestProblem {
    let path = value.path ?? ""
    return RequestProblem(
      .warning,
      """
      \(value.subject) leads through '\(value.toMany ?? "")' to several values, and the collection as \
      such is compared, which is hardly meant; write 'ANY \(path) \(operation.symbol) …' or \
      'ALL \(path) \(operation.symbol) …', or compare '\(path).@count'
      """, part: path, fix: "ANY \(path)")
  }

  static func collectionOnTheRight(_ value: Meaning) -> RequestProblem {
    RequestProblem(
      .warning,
      """
      \(value.subject) leads through '\(value.toMany ?? "")' to several values, and the collection as \
      such is compared, which is hardly meant; write it on the left with ANY or ALL before it, or use IN
      """, part: value.path)
  }

  static func neverEqual(_ left: Meaning, _ right: Meaning) -> RequestProblem {
    let sentence = "\(pair(left, right)); they are never equal"
    if case (.object(_?), .object(_?)) = (left.kind, right.kind) {
      return RequestProblem(
        .warning, sentence + ", since neither entity inherits from the other",
        part: left.path ?? right.path)
    }
    // A condition on constants alone is odd, but means what it says for every object.
    let path = left.path ?? right.path
    return RequestProblem(
      path == nil ? .warning : .error, sentence + advice(left, right), part: path)
  }

  static func noUUID(_ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      """
      \(value.subject) is a UUID and is compared with a text that is no UUID; they are never equal; write it \
      as 3F2504E0-4F89-41D3-9A0C-0305E82C3301
      """, part: value.path)
  }

  static func notComparable(_ symbol: String, _ left: Meaning, _ right: Meaning) -> RequestProblem {
    RequestProblem(
      .error, "\(pair(left, right)); '\(symbol)' has no meaning for them" + advice(left, right),
      part: left.path ?? right.path)
  }

  static func orderedWithNil(_ symbol: String) -> RequestProblem {
    RequestProblem(
      .warning, "'\(symbol)' with nil is false for every object; compare with == or !=",
      part: symbol)
  }

  static func unordered(_ symbol: String, _ value: Meaning, _ reason: String) -> RequestProblem {
    RequestProblem(
      .error, "'\(symbol)' compares \(value.subject), which is \(value.kind.noun): \(reason)",
      part: value.path ?? symbol)
  }

  static func oddlyOrdered(_ symbol: String, _ value: Meaning) -> RequestProblem {
    let advice = value.kind == .boolean ? "== or !=" : "== or IN"
    return RequestProblem(
      .warning,
      """
      '\(symbol)' compares \(value.subject), which is \(value.kind.noun); such values are seldom \
      ordered: \(advice) is usual
      """, part: value.path ?? symbol)
  }

  static func boundsAreNoList(_ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      "BETWEEN needs a list of two bounds such as {1, 5}, and "
        + (value.path == nil
          ? "\(value.kind.noun) is given" : "\(value.subject) is \(value.kind.noun)"),
      part: value.path ?? "BETWEEN")
  }

  static var boundsHaveNoOrder: RequestProblem {
    RequestProblem(
      .error,
      "BETWEEN needs a lower and an upper bound, and a set says not which is which; give an array",
      part: "BETWEEN")
  }

  static func wrongBoundCount(_ count: Int) -> RequestProblem {
    RequestProblem(
      .error, "BETWEEN needs two bounds such as {1, 5}, and its list has \(count)", part: "BETWEEN")
  }

  static let reversedBounds = RequestProblem(
    .warning, "BETWEEN has its greater bound first, which no value satisfies; exchange the two",
    part: "BETWEEN")

  static func noTextOrCollection(_ symbol: String, _ value: Meaning) -> RequestProblem {
    RequestProblem(
      .error,
      """
      '\(symbol)' looks into a collection or a text, and \(value.subject) is \(value.kind.noun)
      """, part: value.path ?? symbol)
  }

  static func notText(_ symbol: String, _ value: Meaning) -> RequestProblem {
    let found = value.isCollection ? "a collection" : value.kind.noun
    let sentence =
      value.path == nil
      ? "'\(symbol)' compares texts, and \(found) is given"
      : "'\(symbol)' compares texts, and \(value.subject) is \(found)"
    return RequestProblem(.error, sentence, part: value.path ?? symbol)
  }

  static func badPattern(_ pattern: String) -> RequestProblem {
    RequestProblem(
      .error, "MATCHES has the pattern '\(pattern)', which is not a regular expression",
      part: "MATCHES")
  }

  static func longPattern(limit: Int) -> RequestProblem {
    RequestProblem(
      .error, "the pattern of MATCHES has more than the \(limit) bytes that it may have",
      part: "MATCHES")
  }

  static func fixedOutcome(
    _ operation: NSComparisonPredicate.Operator, _ value: Meaning, _ reason: String
  ) -> RequestProblem {
    RequestProblem(
      .warning,
      """
      the comparison of \(value.subject) by '\(operation.symbol)' comes out the same for every value \
      that it can have: \(reason)
      """, part: value.path)
  }

  // MARK: Words

  /// `'year' of 'Movie' is a number and is compared with a text`.
  private static func pair(_ left: Meaning, _ right: Meaning) -> String {
    let (subject, other) = left.path == nil ? (right, left) : (left, right)
    guard subject.path != nil else {
      return "\(left.kind.noun) is compared with \(right.kind.noun)"
    }
    let noun = other.path == nil ? other.kind.noun : "\(other.subject), \(other.kind.noun)"
    return "\(subject.subject) is \(subject.kind.noun) and is compared with \(noun)"
  }

  /// What could have been meant.
  private static func advice(_ left: Meaning, _ right: Meaning) -> String {
    let (subject, other) = left.path == nil ? (right, left) : (left, right)
    switch (subject.kind, other.kind) {
    case (.number, .text) where other.constant != nil: return "; write the number without quotes"
    case (.boolean, .text) where other.constant != nil: return "; write YES or NO without quotes"
    case (.text, .number) where other.constant != nil: return "; write the text in quotes"
    case (.date, _) where other.constant != nil:
      return "; pass a Date for %@, or write CAST(seconds since 2001, 'NSDate')"
    case (.object, _) where other.constant != nil:
      return "; compare it with an object or an id, or go on to one of its attributes"
    default: return ""
    }
  }
}
