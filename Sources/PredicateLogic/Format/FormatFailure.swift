/// What is wrong with a format, and where, counted in bytes of its UTF-8 form.
struct FormatFailure: Error {
  let reason: FormatProblem
  let start: Int
  let end: Int

  init(_ reason: FormatProblem, _ place: Range<Int>) {
    self.reason = reason
    start = place.lowerBound
    end = place.upperBound
  }
}

/// The ways in which a format can be wrong: facts only, ``PredicateFormatError`` makes sentences of them.
enum FormatProblem {
  // Of characters.
  case tooLong(Int)
  case character(Unicode.Scalar)
  case openText
  case badEscape(String)
  case badNumber(String)
  case numberTooLarge
  case emptyVariable
  case emptyKey(String)
  case badPlaceholder
  case percentSign
  case noOperator(String, instead: String)

  // Of what follows what.
  case unexpected(Expectation)
  case tooDeep(Int)
  case unclosed(String, by: String)
  case badOption
  case unsupported(String, instead: String)
  case reserved(Keyword)

  // Of what belongs together.
  case conditionExpected
  case expressionExpected(String)
  case chainedComparison
  case modifierWithoutComparison(String)
  case modifierWithSelector(String)
  case optionsOfSelector
  case negationInside(String)
  case bounds(Int?)
  case assignmentToOther
  case unknownFunction(String)
  case argumentCount(String, takes: String, given: Int)
  case selectorExpected
  case classNameExpected
  case variableExpected
  case flagExpected
  case selectorComparison(String)

  // Of arguments.
  case argumentMissing(given: Int)
  case argumentsLeft(used: Int, given: Int, quoted: Bool)
  case argumentKind(number: Int, takes: String, given: String, instead: String?)
  case badKeyPath(String)
}

/// What a format could go on with.
enum Expectation {
  case operand
  case operation
  case comparison
  case key
  case index
  case symbol(Symbol)
  case either(Symbol, Symbol)
}
