/// Finds out which types a written type names.
struct TypeResolver {
  /// Why a type has no name that the linker knows.
  enum Failure: Error, Hashable {
    /// A type that is declared nowhere that can be seen.
    case unknown(String)
    /// A type that can be seen in its file only.
    case inFile(String)
    /// A kind of type that no accessor has.
    case refused(String)
    /// A type inside a generic one.
    case generic(String)
    /// Names that stand for one another in a circle, or for something enormous.
    case excessive
  }

  /// A type, and how generated code spells it.
  struct Resolved {
    var type: MangledType
    var text: String
  }

  let types: DeclaredTypes
  let context: DeclaredTypes.Context
  /// Whether the type has to be spelled in another file.
  let isForCode: Bool
  /// Which of several declarations of a name is taken, where they stand under different conditions.
  var choices: [String: Int] = [:]
  /// The first name that has several declarations and no choice, with their count.
  private(set) var open: (name: String, count: Int)?
  /// The conditions of the declarations that were chosen.
  private(set) var conditions: Set<String> = []
  /// The modules whose types are named.
  private(set) var modules: Set<String> = []
  private var budget = 2000

  init(types: DeclaredTypes, context: DeclaredTypes.Context, isForCode: Bool = true) {
    self.types = types
    self.context = context
    self.isForCode = isForCode
  }

  /// The type that a written one is.
  mutating func resolve(_ syntax: TypeSyntax) throws(Failure) -> Resolved {
    try resolve(syntax, in: context, depth: 0)
  }

  private mutating func resolve(
    _ syntax: TypeSyntax, in context: DeclaredTypes.Context, depth: Int
  ) throws(Failure) -> Resolved {
    budget -= 1
    guard budget > 0, depth < 200 else { throw .excessive }
    switch syntax {
    case .void: return Resolved(type: .void, text: "()")
    case .refused(let what): throw .refused(what)
    case .optional(let inner):
      let wrapped = try resolve(inner, in: context, depth: depth + 1)
      return Resolved(type: .optional(wrapped.type), text: "\(wrapped.atom)?")
    case .array(let inner):
      let element = try resolve(inner, in: context, depth: depth + 1)
      return Resolved(
        type: .bound(.swift(.struct, "Array"), [element.type]), text: "[\(element.text)]")
    case .dictionary(let first, let second):
      let key = try resolve(first, in: context, depth: depth + 1)
      let value = try resolve(second, in: context, depth: depth + 1)
      return Resolved(
        type: .bound(.swift(.struct, "Dictionary"), [key.type, value.type]),
        text: "[\(key.text): \(value.text)]")
    case .existential(let inner):
      return try resolve(inner, in: context, depth: depth + 1).existential
    case .composition(let all): return try composition(all, in: context, depth: depth)
    case .named(let parts): return try named(parts, in: context, depth: depth)
    }
  }

  private mutating func composition(
    _ all: [TypeSyntax], in context: DeclaredTypes.Context, depth: Int
  ) throws(Failure) -> Resolved {
    var protocols: Set<NominalType> = []
    var texts: [String] = []
    for syntax in all {
      let one = try resolve(syntax, in: context, depth: depth + 1)
      guard let members = one.protocols else { throw .refused("a composition with a class") }
      protocols.formUnion(members)
      texts.append(one.text)
    }
    let sorted = protocols.sorted { ($0.module, $0.path) < ($1.module, $1.path) }
    return Resolved(type: .existential(sorted), text: texts.joined(separator: " & "))
  }
}

// Names.
extension TypeResolver {
  private mutating func named(
    _ parts: [TypeSyntax.Part], in context: DeclaredTypes.Context, depth: Int
  ) throws(Failure) -> Resolved {
    guard let first = parts.first, let last = parts.last else { throw .refused("an empty name") }
    let written = parts.map(\.name).joined(separator: ".")
    if parts.count == 1, let special = special(first.name) { return special }
    guard parts.dropLast().allSatisfy({ $0.arguments.isEmpty }) else { throw .generic(written) }
    var arguments: [Resolved] = []
    for argument in last.arguments {
      arguments.append(try resolve(argument, in: context, depth: depth + 1))
    }
    var rest = parts.map(\.name)[...]
    var base = try start(&rest, in: context, depth: depth)
    for name in rest {
      guard case .nominal(let outer) = base.type else { throw .unknown(written) }
      guard let next = try member(name, of: outer, in: context, depth: depth) else {
        throw .unknown(written)
      }
      base = next
    }
    return try apply(arguments, to: base, named: written)
  }

  private func special(_ name: String) -> Resolved? {
    switch name {
    case "Any": Resolved(type: .existential([]), text: name)
    case "AnyObject": Resolved(type: .anyObject, text: name)
    case "Void": Resolved(type: .void, text: "Void")
    default: nil
    }
  }

  private func apply(_ arguments: [Resolved], to base: Resolved, named written: String)
    throws(Failure) -> Resolved
  {
    guard !arguments.isEmpty else { return base }
    guard case .nominal(let nominal) = base.type, nominal.parts.count == 1 else {
      throw .generic(written)
    }
    let text = "\(base.text)<\(arguments.map(\.text).joined(separator: ", "))>"
    if nominal == .swift(.enum, "Optional"), let wrapped = arguments.first, arguments.count == 1 {
      return Resolved(type: .optional(wrapped.type), text: text)
    }
    return Resolved(type: .bound(nominal, arguments.map(\.type)), text: text)
  }

