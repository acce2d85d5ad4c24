import Foundation

/// The methods of Foundation's classes that formats in use call by `FUNCTION`.
enum BuiltInMethods {
  /// What a method gives; nil where there is no such method.
  static func value(
    _ name: String, of operand: Any?, _ arguments: [Any?]
  ) throws(EvaluationError) -> Any?? {
    guard let operand = operand.flattened else { return .some(nil) }
    if arguments.isEmpty { return BuiltInKeys.value(name, of: operand) }
    guard arguments.count == 1, let argument = arguments[0].flattened else { return nil }
    switch name {
    case "valueForKey:", "objectForKey:", "valueForKeyPath:":
      guard case .text(let path) = Operand(argument) else { return .some(nil) }
      return .some(try PathWalk.value(PropertyPath(path), of: operand))
    case "pow:", "raiseToPower:": return .some(try power(operand, argument))
    case "isEqual:", "isEqualTo:", "isEqualToString:", "isEqualToNumber:", "isEqualToDate:":
      return .some(ValueEquality.equal(operand, argument))
    case "isKindOfClass:", "isMemberOfClass:": return .some(isKind(operand, argument))
    default: return nil
    }
  }

  private static func power(_ base: Any, _ exponent: Any) throws(EvaluationError) -> Any? {
    guard let base = Number(base), let exponent = Number(exponent) else { return nil }
    return Arithmetic.value(.power, base, exponent)?.any
  }

  private static func isKind(_ object: Any, _ wanted: Any) -> Bool {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      let type = current.subjectType
      if let wanted = wanted as? Any.Type, type == wanted { return true }
      if let name = wanted as? String, "\(type)" == name { return true }
      mirror = current.superclassMirror
    }
    return false
  }
}
