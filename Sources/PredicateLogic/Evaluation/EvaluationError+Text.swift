extension EvaluationError {
  static func unknownVariable(_ name: String) -> EvaluationError {
    EvaluationError(
      "the variable $\(name) has no value; give one in the substitution variables")
  }

  static func unknownFunction(_ name: String) -> EvaluationError {
    EvaluationError(
      "the function '\(name)' is not allowed; make it known by FunctionRegistry.register(_:_:)")
  }

  static func unknownOperator(_ name: String, known: [String]) -> EvaluationError {
    EvaluationError("'\(name)' is no collection operator\(didYouMean(name, among: known))")
  }

  static func unknownKey(_ key: String, of type: Any.Type, known: [String]) -> EvaluationError {
    EvaluationError("'\(type)' has no property '\(key)'\(didYouMean(key, among: known))")
  }

  static func unknownType(_ name: String, known: [String]) -> EvaluationError {
    EvaluationError("CAST does not know the type '\(name)'\(didYouMean(name, among: known))")
  }

  static func badExpression(_ source: String) -> EvaluationError {
    EvaluationError("MATCHES needs a regular expression, and '\(source)' is none")
  }

  static func longExpression(limit: Int) -> EvaluationError {
    EvaluationError("the regular expression of MATCHES is longer than \(limit) bytes")
  }

  /// A predicate or an expression that is nested too deep to be walked through.
  package static func tooDeep(_ limit: Int) -> EvaluationError {
    EvaluationError(
      "the predicate is nested more than \(limit) levels deep; join many conditions by one "
        + "NSCompoundPredicate instead of nesting them")
  }

  static func wrongCount(_ name: String, _ count: Int) -> EvaluationError {
    EvaluationError("the function '\(name)' does not take \(count) arguments")
  }

  static func noContext(_ kind: String) -> EvaluationError {
    EvaluationError(
      "FETCH takes a fetch request and a managed object context, and its context is \(kind)")
  }

  /// What is given to FETCH as a request is of another kind.
  package static func noRequest(_ kind: String) -> EvaluationError {
    EvaluationError(
      "FETCH takes a fetch request and a managed object context, and its request is \(kind)")
  }
}
