/// What expressions are evaluated in: an object, and variables.
struct Scope {
  /// The object that is asked: `SELF`.
  let object: Any?
  /// The values of variables, nil included.
  private(set) var variables: [String: Any?]

  init(_ object: Any?, _ variables: [String: Any]) {
    self.object = object.flattened
    self.variables = variables.mapValues { Optional($0).flattened }
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
}
