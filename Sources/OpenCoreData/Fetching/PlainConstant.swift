import DocumentStore
import Foundation

/// A constant that is the value of an attribute as it is, so that a lookup has nothing to convert and nothing to check.
struct PlainConstant {
  let value: Value

  /// Takes a constant of a predicate; nil where only a conversion tells what it is.
  init?(_ constant: Any?) {
    switch constant {
    case is Bool: return nil
    case let text as String: value = .string(text)
    case let uuid as UUID: value = .uuid(uuid)
    case let number as Int: value = .integer(Int64(number))
    case let number as Int64: value = .integer(number)
    case let number as Int32: value = .integer(Int64(number))
    case let number as Int16: value = .integer(Int64(number))
    default: return nil
    }
  }

  /// Whether objects have a stored attribute of that name and of the constant's type.
  func fits(_ key: String, in layout: ObjectLayout) -> Bool {
    guard let slot = layout.keys.slot(of: key), !layout.columns[slot].isTransient else {
      return false
    }
    return switch (layout.types[slot], value) {
    case (.string, .string), (.uuid, .uuid): true
    case (.int16, .integer), (.int32, .integer), (.int64, .integer): true
    default: false
    }
  }
}
