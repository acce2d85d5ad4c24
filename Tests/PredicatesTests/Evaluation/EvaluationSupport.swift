import Foundation
import Predicates

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
