/// The types that the sources of a target and of what it depends on declare, by name.
struct DeclaredTypes {
  /// One declaration of a type.
  struct Entry {
    enum Meaning {
      case type(NominalType)
      case alias(TypeSyntax)
    }

    var meaning: Meaning
    /// Where the types that it names are looked for.
    var context: Context
    var access: Access
    var isGeneric: Bool
    var bases: [TypeSyntax]
    /// The condition under which it is compiled.
    var condition: String?
    /// Whether it belongs to the target itself.
    var isOwn: Bool
  }

  /// Where a name stands: the file, and the types around it from inside.
  struct Context {
    var module: String
    var file: Int
    var around: [NominalType] = []
  }

  /// The module of the target.
  let module: String
  /// The entries by module and path: `Movies.Movie.Rating`.
  private var entries: [String: [Entry]] = [:]
  /// The modules in the order in which a name is looked for: the target's, then the others.
  private(set) var modules: [String]

  init(module: String) {
    self.module = module
    modules = [module]
  }

  /// How many declarations of one name are kept: under different conditions there are a few.
  private static let declarationLimit = 16

  private static func key(_ nominal: NominalType) -> String { "\(nominal.module).\(nominal.path)" }

  /// The declarations of a name in a module, outside of types.
  func entries(named name: String, in module: String) -> [Entry] {
    entries["\(module).\(name)"] ?? []
  }

  /// The declarations of a name inside a type.
  func entries(named name: String, in nominal: NominalType) -> [Entry] {
    entries["\(DeclaredTypes.key(nominal)).\(name)"] ?? []
  }

  /// The declarations of a type.
  func entries(of nominal: NominalType) -> [Entry] { entries[DeclaredTypes.key(nominal)] ?? [] }

  /// Adds a declaration.
  mutating func add(_ entry: Entry, named name: String, module: String, in outer: NominalType?) {
    let key = outer.map(DeclaredTypes.key) ?? module
    let path = "\(key).\(name)"
    if entries[path, default: []].count < DeclaredTypes.declarationLimit {
      entries[path, default: []].append(entry)
    }
    if !modules.contains(module) { modules.append(module) }
  }

  /// Adds what files declare, extensions of types that are not known yet last.
  mutating func add(_ files: [(index: Int, types: [ScannedType])], module: String) {
    if !modules.contains(module) { modules.append(module) }
    var waiting: [(file: Int, type: ScannedType)] = []
    for file in files {
      for type in file.types where !add(type, file: file.index, module: module) {
        waiting.append((file.index, type))
      }
    }
    // An extension may be of a type that another extension declares, but hardly deeper than that.
    for _ in 0..<4 where !waiting.isEmpty {
      waiting = waiting.filter { !add($0.type, file: $0.file, module: module) }
    }
  }

  /// Adds a type; false where what is around it is not known.
  private mutating func add(_ type: ScannedType, file: Int, module: String) -> Bool {
    guard let context = context(of: type.scope, file: file, module: module) else { return false }
    let outer = context.around.first
    let meaning: Entry.Meaning
    if let kind = NominalType.Kind(keyword: type.kind.rawValue) {
      let isElsewhere = type.scope.extended != nil && outer?.declaringModule != module
      let part = NominalType.Part(
        kind: kind, name: type.name, extensionModule: isElsewhere ? module : nil)
      meaning = .type(
        NominalType(module: outer?.module ?? module, parts: (outer?.parts ?? []) + [part]))
    } else if let target = type.bases.first {
      meaning = .alias(target)
    } else {
      return true
    }
    add(
      Entry(
        meaning: meaning, context: context, access: type.access, isGeneric: type.isGeneric,
        bases: type.bases, condition: type.condition, isOwn: module == self.module),
      named: type.name, module: module, in: outer)
    return true
  }

  /// Whether an extension in the target is of a type inside a generic one.
  func isGeneric(_ scope: ScopePath, file: Int) -> Bool {
    let syntax = TypeSyntax.named((scope.extended ?? []).map { TypeSyntax.Part(name: $0) })
    let context = Context(module: module, file: file)
    var resolver = TypeResolver(types: self, context: context, isForCode: false)
    do throws(TypeResolver.Failure) {
      _ = try resolver.resolve(syntax)
      return false
    } catch {
      if case .generic = error { return true }
      return false
    }
  }

  /// What the types around a declaration are; nil where one is not known.
  func context(of scope: ScopePath, file: Int, module: String) -> Context? {
    var context = Context(module: module, file: file)
    if let extended = scope.extended {
      let syntax = TypeSyntax.named(extended.map { TypeSyntax.Part(name: $0) })
      var resolver = TypeResolver(types: self, context: context, isForCode: false)
      guard case .nominal(let base)? = try? resolver.resolve(syntax).type else { return nil }
      context.around = [base]
    }
    for name in scope.names {
      let found =
        context.around.first.map { entries(named: name, in: $0) }
        ?? entries(named: name, in: module)
      let nominals = found.compactMap { entry -> NominalType? in
        if case .type(let nominal) = entry.meaning { nominal } else { nil }
      }
      guard let nominal = nominals.first else { return nil }
      context.around.insert(nominal, at: 0)
    }
    return context
  }
}

extension NominalType {
  /// Whether it, or a type around it, has generic parameters.
  func isInGeneric(of types: DeclaredTypes) -> Bool {
    types.entries(of: self).contains { $0.isGeneric }
  }
}
