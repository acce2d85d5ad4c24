extension FormatProblem {
  /// What is wrong and what to do; `found` is what the format says at the place.
  func message(_ found: String) -> String {
    switch self {
    case .tooLong(let limit): "the format has more than \(limit) bytes"
    case .tooDeep(let limit): "parts are nested more than \(limit) deep; join fewer of them"
    case .unexpected(let expectation): expectation.message(found)
    case .unclosed(let opening, let closing): "'\(opening)' is not closed; put '\(closing)'"
    case .badOption: Self.optionMessage(found)
    case .unsupported(let what, let instead): "\(what) is not supported; \(instead)"
    case .reserved(let word): Self.reservedMessage(word, found)
    default: lexicalMessage ?? meaningMessage(found) ?? argumentMessage(found)
    }
  }

  private static func optionMessage(_ found: String) -> String {
    let isWord = found.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    return "'\(found)' is no option of a comparison; options are c, d, n and l, as in [cd]"
      + (isWord ? "" : "; a list is written {1, 2}")
  }

  private static func reservedMessage(_ word: Keyword, _ found: String) -> String {
    let meaning = "'\(found)' is a reserved word"
    guard word.comparison == nil, ![.and, .or].contains(word) else {
      return meaning + " and has nothing before it; a key of that name is written #\(found)"
    }
    return meaning + "; a key of that name is written #\(found)"
  }

  /// Of characters that make no token.
  private var lexicalMessage: String? {
    switch self {
    case .character(let scalar): Self.characterMessage(scalar)
    case .openText: "the text has no closing quote"
    case .badEscape(let written):
      "'\(written)' is no escape; for a backslash write '\\\\', and see that Swift needs two for "
        + "each in a literal"
    case .badNumber(let written):
      "'\(written)' is no number; a key that begins with a digit is passed as %K"
    case .numberTooLarge: "the number is too large"
    case .emptyVariable: "'$' has no name; a variable is written $name"
    case .emptyKey(let mark): "'\(mark)' has no name behind it"
    case .badPlaceholder: nil
    case .percentSign:
      "a percent sign means nothing outside quotes; for a remainder write modulus:by:(a, b)"
    case .noOperator(let written, let instead): "'\(written)' is not known; write \(instead)"
    default: nil
    }
  }

  private static func characterMessage(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case ";": "';' means nothing in a format"
    case "`": "'`' is no quote; write '"
    case ":": "':' means nothing by itself; a variable is assigned by :="
    default:
      scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        ? "the invisible character U+\(hexadecimal(scalar)) means nothing in a format"
        : "'\(scalar)' means nothing in a format; put text in quotes"
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Of parts that do not belong together.
  private func meaningMessage(_ found: String) -> String? {
    switch self {
    case .conditionExpected: Self.conditionMessage(found)
    case .expressionExpected(let purpose):
      "'\(found.shortened)' is a condition, and \(purpose) takes a value; "
        + "TERNARY(condition, YES, NO) makes a value of it"
    case .chainedComparison:
      "'\(found)' compares the result of a comparison; join comparisons with AND"
    case .modifierWithoutComparison(let word):
      "\(word) takes one comparison; for more write SUBQUERY(collection, $x, …).@count > 0"
    case .modifierWithSelector(let word):
      "\(word) does not go with a comparison by a method; use SUBQUERY"
    case .optionsOfSelector: "a comparison by a method has no options"
    case .negationInside(let word):
      "\(word) does not go with NOT behind it; write NOT \(word) …, or use SUBQUERY"
    case .bounds(let count):
      count.map { "BETWEEN takes two bounds, not \($0)" }
        ?? "BETWEEN takes two bounds as a list: BETWEEN {1, 5}"
    case .assignmentToOther: "only a variable can be assigned: $name := value"
    case .unknownFunction(let name): Self.functionMessage(name)
    case .argumentCount(let name, let takes, let given):
      "'\(name)' takes \(takes) argument\(takes == "1" ? "" : "s"), not \(given)"
    case .selectorExpected:
      "FUNCTION takes the name of a method as text: FUNCTION(object, 'name:', argument)"
    case .classNameExpected:
      "CAST takes the name of a class as text: CAST(value, 'NSDate')"
    case .variableExpected: "SUBQUERY takes a variable: SUBQUERY(collection, $x, $x.key == 1)"
    case .flagExpected: "FETCH takes YES or NO last, which says whether it only counts"
    case .selectorComparison(let name):
      "'\(name)' takes more than one argument; a comparison gives one"
    default: nil
    }
  }

  private static func conditionMessage(_ found: String) -> String {
    if ["YES", "TRUE"].contains(found.uppercased()) {
      return "'\(found)' is a value and no condition; write TRUEPREDICATE"
    }
    if ["NO", "FALSE"].contains(found.uppercased()) {
      return "'\(found)' is a value and no condition; write FALSEPREDICATE"
    }
    return "'\(found.shortened)' is a value and no condition; "
      + "compare it, as in \(found.shortened) == YES"
  }

  private static func functionMessage(_ name: String) -> String {
    let known =
      FunctionName.allCases.map(\.spelling) + ["FUNCTION", "TERNARY", "SUBQUERY", "CAST", "FETCH"]
    let question = didYouMean(name, among: known)
    return "there is no function '\(name)'"
      + (!question.isEmpty
        ? question : "; a method of an object is called by FUNCTION(object, 'name:', argument)")
  }

  /// Of arguments that do not fit the format.
  private func argumentMessage(_ found: String) -> String {
    switch self {
    case .badPlaceholder:
      "'\(found)' takes no argument; there are %@, %K, %d, %ld, %lld, %u, %x, %f, %c, %s"
    case .argumentMissing(let given):
      "there is no argument for '\(found)'; \(given.counted("argument")) given"
    case .argumentsLeft(let used, let given, let quoted):
      "\(given.counted("argument")) given, and the format uses \(used)"
        + (quoted ? "; in quotes a placeholder is plain text, so leave the quotes out" : "")
    case .argumentKind(let number, let takes, let given, let instead):
      "'\(found)' takes \(takes), and argument \(number) is \(given)"
        + (instead.map { "; use \($0)" } ?? "")
    case .badKeyPath(let path): "'\(path)' is no path of keys"
    default: "'\(found)' does not fit"
    }
  }
}

extension Int {
  /// "1 argument is", "2 arguments are".
  fileprivate func counted(_ noun: String) -> String {
    "\(self) \(noun)\(self == 1 ? " is" : "s are")"
  }
}

extension String {
  /// The text, cut where it is long.
  var shortened: String {
    count <= 40 ? self : prefix(39) + "…"
  }
}
