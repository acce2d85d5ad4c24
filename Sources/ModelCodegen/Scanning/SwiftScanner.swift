/// Reads the declarations of a file: types, imports and what is marked `@NSManaged`.
///
/// It knows no grammar of expressions: what stands between brackets, and between braces that are not those
/// of a type, is passed by. A loop with a stack of its own, so that no nesting is too deep for it.
struct SwiftScanner {
  /// A type or extension whose members are being read.
  struct Scope {
    var path = ScopePath()
    /// What its members can be seen from where they do not say.
    var memberAccess = Access.isInternal
    /// What it can be seen from itself.
    var access = Access.isPublic
    var isGeneric = false
  }

  /// A keyword before a declaration, with what stands in parentheses after it.
  struct Modifier {
    var name: String
    var argument: String?
  }

  /// How deep types may be nested; what is deeper is passed by.
  static let depthLimit = 32

  let source: SwiftTokens
  private(set) var types: [ScannedType] = []
  private(set) var imports: [ScannedImport] = []
  var members: [ManagedMember] = []
  var refused: [RefusedMember] = []
  var validators: [ScannedValidator] = []

  var at = 0
  private(set) var scopes = [Scope()]
  /// The attributes and modifiers before the next declaration, and where they began.
  private(set) var attributes: [Modifier] = []
  private(set) var modifiers: [Modifier] = []
  private(set) var start = 0

  init(_ source: SwiftTokens) {
    self.source = source
    while at < source.tokens.count { step() }
  }

  var scope: Scope { scopes[scopes.count - 1] }

  func isAt(_ text: String, _ offset: Int = 0) -> Bool {
    at + offset < source.tokens.count && source.matches(source.tokens[at + offset], text)
  }

  private func isName(_ index: Int) -> Bool {
    index < source.tokens.count
      && (source.tokens[index].kind == .word || source.tokens[index].kind == .quoted)
  }

  func condition(at index: Int) -> String? {
    index < source.tokens.count ? source.conditions[source.tokens[index].condition] : nil
  }

  mutating func forget() {
    attributes = []
    modifiers = []
  }

  private mutating func step() {
    let token = source.tokens[at]
    if attributes.isEmpty, modifiers.isEmpty { start = at }
    switch token.kind {
    case .word: word(source.text(of: token))
    case .mark: mark(source.bytes[token.range.lowerBound])
    default:
      forget()
      at += 1
    }
  }

  private mutating func mark(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "@"): return attribute()
    case UInt8(ascii: "("), UInt8(ascii: "["): skipBalanced()
    case UInt8(ascii: "{"): skipBraces()
    case UInt8(ascii: "}"):
      if scopes.count > 1 { scopes.removeLast() }
      at += 1
    default: at += 1
    }
    forget()
  }

  private mutating func attribute() {
    at += 1
    guard isName(at) else { return }
    var name = source.text(of: source.tokens[at])
    at += 1
    while isAt("."), isName(at + 1) {
      name += "." + source.text(of: source.tokens[at + 1])
      at += 2
    }
    attributes.append(Modifier(name: name, argument: parenthesized()))
  }

  /// The text between parentheses that stand here, which are passed by.
  private mutating func parenthesized() -> String? {
    guard isAt("("), !source.tokens[at].isSpaced else { return nil }
    let from = at
    skipBalanced()
    guard at - from < 100 else { return "" }
    return source.tokens[from..<at].dropFirst().dropLast().map { source.text(of: $0) }.joined()
  }

  private mutating func skipBalanced() {
    var parser = TypeParser(source, at: at)
    parser.skipBalanced()
    tellLocals(at..<parser.at)
    at = parser.at
  }

  private mutating func skipBraces() { skipBalanced() }

  /// Refuses what is managed in a part of the file that is passed by.
  private mutating func tellLocals(_ range: Range<Int>) {
    for index in range where source.matches(source.tokens[index], "NSManaged") && index > 0 {
      guard source.matches(source.tokens[index - 1], "@") else { continue }
      refused.append(
        RefusedMember(
          name: "@NSManaged", reason: .local, offset: source.tokens[index - 1].range.lowerBound))
    }
  }

  private static let modifierNames: Set<String> = [
    "public", "open", "internal", "fileprivate", "private", "package", "static", "final",
    "override",
    "dynamic", "lazy", "weak", "unowned", "mutating", "nonmutating", "nonisolated", "required",
    "convenience", "indirect", "optional", "isolated", "distributed", "prefix", "postfix", "infix",
    "borrowing", "consuming",
  ]

  private static let declarationWords: Set<String> = [
    "func", "var", "let", "init", "subscript", "class", "struct", "enum", "typealias",
  ]

  private mutating func word(_ text: String) {
    if at > 0, source.matches(source.tokens[at - 1], ".") { return plainWord() }
    switch text {
    case "class":
      guard isName(at + 1) else { return plainWord() }
      let next = source.text(of: source.tokens[at + 1])
      if SwiftScanner.declarationWords.contains(next)
        || SwiftScanner.modifierNames.contains(next)
      {
        return modifier(text)
      }
      declareType(.class)
    case "struct": isName(at + 1) ? declareType(.struct) : plainWord()
    case "enum": isName(at + 1) ? declareType(.enum) : plainWord()
    case "protocol": isName(at + 1) ? declareType(.protocol) : plainWord()
    case "actor":
      // An actor mangles as a class does.
      isName(at + 1) && !source.tokens[at + 1].startsLine ? declareType(.class) : plainWord()
    case "extension": isName(at + 1) ? declareExtension() : plainWord()
    case "typealias": isName(at + 1) ? declareAlias() : plainWord()
    case "import": isName(at + 1) ? declareImport() : plainWord()
    case "var", "let": isManaged ? declareProperties() : plainWord()
    case "func":
      if isManaged { return declareFunction() }
      noteValidator()
      plainWord()
    default:
      SwiftScanner.modifierNames.contains(text) ? modifier(text) : plainWord()
    }
  }

  private mutating func plainWord() {
    at += 1
    forget()
  }

  private mutating func modifier(_ name: String) {
    at += 1
    modifiers.append(Modifier(name: name, argument: parenthesized()))
  }

  private var isManaged: Bool { attributes.contains { $0.name == "NSManaged" } }

  /// The access that the modifiers say, for getting.
  var statedAccess: Access? {
    modifiers.lazy.filter { $0.argument == nil }.compactMap { Access(modifier: $0.name) }.first
  }

  /// The access that the modifiers say, for setting.
  var statedSetterAccess: Access? {
    modifiers.lazy.filter { $0.argument == "set" }.compactMap { Access(modifier: $0.name) }.first
  }
}

