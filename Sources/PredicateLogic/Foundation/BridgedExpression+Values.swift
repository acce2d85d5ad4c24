import Foundation

/// An expression that is a value already: a constant, a variable, a property.
protocol BridgedPlainValue: BridgedExpression {}

extension PredicateExpressions.Value: BridgedPlainValue {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    NSExpression(.constant(Bridge.plain(value)))
  }
}

extension PredicateExpressions.NilLiteral: BridgedPlainValue {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    .nothing
  }
}

extension PredicateExpressions.Variable: BridgedPlainValue {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    try bridge.binding(of: self)
  }
}

extension PredicateExpressions.KeyPath: BridgedPlainValue {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    let base = try bridge.value(of: root)
    guard let kind else { return base.following(try PropertyPath.keys(of: keyPath)) }
    switch kind {
    case .collectionCount:
      return isOfText ? .calling(.length, base) : base.following(["@count"])
    case .collectionIsEmpty:
      return NSExpression(
        .conditional(
          try emptiness(of: base), NSExpression(.constant(true)), NSExpression(.constant(false))))
    case .collectionFirst:
      return NSExpression(.element(try list(base, "first"), .first))
    case .bidirectionalCollectionLast:
      return NSExpression(.element(try list(base, "last"), .last))
    @unknown default:
      throw .unsupported("KeyPath", "it names '\(kind)' of a collection")
    }
  }

  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    if let constant = bridge.constant(self) {
      return .comparing(constant, .equalTo, NSExpression(.constant(true)))
    }
    if kind == .collectionIsEmpty { return try emptiness(of: try bridge.value(of: root)) }
    let truth = NSPredicate.comparing(
      try value(in: bridge), .equalTo, NSExpression(.constant(true)))
    bridge.markScalar(truth)
    return truth
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    // What is not optional in Swift and has no value in the store reads as false.
    if Output.self is Bool.Type { return .negating(try truth(in: bridge)) }
    return .comparing(try value(in: bridge), .equalTo, NSExpression(.constant(false)))
  }

  private var isOfText: Bool { Root.Output.self is any StringProtocol.Type }

  private func emptiness(
    of base: NSExpression
  ) throws(PredicateConversionError) -> NSPredicate {
    if isOfText { return .comparing(base, .equalTo, NSExpression(.constant(""))) }
    return .comparing(base.following(["@count"]), .equalTo, NSExpression(.constant(0)))
  }

  private func list(
    _ base: NSExpression, _ name: String
  ) throws(PredicateConversionError) -> NSExpression {
    if isOfText { throw .unsupported("KeyPath", "'\(name)' of a text names a character") }
    return base
  }
}

extension PredicateExpressions.ConditionalCast: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    return try bridge.cast(input, to: Desired.self, "ConditionalCast")
  }
}

extension PredicateExpressions.ForceCast: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    return try bridge.cast(input, to: Desired.self, "ForceCast")
  }
}

extension PredicateExpressions.TypeCheck: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    _ = try bridge.cast(input, to: Desired.self, "TypeCheck")
    return NSPredicate(value: true)
  }
}

extension Bridge {
  /// A value under a type that it has in any case.
  ///
  /// Others cannot be told: objects here have no Swift types.
  fileprivate func cast<Input: PredicateExpression, Desired>(
    _ input: Input, to type: Desired.Type, _ node: String
  ) throws(PredicateConversionError) -> NSExpression {
    guard Input.Output.self is Desired.Type || Input.Output?.self is Desired.Type else {
      throw .unsupported(
        node, "whether a '\(Input.Output.self)' is a '\(Desired.self)' is known only to Swift")
    }
    return try value(of: input)
  }
}
