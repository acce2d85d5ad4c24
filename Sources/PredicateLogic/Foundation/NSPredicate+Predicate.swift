public import Foundation

extension PredicateCluster {
  /// Makes a predicate of one of Foundation's, such as `#Predicate<Movie> { $0.rating > 3 }`.
  ///
  /// The result is nil where the predicate holds something that has no counterpart; ``init(converting:)`` says
  /// what. Apple's takes predicates of `NSObject`s only; this one those of any type.
  public init?<Input>(_ predicate: Predicate<Input>) {
    guard let converted = try? Self(converting: predicate) else { return nil }
    self = converted
  }

  /// Makes a predicate of one of Foundation's, or throws a ``PredicateConversionError`` that names what has no
  /// counterpart.
  ///
  /// Key paths become the names of properties; see ``KeyPathNaming``. Not in Apple's framework, so
  /// `conditions.map(NSPredicate.init)` means the other.
  @_disfavoredOverload
  public init<Input>(
    converting predicate: Predicate<Input>
  ) throws(PredicateConversionError) {
    let bridge = Bridge()
    bridge.bind(predicate.variable, to: NSExpression(.evaluatedObject))
    let converted = try bridge.truth(of: predicate.expression)
    guard let fitting = converted as? Self else {
      throw PredicateConversionError(
        node: "Predicate",
        "the predicate becomes a \(type(of: converted)), which is no \(Self.self); "
          + "use NSPredicate(converting:)")
    }
    self = fitting
  }
}

extension PredicateExpressions.ExpressionEvaluate: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    try bridge.value(of: unfolded(in: bridge))
  }

  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try bridge.truth(of: unfolded(in: bridge))
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try bridge.falsehood(of: unfolded(in: bridge))
  }

  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try bridge.absence(of: unfolded(in: bridge))
  }

  /// What the expression that is called says, its variables bound to what it is called with.
  private func unfolded(in bridge: Bridge) throws(PredicateConversionError) -> Any {
    guard let called = try? expression.evaluate(PredicateBindings()) else {
      throw .unsupported("ExpressionEvaluate", "the expression that is evaluated is no constant")
    }
    for (variable, argument) in repeat (each called.variable, each input) {
      bridge.bind(variable, to: try bridge.value(of: argument))
    }
    return called.expression
  }
}
