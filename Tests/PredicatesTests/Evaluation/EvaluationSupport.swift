import Foundation
import Predicates

/// Random numbers that are the same in each run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// An object that answers the keys of a dictionary.
final class KeyedObject: KeyValueCoding {
  private let values: [String: Any]

  init(_ values: [String: Any]) {
    self.values = values
  }

  func value(forKey key: String) -> Any? {
    values[key]
  }

  var propertyKeys: [String]? { values.keys.sorted() }
}

/// Whether a format holds for an object.
func holds(_ format: String, _ arguments: Any?..., for object: Any?) throws -> Bool {
  try NSPredicate(validating: format, arguments: arguments).matches(object)
}

/// The value of an expression for an object.
func value(_ format: String, _ arguments: Any?..., for object: Any? = nil) throws -> Any? {
  try NSExpression(validating: format, arguments: arguments).evaluated(with: object)
}
