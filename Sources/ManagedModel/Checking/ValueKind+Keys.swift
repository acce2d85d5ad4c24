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
        "length", "intValue", "integerValue", "longLongValue", "doubleValue", "floatValue",
      ],
      texts: [
        "uppercaseString", "uppercased", "lowercaseString", "lowercased", "capitalizedString",
        "capitalized", "lastPathComponent", "pathExtension", "stringByDeletingLastPathComponent",
        "stringByDeletingPathExtension", "description",
      ], flags: ["boolValue"]),
    .number: named(
      numbers: [
        "intValue", "integerValue", "longLongValue", "longValue", "shortValue",
        "unsignedIntegerValue", "doubleValue", "floatValue", "decimalValue",
      ], texts: ["stringValue", "description"], flags: ["boolValue"]),
    .date: named(numbers: [
      "timeIntervalSinceReferenceDate", "timeIntervalSince1970", "timeIntervalSinceNow",
    ]),
    .data: named(numbers: ["length"]),
    .uuid: named(texts: ["UUIDString", "uuidString"]),
    .uri: named(texts: [
      "absoluteString", "path", "host", "scheme", "query", "fragment", "lastPathComponent",
      "pathExtension",
    ]),
    .entity: named(texts: ["name"]),
  ]

  private static func named(
    numbers: [String] = [], texts: [String] = [], flags: [String] = []
  ) -> [String: ValueKind] {
    let pairs =
      numbers.map { ($0, ValueKind.number) } + texts.map { ($0, .text) }
      + flags.map { ($0, .boolean) }
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
