import Predicates

/// Finds predicates that are nested so deep that walking through them could exhaust the stack.
enum NestingCheck {
  /// Throws where a predicate is nested too deep.
  static func check(_ predicate: NSPredicate) throws(QueryError) {
    do throws(EvaluationError) {
      try predicate.checkNesting()
    } catch {
      throw .evaluation(error)
    }
  }
}
