public import Foundation

/// The parts of an expression. One that expressions of this type do not have is a mistake of the programmer and stops
/// the program, as Foundation raises; ask for ``expressionType`` first.
extension NSExpression {
  /// What the expression is.
  ///
  /// A member of a list (`list[0]`) is the function `objectFrom:withIndex:`, an assignment the variable that it
  /// assigns.
  public var expressionType: ExpressionType {
    switch form {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable, .assignment: .variable
    case .keyPath: .keyPath
    case .function, .element: .function
    case .aggregate: .aggregate
    case .subquery: .subquery
    case .set(.union, _, _): .unionSet
    case .set(.intersection, _, _): .intersectSet
    case .set(.difference, _, _): .minusSet
    case .conditional: .conditional
    case .fetch: .fetchRequest
    case .anyKey: .anyKey
    case .block: .block
    }
  }

  /// The value of a constant.
  ///
  /// Numbers come as `NSNumber`, as in Foundation, so that they cast to whatever type of number is wanted.
  public var constantValue: Any? {
    guard case .constant(let value) = form else { missing("constantValue") }
    return NumberObject.boxed(value)
  }

  /// The keys of a key path with dots between them.
  public var keyPath: String {
    guard case .keyPath(_, let path) = form else { missing("keyPath") }
    return path.text
  }

  /// The name of a function, with its colons.
  public var function: String {
    switch form {
    case .function(_, let name, _): name
    case .element: FunctionName.element.rawValue
    default: missing("function")
    }
  }

  /// The name of a variable, without its `$`.
  public var variable: String {
    switch form {
    case .variable(let name), .assignment(let name, _), .subquery(_, let name, _): name
    default: missing("variable")
    }
  }

  /// What a key path starts from, what a method belongs to, or what an index looks into.
  public var operand: NSExpression {
    switch form {
    case .keyPath(let base, _): base
    case .function(let operand?, _, _): operand
    case .element(let list, _): list
    default: missing("operand")
    }
  }

  /// The arguments of a function or a block.
  public var arguments: [NSExpression]? {
    switch form {
    case .function(_, _, let arguments), .block(_, let arguments): arguments
    case .element(let list, let index): [list, index.expression]
    default: missing("arguments")
    }
  }

  /// The expressions in a list, or the collection of a subquery.
  public var collection: Any {
    switch form {
    case .aggregate(let members): members
    case .subquery(let collection, _, _): collection
    default: missing("collection")
    }
  }

  /// The condition of a subquery or of a conditional expression.
  public var predicate: NSPredicate {
    switch form {
    case .subquery(_, _, let predicate), .conditional(let predicate, _, _): predicate
    default: missing("predicate")
    }
  }

  /// The first of two collections.
  public var left: NSExpression {
    guard case .set(_, let left, _) = form else { missing("left") }
    return left
  }

  /// The second of two collections.
  public var right: NSExpression {
    guard case .set(_, _, let right) = form else { missing("right") }
    return right
  }

  /// What a conditional expression is where its predicate is true.
  public var `true`: NSExpression {
    guard case .conditional(_, let expression, _) = form else { missing("true") }
    return expression
  }

  /// What a conditional expression is where its predicate is false.
  public var `false`: NSExpression {
    guard case .conditional(_, _, let expression) = form else { missing("false") }
    return expression
  }

  /// The block of an expression.
  public var expressionBlock: @Sendable (Any?, [Any], NSMutableDictionary?) -> Any {
    guard case .block(let block, _) = form else { missing("expressionBlock") }
    return block
  }

  private func missing(_ part: String) -> Never {
    fatalError(
      "'\(self)' is of the type \(expressionType), which has no \(part); "
        + "look at expressionType first")
  }
}

extension ElementIndex {
  /// The index as the argument of a function.
  fileprivate var expression: NSExpression {
    switch self {
    case .first: NSExpression(.constant("FIRST"))
    case .last: NSExpression(.constant("LAST"))
    case .size: NSExpression(.constant("SIZE"))
    case .at(let expression): expression
    }
  }
}
