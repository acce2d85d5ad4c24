/// How deep predicates and expressions may be nested.
///
/// Trees are walked by functions that call themselves, and a stack has an end. The parser stops at far fewer levels,
/// so only trees that are built in code can be deeper: they can be made and given up, and nothing else. Evaluating one
/// is an error, one equals only itself, and its text says how deep it is.
package enum NestingLimit {
  /// The most levels that are walked.
  package static let levels = 1000
}

extension NSPredicate {
  /// Whether the predicate is nested too deep to be walked through.
  package var isTooDeep: Bool { levels > NestingLimit.levels }

  /// Throws where the predicate is nested too deep to be walked through.
  package func checkNesting() throws(EvaluationError) {
    if isTooDeep { throw .tooDeep(NestingLimit.levels) }
  }
}

extension NSExpression {
  /// Whether the expression is nested too deep to be walked through.
  package var isTooDeep: Bool { levels > NestingLimit.levels }

  /// Throws where the expression is nested too deep to be walked through.
  package func checkNesting() throws(EvaluationError) {
    if isTooDeep { throw .tooDeep(NestingLimit.levels) }
  }
}
