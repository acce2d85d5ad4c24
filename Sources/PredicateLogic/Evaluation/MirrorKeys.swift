import Foundation

/// The stored properties of a plain Swift value, by name: what is left for values that answer no keys themselves.
enum MirrorKeys {
  /// The value of a property of any value.
  static func value(_ key: String, of object: Any) throws(EvaluationError) -> Any? {
    var known: [String] = []
    for (label, value) in properties(of: object) {
      // A property with a wrapper is stored under its name with an underscore, a lazy one with more.
      if label == key || label == "$__lazy_storage_$_\(key)" { return Optional(value).flattened }
      if label == "_\(key)" { return Optional(wrapped(value)).flattened }
      known.append(label)
    }
    if key == "rawValue", let raw = object as? any RawRepresentable { return raw.rawValue }
    if key == "description" { return "\(object)" }
    if key == "hash" {
      // `NSDecimalNumber.hash` of Foundation on Linux calls itself without end.
      if let decimal = object as? NSDecimalNumber { return decimal.decimalValue.hashValue }
      if let hashable = object as? any Hashable { return hashable.hashValue }
    }
    throw .unknownKey(key, of: type(of: object), known: known)
  }

  /// The values of all properties.
  static func values(of object: Any) -> [Any?] {
    properties(of: object).map { label, value in
      Optional(label.hasPrefix("_") ? wrapped(value) : value).flattened
    }
  }

  /// The stored properties, those of superclasses last.
  private static func properties(of object: Any) -> [(label: String, value: Any)] {
    var found: [(String, Any)] = []
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for case (let label?, let value) in current.children { found.append((label, value)) }
      mirror = current.superclassMirror
    }
    return found
  }

  private static func wrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    return mirror.children.first { $0.label == "wrappedValue" || $0.label == "value" }?.value
      ?? value
  }
}
