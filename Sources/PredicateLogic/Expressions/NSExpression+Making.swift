public import Foundation

extension NSExpression {
  /// Makes an expression that always has one value.
  public convenience init(forConstantValue value: Any?) {
    self.init(.constant(value))
  }

  /// The object that is evaluated: `SELF`.
  public class func expressionForEvaluatedObject() -> NSExpression {
    NSExpression(.evaluatedObject)
  }

  /// `ANYKEY`.
  public class func expressionForAnyKey() -> NSExpression {
    NSExpression(.anyKey)
  }

  /// Makes an expression that has the value of a variable, named without its `$`.
  public convenience init(forVariable name: String) {
    self.init(.variable(name))
  }

  /// Makes an expression of what keys with dots between them lead to from the object.
  public convenience init(forKeyPath keyPath: String) {
    self.init(.keyPath(NSExpression(.evaluatedObject), PropertyPath(keyPath)))
  }

  /// Makes a call of a function that the language has, by its name with colons: `sum:`, `add:to:`.
  ///
  /// Arguments that are no expressions are constants.
  public convenience init(forFunction name: String, arguments: [Any]) {
    self.init(.function(operand: nil, name: name, arguments: Self.expressions(arguments)))
  }

  /// Makes a call of a method of what an expression gives; see ``FunctionRegistry``.
  ///
  /// Arguments that are no expressions are constants.
  public convenience init(
    forFunction target: NSExpression, selectorName name: String, arguments: [Any]?
  ) {
    self.init(
      .function(operand: target, name: name, arguments: Self.expressions(arguments ?? [])))
  }

  /// Makes a list of the values of expressions; what is no expression is a constant.
  public convenience init(forAggregate members: [Any]) {
    self.init(.aggregate(Self.expressions(members)))
  }

  /// Makes an expression of the members of either collection.
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.union, left, right))
  }

  /// Makes an expression of the members that two collections share.
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.intersection, left, right))
  }

  /// Makes an expression of the members of one collection that are not in another.
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.difference, left, right))
  }

  /// Makes an expression of the members of a collection for which a predicate is true.
  ///
  /// - Parameters:
  ///   - expression: The collection.
  ///   - variable: What each member is called in the predicate, without its `$`.
  ///   - predicate: An ``NSPredicate``; Foundation types it `Any`.
  public convenience init(
    forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any
  ) {
    self.init(.subquery(expression, variable: variable, Self.predicate(predicate)))
  }

  /// Makes an expression of one of two, as a predicate decides.
  public convenience init(
    forConditional predicate: Any, trueExpression: NSExpression, falseExpression: NSExpression
  ) {
    self.init(.conditional(Self.predicate(predicate), trueExpression, falseExpression))
  }

  /// Makes an expression that a block gives a value.
  ///
  /// The block gets the object, the values of the arguments, and a dictionary that it may keep things in.
  public convenience init(
    block: @escaping @Sendable (Any?, [Any], NSMutableDictionary?) -> Any,
    arguments: [NSExpression]?
  ) {
    self.init(.block(block, arguments ?? []))
  }

  private static func expressions(_ values: [Any]) -> [NSExpression] {
    values.map { Optional($0).object as? NSExpression ?? NSExpression(.constant($0)) }
  }

  private static func predicate(_ value: Any) -> NSPredicate {
    guard let predicate = value as? NSPredicate else {
      preconditionFailure("an expression takes an NSPredicate, not a \(type(of: value))")
    }
    return predicate
  }
}
