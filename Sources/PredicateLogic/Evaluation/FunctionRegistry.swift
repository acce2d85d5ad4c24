import Foundation
import Synchronization

/// The functions that `FUNCTION(operand, 'name:', …)` and comparisons by a selector may call besides those of the
/// language.
///
/// A format from outside must not be able to call anything, so a program says what may be called. Not in Apple's
/// framework, where every method of every object can be.
public enum FunctionRegistry {
  /// A function: it gets the operand and the arguments, numbers as `NSNumber`.
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
        return try function(NumberObject.boxed(operand), arguments.map { NumberObject.boxed($0) })
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