// Types, extensions, aliases and imports.
extension SwiftScanner {
  private mutating func takeName() -> String {
    var parser = TypeParser(source, at: at)
    defer { at = parser.at }
    return parser.takeName() ?? ""
  }

  private mutating func declareType(_ kind: ScannedType.Kind) {
    at += 1
    let condition = condition(at: at)
    let name = takeName()
    let isGeneric = skipGenerics() || scope.isGeneric
    let access = min(statedAccess ?? scope.memberAccess, scope.access)
    let bases = inheritance()
    types.append(
      ScannedType(
        kind: kind, name: name, scope: scope.path, access: access, isGeneric: isGeneric,
        bases: bases, condition: condition))
    open(
      Scope(
        path: scope.path.appending(name), memberAccess: .isInternal, access: access,
        isGeneric: isGeneric))
  }

  private mutating func declareExtension() {
    at += 1
    var names = [takeName()]
    while isAt("."), isName(at + 1), names.count < SwiftScanner.depthLimit {
      at += 1
      names.append(takeName())
    }
    let isGeneric = skipGenerics()
    _ = inheritance()
    open(
      Scope(
        path: ScopePath(extended: names), memberAccess: statedAccess ?? .isInternal,
        access: .isPublic, isGeneric: isGeneric))
  }

  /// Goes to the opening brace and into it.
  private mutating func open(_ scope: Scope) {
    forget()
    while at < source.tokens.count, !isAt("{"), !isAt("}") { at += 1 }
    guard isAt("{") else { return }
    guard scopes.count < SwiftScanner.depthLimit else { return skipBraces() }
    at += 1
    scopes.append(scope)
  }

  private mutating func declareAlias() {
    at += 1
    let condition = condition(at: at)
    let name = takeName()
    let isGeneric = skipGenerics() || scope.isGeneric
    var parser = TypeParser(source, at: at)
    if parser.take("="), let target = parser.type() {
      types.append(
        ScannedType(
          kind: .typealias, name: name, scope: scope.path,
          access: min(statedAccess ?? scope.memberAccess, scope.access), isGeneric: isGeneric,
          bases: [target], condition: condition))
    }
    at = max(parser.at, at)
    forget()
  }

  private mutating func declareImport() {
    let condition = condition(at: at)
    at += 1
    var kind: String?
    if ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"].contains(
      source.text(of: source.tokens[at])), isName(at + 1)
    {
      kind = takeName()
    }
    var path = [takeName()]
    while isAt("."), isName(at + 1), path.count < SwiftScanner.depthLimit {
      at += 1
      path.append(takeName())
    }
    imports.append(
      ScannedImport(
        attributes: attributes.map { "@\($0.name)" + ($0.argument.map { "(\($0))" } ?? "") },
        access: statedAccess, kind: kind, path: path, condition: condition))
    forget()
  }

  /// Passes by `<…>`, if it stands here.
  mutating func skipGenerics() -> Bool {
    guard isAt("<") else { return false }
    var depth = 0
    while at < source.tokens.count {
      if isAt("<") { depth += 1 } else if isAt(">") { depth -= 1 }
      if isAt("{") || isAt("}") { return true }
      at += 1
      if depth == 0 { return true }
    }
    return true
  }

  /// The first types of an inheritance clause.
  private mutating func inheritance() -> [TypeSyntax] {
    var bases: [TypeSyntax] = []
    var parser = TypeParser(source, at: at)
    guard parser.take(":") else { return [] }
    repeat {
      guard let base = parser.type() else { break }
      if bases.count < 4 { bases.append(base) }
    } while parser.take(",")
    at = parser.at
    return bases
  }
}
