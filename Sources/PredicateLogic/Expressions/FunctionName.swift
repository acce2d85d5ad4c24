/// A function that the language has itself: the only ones that can be called without `FUNCTION`.
///
/// The raw value is the name with colons that Apple's `NSExpression(forFunction:arguments:)` takes.
package enum FunctionName: String, CaseIterable, Sendable {
  // Of the members of a collection, or of the values given.
  case sum = "sum:"
  case count = "count:"
  case min = "min:"
  case max = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"

  // Of two numbers.
  case add = "add:to:"
  /// The first less the second.
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case power = "raise:toPower:"

  // Of one number.
  case squareRoot = "sqrt:"
  /// To the base 10.
  case logarithm = "log:"
  case naturalLogarithm = "ln:"
  case exponential = "exp:"
  case floor = "floor:"
  case ceiling = "ceiling:"
  case absolute = "abs:"
  case truncate = "trunc:"
  /// From 0 up to, but not including, 1.
  case random = "random"
  /// A whole number from 0 up to, but not including, the argument.
  case randomBelow = "random:"
  case randomBelowToo = "randomn:"

  // Of whole numbers as bits.
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseExclusiveOr = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement = "onesComplement:"

  // Of text.
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  /// Without case and marks.
  case canonical = "canonical:"
  /// Of a text its characters, of a collection its members.
  case length = "length:"

  // Of other things.
  case now = "now"
  /// The argument itself. In a store of Apple's it keeps an index from being used.
  case noIndex = "noindex:"
  /// In metres, between two places.
  case distance = "distanceToLocation:fromLocation:"
  /// `CAST(value, "NSDate")`. The second argument names a class.
  case cast = "castObject:toType:"
  /// `list[0]`. The parser and ``NSExpression`` turn it into ``ExpressionForm/element(_:_:)``.
  case element = "objectFrom:withIndex:"

  /// How many arguments it takes.
  package var argumentCount: ClosedRange<Int> {
    switch self {
    case .random, .now: 0...0
    // One collection, or the values themselves.
    case .sum, .min, .max, .average, .median, .mode, .standardDeviation: 1...Int.max
    default: colons...colons
    }
  }

  private var colons: Int {
    rawValue.utf8.count { $0 == UInt8(ascii: ":") }
  }

  /// What a format may call it besides its full name: the name up to its first colon.
  package var spelling: String {
    String(rawValue.prefix { $0 != ":" })
  }

  /// The operator that a format writes it with.
  package var symbol: String? {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .power: "**"
    case .bitwiseAnd: "&"
    case .bitwiseOr: "|"
    case .bitwiseExclusiveOr: "^"
    case .leftShift: "<<"
    case .rightShift: ">>"
    case .onesComplement: "~"
    default: nil
    }
  }

  /// The functions that a format may mean by a word, which is a full name or a spelling in any case.
  package static func named(_ word: String) -> [FunctionName] {
    byWord[word.lowercased()] ?? []
  }

  private static let byWord: [String: [FunctionName]] = {
    var found: [String: [FunctionName]] = [:]
    for function in allCases {
      for word in Set([function.rawValue, function.spelling, "\(function.spelling):"]) {
        found[word.lowercased(), default: []].append(function)
      }
    }
    return found
  }()
}
