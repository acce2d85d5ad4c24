import Foundation

/// The arguments of a format and how many of them have been used.
struct ArgumentList {
  private let values: [Any?]
  private(set) var used = 0

  init(_ values: [Any?]) {
    self.values = values
  }

  /// How many there are.
  var count: Int { values.count }

  /// The next argument, for what stands at a place.
  mutating func next(_ place: Range<Int>) throws(FormatFailure) -> Any? {
    guard used < values.count else {
      throw FormatFailure(.argumentMissing(given: values.count), place)
    }
    used += 1
    return ConstantValue.normal(values[used - 1])
  }

  /// Sees to it that none is left.
  func finish(at end: Int, quoted: Bool) throws(FormatFailure) {
    guard used < values.count else { return }
    throw FormatFailure(
      .argumentsLeft(used: used, given: values.count, quoted: quoted), end..<end)
  }
}

extension FormatParser {
  /// What an argument stands for; the token is its placeholder.
  mutating func argument(_ placeholder: Placeholder) throws(FormatFailure) -> FormatNode {
    let start = place
    if placeholder == .keyPath {
      let path = PropertyPath(try keys(placeholder))
      try advance()
      return FormatNode(
        NSExpression(.keyPath(NSExpression(.evaluatedObject), path)), depth: 2,
        start: start.lowerBound)
    }
    let value = try arguments.next(start)
    let node = try node(for: value, placeholder, start)
    try advance()
    return node
  }

  private func node(
    for value: Any?, _ placeholder: Placeholder, _ place: Range<Int>
  ) throws(FormatFailure) -> FormatNode {
    if placeholder == .value {
      switch value.object {
      case let expression as NSExpression:
        return FormatNode(
          expression, depth: try depth(above: expression.levels - 1), start: place.lowerBound)
      case let predicate as NSPredicate:
        return FormatNode(
          predicate, depth: try depth(above: predicate.levels - 1), start: place.lowerBound)
      default: break
      }
    }
    guard let constant = placeholder.constant(of: value) else {
      throw FormatFailure(
        .argumentKind(
          number: arguments.used, takes: placeholder.takes, given: ConstantValue.kind(of: value),
          instead: placeholder.instead(of: value)), place)
    }
    return FormatNode(NSExpression(.constant(constant)), depth: 1, start: place.lowerBound)
  }

  /// The keys that an argument names; the token is its placeholder.
  mutating func keys(_ placeholder: Placeholder) throws(FormatFailure) -> [String] {
    guard placeholder == .keyPath || placeholder == .value else { throw unexpected(.key) }
    let value = try arguments.next(place)
    guard let text = value as? String else {
      throw FormatFailure(
        .argumentKind(
          number: arguments.used, takes: "a key path as text",
          given: ConstantValue.kind(of: value), instead: "%@"), place)
    }
    let keys = PropertyPath(text).keys
    guard !keys.contains("") else { throw FormatFailure(.badKeyPath(text), place) }
    return keys.first?.uppercased() == "SELF" && keys.count == 1 ? ["self"] : keys
  }
}

extension Placeholder {
  /// What an argument is worth for this placeholder; nil where it is of another kind.
  ///
  /// The value is normal, see ``ConstantValue``; the result for `%@` may be nil in an optional.
  fileprivate func constant(of value: Any?) -> Any?? {
    switch self {
    case .value: return .some(value)
    case .keyPath: return nil
    case .integer: return Self.whole(value).map { .some($0) }
    case .real:
      switch value {
      case let number as Double: return .some(number)
      case let number as Decimal: return .some(number)
      default: return Self.whole(value).map { .some($0) }
      }
    case .character:
      if let text = value as? String, text.count == 1 { return .some(text) }
      return Self.whole(value).map { .some($0) }
    case .text:
      return (value as? String).map { .some($0) }
    }
  }

  private static func whole(_ value: Any?) -> Any? {
    switch value {
    case let value as Bool where value: 1
    case is Bool: 0
    case let number as Int: number
    case let number as UInt64: number
    default: nil
    }
  }

  /// What kind of argument it takes, in words.
  fileprivate var takes: String {
    switch self {
    case .value: "a value"
    case .keyPath: "a key path as text"
    case .integer: "a whole number"
    case .real: "a number"
    case .character: "a character or its number"
    case .text: "text"
    }
  }

  /// What to write for an argument of another kind.
  fileprivate func instead(of value: Any?) -> String? {
    value is Double && self == .integer ? "%f" : "%@"
  }
}
