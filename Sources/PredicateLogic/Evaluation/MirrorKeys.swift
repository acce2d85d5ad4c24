import Foundation

/// The stored properties of a plain Swift value, by name: what is left for values that answer no keys themselves.
enum MirrorKeys {
  /// The value of a property of any value.
  static func value(_ key: String, of object: Any) throws(EvaluationError) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    var known: [String] = []
    while let current = mirror {
      for case (let label?, let value) in current.children {
        // A property with a wrapper is stored under its name with an underscore.
        if label == key { return plain(value) }
        if label == "_\(key)" { return plain(wrapped(value)) }
        known.append(label)
      }
      mirror = current.superclassMirror
    }
    if key == "rawValue", let raw = object as? any RawRepresentable { return raw.rawValue }
    if key == "description" { return "\(object)" }
    throw .unknownKey(key, of: type(of: object), known: known)
  }

  private static func wrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    return mirror.children.first { $0.label == "wrappedValue" || $0.label == "value" }?.value
      ?? value
  }

  /// A value as comparisons know it: an enumeration by its raw value.
  private static func plain(_ value: Any) -> Any? {
    guard let value = Optional(value).flattened else { return nil }
    guard let raw = value as? any RawRepresentable, Mirror(reflecting: value).displayStyle == .enum
    else { return value }
    return raw.rawValue
  }
}
