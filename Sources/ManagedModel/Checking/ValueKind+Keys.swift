extension ValueKind {
  /// What a key of a plain value gives, as Foundation's classes have it and evaluation knows it; nil where there
  /// is no such key.
  func kind(ofKey key: String) -> ValueKind? {
    family.flatMap { Self.keys[$0]?[key] }
  }

  private enum Family {
    case text, number, date, data, uuid, uri, entity
  }

  private var family: Family? {
    switch self {
    case .text: .text
    case .number, .boolean: .number
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .uri: .uri
    case .entity: .entity
    default: nil
    }
  }

  private static let keys: [Family: [String: ValueKind]] = [
    .text: named(
      numbers: [
        "length", "count", "intValue", "integerValue", "longLongValue", "doubleValue", "floatValue",
      ],
      texts: [
        "uppercaseString", "uppercased", "localizedUppercaseString", "lowercaseString",
        "lowercased", "localizedLowercaseString", "capitalizedString", "capitalized",
        "localizedCapitalizedString", "lastPathComponent", "pathExtension",
        "stringByDeletingLastPathComponent", "deletingLastPathComponent",
        "stringByDeletingPathExtension", "deletingPathExtension", "description", "stringValue",
      ], flags: ["boolValue", "isEmpty"], others: ["pathComponents"]),
    .number: named(
      numbers: [
        "intValue", "integerValue", "longLongValue", "longValue", "shortValue", "charValue",
        "unsignedIntegerValue", "unsignedIntValue", "unsignedLongLongValue", "doubleValue",
        "floatValue", "decimalValue", "decimalNumberValue",
      ], texts: ["stringValue", "description"], flags: ["boolValue"]),
    .date: named(
      numbers: [
        "timeIntervalSinceReferenceDate", "timeIntervalSince1970", "timeIntervalSinceNow",
      ], texts: ["description"]),
    .data: named(numbers: ["length", "count"]),
    .uuid: named(texts: ["UUIDString", "uuidString", "description"]),
    .uri: named(
      numbers: ["port"],
      texts: [
        "absoluteString", "relativeString", "path", "host", "scheme", "user", "query", "fragment",
        "lastPathComponent", "pathExtension", "description",
      ], flags: ["isFileURL", "fileURL"], others: ["pathComponents"]),
    .entity: named(texts: ["name"]),
  ]

  private static func named(
    numbers: [String] = [], texts: [String] = [], flags: [String] = [], others: [String] = []
  ) -> [String: ValueKind] {
    let pairs =
      numbers.map { ($0, ValueKind.number) } + texts.map { ($0, .text) }
      + flags.map { ($0, .boolean) } + others.map { ($0, .unknown) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Why values of the kind have no order; nil where they have one, or nothing is known.
  var orderlessness: String? {
    switch self {
    case .object: "objects have no order"
    case .data: "binary data has no order"
    case .composite: "composites have no order"
    case .entity: "entities have no order"
    default: nil
    }
  }
}
