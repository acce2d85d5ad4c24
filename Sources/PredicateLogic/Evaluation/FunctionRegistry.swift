import Foundation
import Synchronization

/// The functions that `FUNCTION(operand, 'name:', …)` and comparisons by a selector may call besides those of the
/// language.
///
/// A format from outside must not be able to call anything, so a program says what may be called. Not in Apple's
/// framework, where every method of every object can be.
public enum FunctionRegistry {
  /// A function: it gets the operand and the arguments.
  public typealias Function = @Sendable (_ operand: Any?, _ arguments: [Any?]) throws -> Any?

  private static let functions = Mutex<[String: Function]>([:])

  /// Makes a function known by its name, with a colon for each argument; one of that name before is replaced.
  public static func register(_ name: String, _ function: @escaping Function) {
    functions.withLock { $0[name] = function }
  }

  /// Forgets a function.
  public static func remove(_ name: String) {
    functions.withLock { $0[name] = nil }
  }

  /// What a function gives.
  static func value(
    _ name: String, of operand: Any?, _ arguments: [Any?]
  ) throws(EvaluationError) -> Any? {
    if let function = functions.withLock({ $0[name] }) {
      do {
        return try function(operand, arguments)
      } catch let error as EvaluationError {
        throw error
      } catch {
        throw EvaluationError("the function '\(name)' failed: \(error)")
      }
    }
    guard let known = try BuiltInMethods.value(name, of: operand, arguments) else {
      throw .unknownFunction(name)
    }
    return known
  }
}

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
