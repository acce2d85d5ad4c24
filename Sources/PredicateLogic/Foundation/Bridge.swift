import Foundation

/// Turns the expressions of one Foundation predicate into ours.
///
/// A Foundation predicate is a tree of generic structures whose types are known only at run time. Each of them
/// conforms to ``BridgedExpression`` and converts itself, its parts by way of the bridge, which knows what the
/// variables stand for.
final class Bridge {
  /// What the variables of the closures stand for.
  private var bindings: [PredicateExpressions.VariableID: NSExpression] = [:]
  private var locals = 0
  /// Comparisons of single values, which may be said of each member of a collection by ANY and ALL.
  private var scalars: Set<ObjectIdentifier> = []
  /// Keeps the comparisons alive whose identity counts.
  private var kept: [NSPredicate] = []

  /// Lets a variable stand for an expression.
  func bind<Output>(_ variable: PredicateExpressions.Variable<Output>, to value: NSExpression) {
    bindings[variable.key] = value
  }

  /// Lets a closure's variable be one of ours with a name of its own, which is returned.
  func bindLocal<Output>(_ variable: PredicateExpressions.Variable<Output>) -> String {
    locals += 1
    let name = "_local_\(locals)"
    bind(variable, to: NSExpression(.variable(name)))
    return name
  }

  /// What a variable stands for.
  func binding<Output>(
    of variable: PredicateExpressions.Variable<Output>
  ) throws(PredicateConversionError) -> NSExpression {
    guard let value = bindings[variable.key] else {
      throw .unsupported("Variable", "a variable belongs to another predicate")
    }
    return value
  }

  /// Marks a comparison as one of single values.
  func markScalar(_ predicate: NSPredicate) {
    scalars.insert(ObjectIdentifier(predicate))
    kept.append(predicate)
  }

  /// Whether a comparison is one of single values.
  func isScalar(_ predicate: NSPredicate) -> Bool {
    scalars.contains(ObjectIdentifier(predicate))
  }
}

extension Bridge {
  /// The counterpart of an expression as a value.
  func value(of expression: Any) throws(PredicateConversionError) -> NSExpression {
    try bridged(expression).value(in: self)
  }

  /// The condition that an expression is true.
  func truth(of expression: Any) throws(PredicateConversionError) -> NSPredicate {
    try bridged(expression).truth(in: self)
  }

  /// The condition that an expression is false, which one that is nil is not.
  func falsehood(of expression: Any) throws(PredicateConversionError) -> NSPredicate {
    try bridged(expression).falsehood(in: self)
  }

  /// The condition that an expression is nil.
  func absence(of expression: Any) throws(PredicateConversionError) -> NSPredicate {
    try bridged(expression).absence(in: self)
  }

  private func bridged(
    _ expression: Any
  ) throws(PredicateConversionError) -> any BridgedExpression {
    if let bridged = expression as? any BridgedExpression { return bridged }
    let name = "\(type(of: expression))".prefix { $0 != "<" }
    throw .unsupported(String(name), "it is not one of Foundation's expressions")
  }
}

/// An expression of a Foundation predicate, which knows its counterpart.
protocol BridgedExpression {
  /// The expression as a value.
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression
  /// The condition that the expression is true.
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate
  /// The condition that the expression is false.
  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate
  /// The condition that the expression is nil.
  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate
}

extension BridgedExpression {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .comparing(try value(in: bridge), .equalTo, NSExpression(.constant(true)))
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .comparing(try value(in: bridge), .equalTo, NSExpression(.constant(false)))
  }

  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .comparing(try value(in: bridge), .equalTo, .nothing)
  }
}

/// An expression that is true or false, which is a predicate here and no value.
protocol BridgedCondition: BridgedExpression {}

extension BridgedCondition {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    NSExpression(
      .conditional(
        try truth(in: bridge), NSExpression(.constant(true)), NSExpression(.constant(false))))
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .negating(try truth(in: bridge))
  }

  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    NSPredicate(value: false)
  }
}

/// An expression that says at once why it has no counterpart.
protocol UnbridgedExpression: BridgedExpression {
  static var node: String { get }
  static var reason: String { get }
}

extension UnbridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    throw .unsupported(Self.node, Self.reason)
  }
}
