import Foundation

/// What a path of keys leads to.
///
/// A key of a collection is asked of each member, and nil ones are kept. A key of nil is nil.
enum PathWalk {
  /// The value at the end of a path.
  static func value(_ path: PropertyPath, of start: Any?) throws(EvaluationError) -> Any? {
    try value(path.keys[...], of: start)
  }

  static func value(
    _ keys: ArraySlice<String>, of start: Any?
  ) throws(EvaluationError) -> Any? {
    var value = start.flattened
    var rest = keys
    while let key = rest.popFirst() {
      guard let current = value else { return nil }
      if key.hasPrefix("@") {
        return try CollectionOperator.value(key, of: current, rest)
      }
      value = try step(key, from: current)
    }
    return value
  }

  /// The value of one key.
  static func step(_ key: String, from object: Any) throws(EvaluationError) -> Any? {
    if key == "self" || key == "SELF" { return object }
    if let coded = object as? any KeyValueCoding { return coded.value(forKey: key).flattened }
    if let dictionary = object as? [String: Any] { return dictionary[key].flattened }
    if let dictionary = object as? NSDictionary {
      return dictionary.object(forKey: key).flattened
    }
    if let (members, isOrdered) = Operand.members(of: object) {
      var values: [Any?] = []
      for member in members {
        if let member { values.append(try step(key, from: member)) } else { values.append(nil) }
      }
      return MappedMembers.list(values, isOrdered)
    }
    if let known = BuiltInKeys.value(key, of: object) { return known.flattened }
    return try MirrorKeys.value(key, of: object)
  }
}

/// The values of a key for the members of a collection.
enum MappedMembers {
  /// The values, where those of a to-many key are joined to one list.
  static func list(_ values: [Any?], _ isOrdered: Bool) -> Any {
    var flat: [Any?] = []
    for value in values {
      if let value, !(value is [String: Any]), !(value is NSDictionary),
        let inner = Operand.members(of: value)?.members
      {
        flat += inner
      } else {
        flat.append(value)
      }
    }
    return flat
  }
}
