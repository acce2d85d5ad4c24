import Foundation

/// What expressions are evaluated in: an object, and variables.
struct Scope {
  /// The object that is asked: `SELF`.
  let object: Any?
  /// The values of variables, nil included.
  private(set) var variables: [String: Any?] = [:]
  /// The dictionary that the caller shares with blocks and assignments.
  private(set) var context: NSMutableDictionary?
  private var depth = 0

  init(_ object: Any?, _ variables: [String: Any], _ context: NSMutableDictionary? = nil) {
    self.object = object.flattened
    self.context = context
    if !variables.isEmpty { self.variables = variables.mapValues { Optional($0).flattened } }
  }

  /// The variables as programs get them, nil where there are none.
  var substitutions: [String: Any]? {
    variables.isEmpty ? nil : variables.mapValues { NumberObject.boxed($0) ?? NSNull() }
  }

  /// The value of a variable.
  func value(of name: String) throws(EvaluationError) -> Any? {
    guard let value = variables[name] else { throw .unknownVariable(name) }
    return value
  }

  /// Gives a variable a value.
  mutating func set(_ name: String, to value: Any?) {
    variables.updateValue(value, forKey: name)
  }

  /// Gives a variable a value that the caller sees too.
  mutating func assign(_ value: Any?, to name: String) {
    set(name, to: value)
    context?[name] = NumberObject.boxed(value) ?? NSNull()
  }

  /// Counts a level, before what is nested there is evaluated.
  ///
  /// Hostile trees must not exhaust the stack.
  mutating func enter() throws(EvaluationError) {
    depth += 1
    if depth > NestingLimit.levels { throw .tooDeep(NestingLimit.levels) }
  }

  mutating func leave() {
    depth -= 1
  }
}
