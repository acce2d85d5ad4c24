import Foundation

/// A piece of a format that means something by itself.
enum Token: Equatable {
  /// The end of the format.
  case end
  case keyword(Keyword)
  /// A word that is no keyword, or one that `#` makes a key.
  case word(String)
  /// A word written with `#` or with escapes: a key and nothing else.
  case key(String)
  /// `@count`, with its `@`.
  case collectionOperator(String)
  /// `isEqual:`, `modulus:by:`.
  case selector(String)
  /// `$name`, without its `$`.
  case variable(String)
  /// The contents of quotes, escapes resolved.
  case text(String)
  case integer(Int)
  case real(Double)
  /// A whole number too large for 64 bits.
  case decimal(Decimal)
  /// `%@` and its kin, which an argument takes the place of.
  case argument(Placeholder)
  case symbol(Symbol)
}

/// Punctuation and the operators made of it.
enum Symbol: String, CaseIterable {
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case dot = "."
  case equal = "="
  case doubleEqual = "=="
  case notEqual = "!="
  case angles = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case equalOrLess = "=<"
  case greater = ">"
  case greaterOrEqual = ">="
  case equalOrGreater = "=>"
  case plus = "+"
  case minus = "-"
  case star = "*"
  case doubleStar = "**"
  case slash = "/"
  case ampersand = "&"
  case doubleAmpersand = "&&"
  case bar = "|"
  case doubleBar = "||"
  case caret = "^"
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case tilde = "~"
  case exclamation = "!"
  case assign = ":="

  /// What it compares, if it is an operator that compares.
  var comparison: NSComparisonPredicate.Operator? {
    switch self {
    case .equal, .doubleEqual: .equalTo
    case .notEqual, .angles: .notEqualTo
    case .less: .lessThan
    case .lessOrEqual, .equalOrLess: .lessThanOrEqualTo
    case .greater: .greaterThan
    case .greaterOrEqual, .equalOrGreater: .greaterThanOrEqualTo
    default: nil
    }
  }
}

/// What kind of argument a format asks for.
enum Placeholder: Equatable {
  /// `%@`: any value.
  case value
  /// `%K`: a key or a path of keys.
  case keyPath
  /// `%d` and its kin.
  case integer
  /// `%f` and its kin.
  case real
  /// `%c`: a character or its number.
  case character
  /// `%s`: text.
  case text
}
