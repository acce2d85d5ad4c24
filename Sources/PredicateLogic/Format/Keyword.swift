/// A word that means something wherever it stands, in any case; a key of that name is written `#word`.
enum Keyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case `in` = "IN"
  case all = "ALL"
  case any = "ANY"
  case some = "SOME"
  case none = "NONE"
  case like = "LIKE"
  case matches = "MATCHES"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case anyKey = "ANYKEY"
  case subquery = "SUBQUERY"
  case fetch = "FETCH"
  case cast = "CAST"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case conformsToType = "UTI-CONFORMS-TO"
  case equalsType = "UTI-EQUALS"
  case caseInsensitive = "CASEINSENSITIVE"
  case caseInsensitiveShort = "CI"

  /// The keyword that a word is, if it is one.
  init?(word: String) {
    guard word.utf8.count <= 15, word.utf8.allSatisfy({ $0 < 0x80 }),
      let keyword = Self.byWord[word.uppercased()]
    else { return nil }
    self = keyword
  }

  private static let byWord = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// What it compares, if it is an operator.
  var comparison: NSComparisonPredicate.Operator? {
    switch self {
    case .in: .in
    case .like: .like
    case .matches: .matches
    case .contains: .contains
    case .beginsWith: .beginsWith
    case .endsWith: .endsWith
    case .between: .between
    default: nil
    }
  }

  /// The words that can follow an expression, for near misses.
  static let operators =
    ["AND", "OR", "NOT"] + allCases.filter { $0.comparison != nil }.map(\.rawValue)
}
