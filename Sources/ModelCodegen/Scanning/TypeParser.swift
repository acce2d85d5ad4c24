/// Reads types from tokens.
struct TypeParser {
  private let source: SwiftTokens
  /// The next token.
  private(set) var at: Int
  private let end: Int

  /// How deep types may be nested.
  static let depthLimit = 48

  init(_ source: SwiftTokens, at: Int) {
    self.source = source
    self.at = at
    end = source.tokens.count
  }

  func isAt(_ text: String) -> Bool { at < end && source.matches(source.tokens[at], text) }

  mutating func take(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    at += 1
    return true
  }

  /// A name, without its backticks.
  mutating func takeName() -> String? {
    guard at < end else { return nil }
    let token = source.tokens[at]
    switch token.kind {
    case .word: at += 1
    case .quoted:
      at += 1
      return String(source.text(of: token).dropFirst().dropLast())
    default: return nil
    }
    return source.text(of: token)
  }

  /// The type that begins here; nil where none does.
  mutating func type(depth: Int = 0) -> TypeSyntax? {
    guard depth < TypeParser.depthLimit else { return .refused("a type that is nested too deeply") }
    while take("@") {
      _ = takeName()
      if isAt("("), !source.tokens[at].isSpaced { skipBalanced() }
    }
    for word in ["inout", "borrowing", "consuming", "__owned", "sending", "isolated"]
    where take(word) {
      return type(depth: depth + 1).map { _ in .refused("a type with '\(word)'") }
    }
    if take("some") { return type(depth: depth + 1).map { _ in .refused("an opaque type") } }
    if take("~") { return type(depth: depth + 1).map { _ in .refused("a type with '~'") } }
    if take("any") { return composed(depth: depth + 1).map { .existential($0) } }
    return composed(depth: depth + 1)
  }

  private mutating func composed(depth: Int) -> TypeSyntax? {
    guard var first = suffixed(depth: depth) else { return nil }
    if isAt("&") {
      var all = [first]
      while take("&"), let next = suffixed(depth: depth) { all.append(next) }
      first = .composition(all)
    }
    guard isAt("->") || isAt("throws") || isAt("async") || isAt("rethrows") else { return first }
    // The rest of a function type is passed by in a loop: it may be long.
    while take("->") || take("throws") || take("async") || take("rethrows") {
      _ = suffixed(depth: depth)
    }
    return .refused("a function")
  }

  private mutating func suffixed(depth: Int) -> TypeSyntax? {
    guard var type = primary(depth: depth) else { return nil }
    var count = 0
    while at < end, !source.tokens[at].isSpaced {
      if take("?") || take("!") {
        type = .optional(type)
        count += 1
      } else if isAt("."), at + 1 < end,
        source.matches(source.tokens[at + 1], "Type")
          || source.matches(source.tokens[at + 1], "Protocol")
      {
        at += 2
        type = .refused("a metatype")
      } else {
        break
      }
      if count > 8 { type = .refused("an optional of optionals that many deep") }
    }
    return type
  }

  private mutating func primary(depth: Int) -> TypeSyntax? {
    guard at < end else { return nil }
    if take("[") { return bracketed(depth: depth) }
    if take("(") { return parenthesized(depth: depth) }
    return named(depth: depth)
  }

  private mutating func bracketed(depth: Int) -> TypeSyntax? {
    if at < end, source.tokens[at].kind == .number {
      at -= 1
      skipBalanced()
      return .refused("an inline array")
    }
    guard let element = type(depth: depth + 1) else { return nil }
    if take(":") {
      guard let value = type(depth: depth + 1), take("]") else { return nil }
      return .dictionary(element, value)
    }
    return take("]") ? .array(element) : nil
  }

  private mutating func parenthesized(depth: Int) -> TypeSyntax? {
    if take(")") { return .void }
    let start = at - 1
    if let inner = type(depth: depth + 1), take(")") { return inner }
    at = start
    skipBalanced()
    return .refused("a tuple")
  }

  private mutating func named(depth: Int) -> TypeSyntax? {
    var parts: [TypeSyntax.Part] = []
    repeat {
      guard let name = takeName() else { return parts.isEmpty ? nil : .named(parts) }
      var part = TypeSyntax.Part(name: name)
      if isAt("<"), !source.tokens[at].isSpaced {
        at += 1
        repeat {
          guard let argument = type(depth: depth + 1) else { return nil }
          part.arguments.append(argument)
        } while take(",")
        guard take(">") else { return nil }
      }
      parts.append(part)
    } while parts.count < 64 && isAt(".") && !isMetatype && take(".")
    return .named(parts)
  }

  private var isMetatype: Bool {
    at + 1 < end
      && (source.matches(source.tokens[at + 1], "Type")
        || source.matches(source.tokens[at + 1], "Protocol"))
  }

  /// Passes by what stands between brackets, of whatever kind.
  mutating func skipBalanced() {
    var depth = 0
    while at < end {
      let token = source.tokens[at]
      if token.kind == .mark {
        switch source.bytes[token.range.lowerBound] {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
      at += 1
      if depth <= 0 { return }
    }
  }
}
