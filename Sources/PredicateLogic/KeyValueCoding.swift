/// Something whose properties are found by name.
///
/// Foundation on Linux has no key-value coding. Predicates, sort descriptors and expressions ask objects by this
/// protocol; dictionaries and collections need not conform, and any other value is asked through `Mirror`.
/// Not in Apple's framework, where every object has it.
public protocol KeyValueCoding {
  /// The value of a property; nil where it has none.
  ///
  /// A key that the object does not have is a mistake of the programmer.
  func value(forKey key: String) -> Any?
  /// The keys that `ANYKEY` looks at; nil, which is the default, for the stored properties.
  var propertyKeys: [String]? { get }
}

extension KeyValueCoding {
  /// No keys but the stored properties.
  public var propertyKeys: [String]? { nil }
}

/// Something that is the same as something else if both have one identity: an object and its id.
package protocol IdentifiedValue {
  /// What tells it from others.
  var identity: AnyHashable { get }
}
