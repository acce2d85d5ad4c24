import Foundation
import Synchronization

/// The test of a comparison whose right side is constant, made when it is first needed.
final class KeptTest: Sendable {
  private let kept = Mutex<ComparisonTest?>(nil)

  /// The test, if it was made already.
  var test: ComparisonTest? { kept.withLock { $0 } }

  /// Keeps a test for the next object.
  func keep(_ test: ComparisonTest) -> ComparisonTest {
    kept.withLock { $0 = test }
    return test
  }
}

extension NSExpression {
  /// The value if it is the same for every object; nil where it is not, or where it could change by itself.
  var unchanging: Operand? {
    switch form {
    case .constant(let value):
      let value = value.flattened
      return value.map(Self.isMutable) == true ? nil : Operand(value)
    case .aggregate(let parts):
      var values: [Any?] = []
      for part in parts {
        // Nested lists are made anew each time, so that this looks only one level deep.
        guard case .constant(let value) = part.form, value.flattened.map(Self.isMutable) != true
        else { return nil }
        values.append(value.flattened)
      }
      return .members(values, ordered: true)
    default: return nil
    }
  }

  private static func isMutable(_ value: Any) -> Bool {
    guard type(of: value) is AnyClass else { return false }
    return switch value as AnyObject {
    case is NSMutableArray, is NSMutableSet, is NSMutableOrderedSet, is NSMutableDictionary,
      is NSMutableString, is NSMutableData:
      true
    default: false
    }
  }
}
