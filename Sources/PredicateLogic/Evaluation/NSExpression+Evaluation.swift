public import Foundation

extension NSExpression {
  /// The value for an object.
  ///
  /// Variables have their values in `context`, which blocks get and assignments change. A list is an array, in
  /// which `NSNull` stands for nil; numbers are `NSNumber`. A variable without a value, or a function that is not allowed, is a mistake
  /// of the programmer.
  public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var variables: [String: Any] = [:]
    for case let (key as String, value) in context ?? [:] { variables[key] = value }
    do throws(EvaluationError) {
      var scope = Scope(object, variables, context)
      let value = try value(in: &scope)
      if let list = value as? [Any?] { return list.map { NumberObject.boxed($0) ?? NSNull() } }
      return NumberObject.boxed(value)
    } catch {
      // Not a precondition: those have no text in an optimised program.
      fatalError(error.description)
    }
  }

  /// The value for an object, or why there is none.
  package func evaluated(
    with object: Any?, variables: [String: Any] = [:]
  ) throws(EvaluationError) -> Any? {
    var scope = Scope(object, variables)
    return try value(in: &scope)
  }

  /// The value in a scope, in which assignments leave their variables.
  func value(in scope: inout Scope) throws(EvaluationError) -> Any? {
    switch form {
    case .constant(let value): return value.flattened
    case .evaluatedObject: return scope.object
    case .variable(let name): return try scope.value(of: name)
    default:
      try scope.enter()
      defer { scope.leave() }
      return try nestedValue(in: &scope)
    }
  }

  private func nestedValue(in scope: inout Scope) throws(EvaluationError) -> Any? {
    switch form {
    case .constant, .evaluatedObject, .variable: return try value(in: &scope)
    case .keyPath(let operand, let path):
      return try PathWalk.value(path, of: try operand.value(in: &scope))
    case .function(let operand, let name, let arguments):
      return try function(name, operand, arguments, &scope)
    case .aggregate(let parts): return try Self.values(of: parts, &scope)
    case .subquery(let collection, let variable, let condition):
      return try members(of: collection, variable, condition, &scope)
    case .set(let operation, let left, let right):
      let left = try left.members(in: &scope)
      return operation.join(left, try right.members(in: &scope))
    case .conditional(let condition, let yes, let no):
      return try (condition.holds(in: &scope) ? yes : no).value(in: &scope)
    case .element(let list, let index): return try element(index, of: list, &scope)
    case .assignment(let name, let expression):
      let value = try expression.value(in: &scope)
      scope.assign(value, to: name)
      return value
    case .fetch(let request, let context, let countOnly):
      return try FetchCall.value(
        of: try request.value(in: &scope), in: try context.value(in: &scope), countOnly: countOnly)
    case .anyKey: return AnyKey.values(of: scope.object)
    case .block(let block, let arguments):
      let values = try Self.values(of: arguments, &scope)
      let value = block(
        NumberObject.boxed(scope.object), values.map { NumberObject.boxed($0) ?? NSNull() },
        scope.context)
      return Optional(value).flattened
    }
  }

  private static func values(
    of expressions: [NSExpression], _ scope: inout Scope
  ) throws(EvaluationError) -> [Any?] {
    var values: [Any?] = []
    for expression in expressions { values.append(try expression.value(in: &scope)) }
    return values
  }

  /// The value as a list: what is no collection is its only member, nil has none.
  func members(in scope: inout Scope) throws(EvaluationError) -> [Any?] {
    guard let value = try value(in: &scope) else { return [] }
    return Members.of(value)?.values ?? [value]
  }

  private func members(
    of collection: NSExpression, _ variable: String, _ condition: NSPredicate,
    _ scope: inout Scope
  ) throws(EvaluationError) -> Any? {
    guard let value = try collection.value(in: &scope) else { return nil }
    var inner = scope
    var found: [Any?] = []
    for member in Members.of(value)?.values ?? [value] {
      inner.set(variable, to: member)
      if try condition.holds(in: &inner) { found.append(member) }
    }
    return found
  }

  private func element(
    _ index: ElementIndex, of list: NSExpression, _ scope: inout Scope
  ) throws(EvaluationError) -> Any? {
    guard let value = try list.value(in: &scope) else { return nil }
    if case .at(let expression) = index {
      return try FunctionName.element(try expression.value(in: &scope), of: value)
    }
    guard let members = Members.of(value)?.values else { return nil }
    switch index {
    case .first: return members.first ?? nil
    case .last: return members.last ?? nil
    default: return members.count
    }
  }

  private func function(
    _ name: String, _ operand: NSExpression?, _ arguments: [NSExpression],
    _ scope: inout Scope
  ) throws(EvaluationError) -> Any? {
    if let operand {
      let target = try operand.value(in: &scope)
      return try FunctionRegistry.value(name, of: target, try Self.values(of: arguments, &scope))
    }
    guard let function = FunctionName(rawValue: name) else { throw .unknownFunction(name) }
    let values = try Self.values(of: arguments, &scope)
    guard function.argumentCount.contains(values.count) else {
      throw .wrongCount(name, values.count)
    }
    return try function.value(of: values)
  }
}

extension SetOperation {
  /// Two lists joined, each value once.
  fileprivate func join(_ left: [Any?], _ right: [Any?]) -> [Any?] {
    let index = MemberIndex(self == .union ? [] : right)
    func isInRight(_ value: Any?) -> Bool { index.contains(Operand(value)) }
    let joined: [Any?] =
      switch self {
      case .union: left + right
      case .intersection: left.filter(isInRight)
      case .difference: left.filter { !isInRight($0) }
      }
    return CollectionOperator.distinct(joined)
  }
}

/// The values of all keys of an object: `ANYKEY`.
enum AnyKey {
  static func values(of object: Any?) -> [Any?] {
    guard let object else { return [] }
    if let coded = object as? any KeyValueCoding, let keys = coded.propertyKeys {
      return keys.map { coded.value(forKey: $0).flattened }
    }
    if let members = Members.of(object) { return members.values }
    return MirrorKeys.values(of: object)
  }
}
