import Foundation

/// What a path of keys leads to.
///
/// A key of a collection is asked of each member, and nil ones are kept. A key of nil is nil.
enum PathWalk {
  /// The value at the end of a path; the start has no optionals around it.
  static func value(_ path: PropertyPath, of start: Any?) throws(EvaluationError) -> Any? {
    try value(path.keys[...], of: start)
  }

  static func value(
    _ keys: ArraySlice<String>, of start: Any?
  ) throws(EvaluationError) -> Any? {
    var value = start
    var rest = keys
    while let key = rest.popFirst() {
      guard let current = value else { return nil }
      if key.utf8.first == UInt8(ascii: "@") {
        value = try CollectionOperator.value(key, of: current, &rest)
      } else {
        value = try step(key, from: current)
      }
    }
    return value
  }

  /// The value of one key.
  ///
  /// Objects and dictionaries answer themselves, collections ask their members; then come the keys that values of
  /// Foundation have, and at last the stored properties of Swift values.
  static func step(_ key: String, from object: Any) throws(EvaluationError) -> Any? {
    if key == "self" || key == "SELF" { return object }
    // Told by its type, because asking for conformances takes longer than finding the value.
    if type(of: object) == [String: Any].self, let dictionary = object as? [String: Any] {
      return dictionary[key].flattened
    }
    if let coded = object as? any KeyValueCoding { return coded.value(forKey: key).flattened }
    if let dictionary = object as? any KeyedMembers { return dictionary.value(of: key).flattened }
    if type(of: object) is AnyClass, let dictionary = object as AnyObject as? NSDictionary {
      return dictionary.object(forKey: key).flattened
    }
    if let members = Members.of(object) { return try values(of: key, members) }
    if let known = BuiltInKeys.value(key, of: object) { return known.flattened }
    return try MirrorKeys.value(key, of: object)
  }

  /// The values of a key for all members, in one list: those of a to-many key are joined.
  private static func values(
    of key: String, _ members: Members
  ) throws(EvaluationError) -> [Any?] {
    var values: [Any?] = []
    values.reserveCapacity(members.values.count)
    for member in members.values {
      guard let member, let value = try step(key, from: member) else {
        values.append(nil)
        continue
      }
      if !isDictionary(value), let inner = Members.of(value) {
        values += inner.values
      } else {
        values.append(value)
      }
    }
    return values
  }

  private static func isDictionary(_ value: Any) -> Bool {
    value is any KeyedMembers || type(of: value) is AnyClass && value as AnyObject is NSDictionary
  }
}
