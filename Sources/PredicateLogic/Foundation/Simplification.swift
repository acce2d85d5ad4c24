// Predicates and expressions put together so that what is decided already does not show: a closure that
// becomes a predicate leaves `TRUE AND`, `x == nil OR nil == nil` and the like behind.

extension NSExpression {
  /// The constant nil.
  static var nothing: NSExpression { NSExpression(.constant(nil)) }

  /// A function that the language has itself.
  static func calling(_ function: FunctionName, _ arguments: NSExpression...) -> NSExpression {
    NSExpression(.function(operand: nil, name: function.rawValue, arguments: arguments))
  }

  /// What some keys lead to from here.
  func following(_ keys: [String]) -> NSExpression {
    guard !keys.isEmpty else { return self }
    if case .keyPath(let base, let path) = form {
      return NSExpression(.keyPath(base, PropertyPath(path.keys + keys)))
    }
    return NSExpression(.keyPath(self, PropertyPath(keys)))
  }

  /// Whether the expression is a constant.
  var isConstant: Bool {
    if case .constant = form { true } else { false }
  }

  /// The text that the expression always is, where it is one.
  var constantText: String? {
    if case .constant(let value) = form { value as? String } else { nil }
  }
}

extension NSPredicate {
  /// The value that the predicate always has, where it has one.
  var fixedValue: Bool? {
    if case .value(let value) = form { value } else { nil }
  }

  /// A predicate that is true where all of some are.
  static func joining(_ predicates: [NSPredicate], _ type: NSCompoundPredicate.LogicalType)
    -> NSPredicate
  {
    let neutral = type == .and
    var parts: [NSPredicate] = []
    for predicate in predicates {
      if let value = predicate.fixedValue {
        if value != neutral { return predicate }
      } else if case .compound(let compound) = predicate.form,
        compound.compoundPredicateType == type
      {
        parts += compound.subpredicates
      } else {
        parts.append(predicate)
      }
    }
    if parts.isEmpty { return NSPredicate(value: neutral) }
    return parts.count == 1 ? parts[0] : NSCompoundPredicate(type: type, subpredicates: parts)
  }

  /// A predicate that is true where another is false.
  static func negating(_ predicate: NSPredicate) -> NSPredicate {
    switch predicate.form {
    case .value(let value): return NSPredicate(value: !value)
    case .compound(let compound) where compound.compoundPredicateType == .not:
      return compound.subpredicates[0]
    case .comparison(let comparison):
      if let opposite = comparison.opposite { return opposite }
    default: break
    }
    return NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
  }

  /// One expression compared with another.
  ///
  /// A conditional with a constant result is taken apart where that decides one of its branches, since a store
  /// compares properties faster than conditionals.
  static func comparing(
    _ left: NSExpression, _ operation: NSComparisonPredicate.Operator, _ right: NSExpression,
    options: NSComparisonPredicate.Options = []
  ) -> NSPredicate {
    if case .conditional(let test, let yes, let no) = left.form, right.isConstant,
      yes.isConstant || no.isConstant
    {
      return choosing(
        test, comparing(yes, operation, right, options: options),
        comparing(no, operation, right, options: options))
    }
    if case .conditional(let test, let yes, let no) = right.form, left.isConstant,
      yes.isConstant || no.isConstant
    {
      return choosing(
        test, comparing(left, operation, yes, options: options),
        comparing(left, operation, no, options: options))
    }
    let comparison = NSComparisonPredicate(
      leftExpression: left, rightExpression: right, type: operation, options: options)
    if left.isConstant, right.isConstant, let value = try? comparison.matches(nil) {
      return NSPredicate(value: value)
    }
    return comparison
  }

  /// One predicate or another, as a third decides.
  static func choosing(_ test: NSPredicate, _ yes: NSPredicate, _ no: NSPredicate) -> NSPredicate {
    .joining([.joining([test, yes], .and), .joining([.negating(test), no], .and)], .or)
  }
}

extension NSComparisonPredicate {
  /// The comparison with nil that is true where this one is false.
  fileprivate var opposite: NSPredicate? {
    guard comparisonPredicateModifier == .direct, case .constant(nil) = rightExpression.form else {
      return nil
    }
    let type: Operator
    switch predicateOperatorType {
    case .equalTo: type = .notEqualTo
    case .notEqualTo: type = .equalTo
    default: return nil
    }
    return NSComparisonPredicate(
      leftExpression: leftExpression, rightExpression: rightExpression, type: type)
  }
}
