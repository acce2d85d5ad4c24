import Foundation

extension PredicateExpressions.NilCoalesce: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    let value = try bridge.value(of: lhs)
    return NSExpression(
      .conditional(
        .comparing(value, .notEqualTo, .nothing), value, try bridge.value(of: rhs)))
  }

  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .joining(
      [
        try bridge.truth(of: lhs),
        .joining([try bridge.absence(of: lhs), try bridge.truth(of: rhs)], .and),
      ], .or)
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .joining(
      [
        try bridge.falsehood(of: lhs),
        .joining([try bridge.absence(of: lhs), try bridge.falsehood(of: rhs)], .and),
      ], .or)
  }

  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .joining([try bridge.absence(of: lhs), try bridge.absence(of: rhs)], .and)
  }
}

extension PredicateExpressions.ForcedUnwrap: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    return try bridge.value(of: inner)
  }
}

extension PredicateExpressions.OptionalFlatMap: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    let value = try bound(in: bridge)
    let result = try bridge.value(of: transform)
    if result.isNil(with: value) { return result }
    return NSExpression(
      .conditional(.comparing(value, .notEqualTo, .nothing), result, .nothing))
  }

  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    let value = try bound(in: bridge)
    return .joining(
      [.comparing(value, .notEqualTo, .nothing), try bridge.truth(of: transform)], .and)
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    let value = try bound(in: bridge)
    return .joining(
      [.comparing(value, .notEqualTo, .nothing), try bridge.falsehood(of: transform)], .and)
  }

  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    let value = try bound(in: bridge)
    return .joining(
      [.comparing(value, .equalTo, .nothing), try bridge.absence(of: transform)], .or)
  }

  /// What is unwrapped, for which the closure's variable stands from now on.
  private func bound(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    let value = try bridge.value(of: wrapped)
    bridge.bind(variable, to: value)
    return value
  }
}

extension NSExpression {
  /// Whether the expression is nil in any case where another is: a path that leads on from it, or arithmetic.
  fileprivate func isNil(with other: NSExpression) -> Bool {
    if self === other { return true }
    switch form {
    case .keyPath(let base, let path):
      if base.isNil(with: other) { return true }
      guard case .keyPath(let otherBase, let start) = other.form else { return false }
      return base.isSameVariable(as: otherBase) && path.keys.starts(with: start.keys)
    case .element(let list, _): return list.isNil(with: other)
    case .function(nil, let name, let arguments):
      let arithmetic: [FunctionName] = [.add, .subtract, .multiply, .divide, .modulus, .truncate]
      return arithmetic.contains { $0.rawValue == name }
        && arguments.contains { $0.isNil(with: other) }
    default: return false
    }
  }

  private func isSameVariable(as other: NSExpression) -> Bool {
    switch (form, other.form) {
    case (.evaluatedObject, .evaluatedObject): true
    case (.variable(let name), .variable(let otherName)): name == otherName
    default: self === other
    }
  }
}
