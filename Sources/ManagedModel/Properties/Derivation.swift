package import Predicates

/// A way in which the value of a derived attribute is computed.
package enum Derivation: Hashable, Sendable {
  /// What a path through to-one relationships leads to.
  case value(PropertyPath)
  /// That text in another form: ``FunctionName/uppercase``, `lowercase` or `canonical`.
  case text(FunctionName, PropertyPath)
  /// How many objects a path through a to-many relationship leads to.
  case count(PropertyPath)
  /// The sum of the values that a path through a to-many relationship leads to.
  case sum(PropertyPath)
  /// The time of the save.
  case now

  /// Recognises a way of computing; nil for all that is not one of these.
  package init?(_ expression: NSExpression) {
    switch expression.form {
    case .keyPath(_, let path):
      guard let keys = Self.path(expression)?.keys, let last = keys.last else { return nil }
      let others = PropertyPath(keys.dropLast())
      switch last {
      case "@count" where !others.keys.isEmpty && !others.hasOperator: self = .count(others)
      case "@sum" where others.keys.count > 1 && !others.hasOperator: self = .sum(others)
      default:
        guard !path.hasOperator else { return nil }
        self = .value(path)
      }
    case .function(nil, let name, let arguments):
      guard let function = FunctionName(rawValue: name) else { return nil }
      self.init(function, arguments)
    default: return nil
    }
  }

  private init?(_ function: FunctionName, _ arguments: [NSExpression]) {
    switch function {
    case .now where arguments.isEmpty: self = .now
    case .uppercase, .lowercase, .canonical:
      guard arguments.count == 1, let path = Self.path(arguments[0]), !path.hasOperator else {
        return nil
      }
      self = .text(function, path)
    default: return nil
    }
  }

  /// The path of an expression that is one, from the object itself.
  private static func path(_ expression: NSExpression) -> PropertyPath? {
    guard case .keyPath(let start, let path) = expression.form,
      case .evaluatedObject = start.form
    else { return nil }
    return path
  }
}

extension PropertyPath {
  /// Whether one of the keys is an operator.
  fileprivate var hasOperator: Bool {
    keys.contains { $0.hasPrefix("@") }
  }
}
