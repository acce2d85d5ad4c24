extension NSComparisonPredicate.Operator {
  /// How a format spells the operator; that of a selector is the selector's name.
  package var symbol: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    case .customSelector: "a selector"
    }
  }

  /// The operator that means the same with the sides exchanged; nil where there is none.
  package var mirrored: NSComparisonPredicate.Operator? {
    switch self {
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
    case .equalTo, .notEqualTo: self
    case .in: .contains
    case .contains: .in
    case .matches, .like, .beginsWith, .endsWith, .customSelector, .between: nil
    }
  }
}
