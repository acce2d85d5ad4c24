import Predicates

/// What an operator makes of the three ways in which two values can be ordered.
struct OrderOutcomes {
  let whereLess: Bool
  let whereEqual: Bool
  let whereGreater: Bool

  /// The outcomes of an operator; nil for operators that do not ask for an order.
  init?(_ operation: NSComparisonPredicate.Operator) {
    whereLess = [.lessThan, .lessThanOrEqualTo, .notEqualTo].contains(operation)
    whereEqual = [.equalTo, .lessThanOrEqualTo, .greaterThanOrEqualTo].contains(operation)
    whereGreater = [.greaterThan, .greaterThanOrEqualTo, .notEqualTo].contains(operation)
    guard whereLess || whereEqual || whereGreater else { return nil }
  }

  /// The outcome for an order: less than, equal to or greater than zero.
  @inline(__always)
  func holds(_ order: Int) -> Bool {
    order < 0 ? whereLess : order == 0 ? whereEqual : whereGreater
  }
}
