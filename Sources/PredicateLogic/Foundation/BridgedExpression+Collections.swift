import Foundation

extension PredicateExpressions.Filter: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    try requireObjects(LHS.Output.self, "Filter")
    let members = try bridge.value(of: sequence)
    let name = bridge.bindLocal(variable)
    return NSExpression(.subquery(members, variable: name, try bridge.truth(of: filter)))
  }
}

extension PredicateExpressions.SequenceContains: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    if LHS.Output.self is any StringProtocol.Type {
      return try bridge.textComparison(sequence, .contains, element)
    }
    if let contained = try bridge.containment(of: element, inRange: sequence) { return contained }
    let value = try bridge.value(of: element)
    if let members = try? sequence.evaluate(PredicateBindings()) {
      let list = Bridge.plain(members is any SetAlgebra ? members : Array(members))
      let contained = NSPredicate.comparing(value, .in, NSExpression(.constant(list)))
      bridge.markScalar(contained)
      return contained
    }
    return .comparing(try bridge.value(of: sequence), .contains, value)
  }
}

extension PredicateExpressions.SequenceContainsWhere: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try requireObjects(LHS.Output.self, "SequenceContainsWhere")
    let members = try bridge.value(of: sequence)
    let name = bridge.bindLocal(variable)
    let test = try bridge.truth(of: test)
    if let any = bridge.quantified(.any, members, name, test) { return any }
    // Not `!= 0`: of nothing at all the count is nil.
    return .comparing(
      NSExpression(.subquery(members, variable: name, test)).following(["@count"]), .greaterThan,
      NSExpression(.constant(0)))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try requireObjects(LHS.Output.self, "SequenceAllSatisfy")
    let members = try bridge.value(of: sequence)
    let name = bridge.bindLocal(variable)
    let test = try bridge.truth(of: test)
    if let all = bridge.quantified(.all, members, name, test) { return all }
    return .comparing(
      NSExpression(.subquery(members, variable: name, .negating(test))).following(["@count"]),
      .equalTo, NSExpression(.constant(0)))
  }
}

extension Bridge {
  /// `ANY tags.name == "x"` or `ALL …`, where a test of the members is one comparison of a value of theirs with
  /// something that is the same for all of them; nil where it is not.
  fileprivate func quantified(
    _ modifier: NSComparisonPredicate.Modifier, _ members: NSExpression, _ name: String,
    _ test: NSPredicate
  ) -> NSPredicate? {
    guard isScalar(test), case .comparison(let comparison) = test.form,
      case .keyPath(_, let path) = members.form, !path.hasOperators,
      comparison.rightExpression.isConstant
    else { return nil }
    let keys: [String]
    switch comparison.leftExpression.form {
    case .variable(name): keys = []
    case .keyPath(let base, let tail) where !tail.hasOperators:
      guard case .variable(name) = base.form else { return nil }
      keys = tail.keys
    default: return nil
    }
    return NSComparisonPredicate(
      leftExpression: members.following(keys), rightExpression: comparison.rightExpression,
      modifier: modifier, type: comparison.predicateOperatorType, options: comparison.options)
  }
}

extension PropertyPath {
  fileprivate var hasOperators: Bool { keys.contains { $0.hasPrefix("@") } }
}

extension PredicateExpressions.SequenceMaximum: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    try requireObjects(Elements.Output.self, "SequenceMaximum")
    return .calling(.max, try bridge.value(of: elements))
  }
}

extension PredicateExpressions.SequenceMinimum: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    try requireObjects(Elements.Output.self, "SequenceMinimum")
    return .calling(.min, try bridge.value(of: elements))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    guard Index.Output.self is Int.Type else {
      throw .unsupported("CollectionIndexSubscript", "only members of lists have numbers")
    }
    return NSExpression(
      .element(try bridge.value(of: wrapped), .at(try bridge.value(of: index))))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: UnbridgedExpression {
  static var node: String { "CollectionRangeSubscript" }
  static var reason: String { "a part of a list cannot be named" }
}

extension PredicateExpressions.DictionaryKeySubscript: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    return NSExpression(.element(try bridge.value(of: wrapped), .at(try bridge.value(of: key))))
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    let element = NSExpression(
      .element(try bridge.value(of: wrapped), .at(try bridge.value(of: key))))
    return NSExpression(
      .conditional(
        .comparing(element, .notEqualTo, .nothing), element, try bridge.value(of: `default`)))
  }
}

/// Refuses texts where members of collections are asked for: they would be characters.
private func requireObjects<Sequence>(
  _ type: Sequence.Type, _ node: String
) throws(PredicateConversionError) {
  if type is any StringProtocol.Type {
    throw .unsupported(node, "the characters of a text cannot be asked one by one")
  }
}
