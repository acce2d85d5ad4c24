import Predicates

/// Finds predicates that are nested so deep that walking through them could exhaust the stack.
enum NestingCheck {
  /// How deep predicates and expressions may be nested, as for plain evaluation.
  static let limit = 1000

  /// Throws where a predicate is nested too deep.
  static func check(_ predicate: NSPredicate) throws(QueryError) {
    guard predicate.levels > limit else { return }
    throw .evaluation(.tooDeep(limit))
  }
}