  /// What the first part of a name is, or the first two where the first is a module.
  private mutating func start(
    _ rest: inout ArraySlice<String>, in context: DeclaredTypes.Context, depth: Int
  ) throws(Failure) -> Resolved {
    guard let name = rest.popFirst() else { throw .refused("an empty name") }
    for (index, outer) in context.around.enumerated() {
      // An extension sees the members of what it extends, and not of the types around that.
      if name == "Self", index == 0 { return try use(outer) }
      if let found = try member(name, of: outer, in: context, depth: depth) { return found }
    }
    for module in [context.module] + types.modules where isShown(module, from: context) {
      let entries = visible(types.entries(named: name, in: module), from: context)
      if let found = try choose(entries, named: name, depth: depth) { return found }
    }
    if let known = try known(name, in: context, depth: depth) { return known }
    guard let second = rest.first else { throw .unknown(name) }
    if types.modules.contains(name) {
      let entries = visible(types.entries(named: second, in: name), from: context)
      if let found = try choose(entries, named: second, depth: depth) {
        rest = rest.dropFirst()
        return found
      }
    }
    if KnownTypes.modules.contains(name), var found = try known(second, in: context, depth: depth) {
      rest = rest.dropFirst()
      found.text = "\(name).\(found.text)"
      return found
    }
    throw .unknown("\(name).\(second)")
  }

  /// Whether a module's declarations are looked at for a name in a file of another.
  private func isShown(_ module: String, from context: DeclaredTypes.Context) -> Bool {
    context.module == types.module || module != types.module
  }

  private func visible(_ entries: [DeclaredTypes.Entry], from context: DeclaredTypes.Context)
    -> [DeclaredTypes.Entry]
  {
    entries.filter { !$0.access.isInFile || $0.context.file == context.file }
  }

  private mutating func known(
    _ path: String, in context: DeclaredTypes.Context, depth: Int
  ) throws(Failure) -> Resolved? {
    switch KnownTypes.meaning(of: path) {
    case .type(let nominal):
      modules.insert(nominal.declaringModule)
      return Resolved(type: .nominal(nominal), text: SwiftName.quotedPath(nominal))
        .existentialIfProtocol
    case .alias(let target):
      var parser = TypeParser(SwiftTokens(target), at: 0)
      guard let syntax = parser.type() else { return nil }
      let outside = DeclaredTypes.Context(module: "Swift", file: -1)
      var found = try resolve(syntax, in: outside, depth: depth + 1)
      found.text = path
      return found
    case nil: return nil
    }
  }

  /// The type of a name inside a type, or inside what that inherits from.
  private mutating func member(
    _ name: String, of outer: NominalType, in context: DeclaredTypes.Context, depth: Int
  ) throws(Failure) -> Resolved? {
    var nominal = outer
    for _ in 0..<16 {
      let entries = visible(types.entries(named: name, in: nominal), from: context)
      if let found = try choose(entries, named: name, depth: depth) { return found }
      if let found = try known("\(nominal.path).\(name)", in: context, depth: depth) {
        return found
      }
      guard nominal.parts.last?.kind == .class, let entry = types.entries(of: nominal).first,
        let base = entry.bases.first, depth < 150,
        let parent = try? resolve(base, in: entry.context, depth: depth + 16),
        case .nominal(let next) = parent.type, next.parts.last?.kind == .class
      else { return nil }
      nominal = next
    }
    return nil
  }

  private mutating func choose(
    _ entries: [DeclaredTypes.Entry], named name: String, depth: Int
  ) throws(Failure) -> Resolved? {
    guard var entry = entries.first else { return nil }
    if entries.count > 1 {
      if let inFile = entries.first(where: { $0.access.isInFile }) {
        entry = inFile
      } else if let choice = choices[name], entries.indices.contains(choice) {
        entry = entries[choice]
        if let condition = entry.condition { conditions.insert(condition) }
      } else {
        if entries.contains(where: { $0.condition != nil }), open == nil {
          open = (name, entries.count)
        }
      }
    }
    if isForCode, entry.access.isInFile { throw .inFile(name) }
    switch entry.meaning {
    case .type(let nominal):
      if entry.isGeneric, nominal.parts.count > 1 { throw .generic(nominal.path) }
      return try use(nominal)
    case .alias(let target):
      if entry.isGeneric { throw .generic(name) }
      return try resolve(target, in: entry.context, depth: depth + 1)
    }
  }

  private mutating func use(_ nominal: NominalType) throws(Failure) -> Resolved {
    if nominal.declaringModule != types.module { modules.insert(nominal.declaringModule) }
    return Resolved(type: .nominal(nominal), text: SwiftName.quotedPath(nominal))
      .existentialIfProtocol
  }
}

extension TypeResolver.Resolved {
  /// The protocols whose conformance is all that is known of a value; nil for other types.
  var protocols: [NominalType]? {
    if case .existential(let protocols) = type { protocols } else { nil }
  }

  /// The text as it stands before a question mark.
  var atom: String { protocols != nil && text != "Any" ? "(\(text))" : text }

  /// The type with the word `any`.
  var existential: Self {
    text.hasPrefix("any ") || text == "Any" || protocols == nil
      ? self : Self(type: type, text: "any \(text)")
  }

  /// A protocol's name stands for any value that conforms.
  fileprivate var existentialIfProtocol: Self {
    guard case .nominal(let nominal) = type, nominal.parts.last?.kind == .protocol else {
      return self
    }
    return Self(type: .existential([nominal]), text: text)
  }
}

extension SwiftName {
  /// A type's name as code outside of it writes it.
  static func quotedPath(_ nominal: NominalType) -> String {
    nominal.parts.map { quoted($0.name) }.joined(separator: ".")
  }
}
