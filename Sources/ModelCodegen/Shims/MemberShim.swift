/// What is written for one property or function.
struct MemberShim {
  /// Why nothing can be written for it.
  enum Problem: Error {
    case type(TypeResolver.Failure)
    /// A function that is not one that Core Data makes.
    case unknownFunction
    /// A type that depends on more conditions than can be told apart.
    case tooManyVersions
  }

  /// One function of the file.
  struct Function {
    var symbol: String
    /// A part of its own name.
    var name: String
    var modifiers: String
    var parameters: String
    var result: String
    /// Its body, in which `KEY` stands for the property's key.
    var body: String
  }

  /// The functions for one choice among types that are declared under conditions.
  struct Version {
    var functions: [Function]
    var condition: String?
    var modules: Set<String>
  }

  let member: ManagedMember
  let owner: NominalType
  let ownerAccess: Access
  let context: DeclaredTypes.Context
  let target: ScannedTarget
  let file: Int
  /// The names of the members beside it.
  let names: Set<String>

  /// What it can be seen from.
  var access: Access { min(member.access, ownerAccess) }

  /// The class's name as a part of another.
  var ownerText: String { owner.parts.map(\.name).joined(separator: "_") }

  private var symbol: MemberSymbol { symbol(member.access) }

  private func symbol(_ access: Access) -> MemberSymbol {
    MemberSymbol(
      owner: owner, module: target.module, name: member.name,
      file: member.access.isInFile ? target.files[file].name : nil)
  }

  private func modifiers(_ access: Access) -> String {
    switch min(access, ownerAccess) {
    case .isPublic: "public "
    case .isPackage: "package "
    default: ""
    }
  }

  /// The name of the property that it is or works on.
  func property() -> String {
    if case .function = member.kind, let function = function() {
      return function.propertyName(among: names)
    }
    return primitiveName ?? member.name
  }

  /// The name of the property whose primitive value it is: that of `primitiveTitle` is `title`.
  private var primitiveName: String? {
    let prefix = "primitive"
    guard member.name.hasPrefix(prefix), let first = member.name.dropFirst(prefix.count).first,
      first.isUppercase, case .property = member.kind
    else { return nil }
    return first.lowercased() + member.name.dropFirst(prefix.count + 1)
  }

  /// What it does, where it is a function of Core Data's.
  func function() -> ManagedFunction? {
    guard case .function(let parameters) = member.kind else { return nil }
    return member.selector.flatMap { ManagedFunction(selector: $0) }
      ?? ManagedFunction(name: member.name, labels: parameters.map(\.label))
  }

  /// What has to be written: one version, or several where types are declared under conditions.
  func versions() throws(Problem) -> [Version] {
    var versions: [Version] = []
    var waiting: [[String: Int]] = [[:]]
    while let choices = waiting.popLast() {
      guard versions.count + waiting.count < 16 else { throw .tooManyVersions }
      var resolver = TypeResolver(types: target.types, context: context)
      resolver.choices = choices
      let functions: [Function]
      switch member.kind {
      case .property(let type): functions = try accessors(type, &resolver)
      case .function(let parameters): functions = try function(parameters, &resolver)
      }
      if let open = resolver.open {
        // The first declaration is taken last from the list, so that versions are in their order.
        for choice in (0..<min(open.count, 16)).reversed() {
          waiting.append(choices.merging([open.name: choice]) { first, _ in first })
        }
        continue
      }
      let conditions = [member.condition].compactMap(\.self) + resolver.conditions.sorted()
      versions.append(
        Version(
          functions: functions,
          condition: conditions.isEmpty ? nil : conditions.joined(separator: " && "),
          modules: resolver.modules))
    }
    return versions
  }

  private func resolve(_ type: TypeSyntax, _ resolver: inout TypeResolver) throws(Problem)
    -> TypeResolver.Resolved
  {
    do throws(TypeResolver.Failure) {
      return try resolver.resolve(type)
    } catch {
      throw .type(error)
    }
  }

  private func accessors(_ syntax: TypeSyntax, _ resolver: inout TypeResolver) throws(Problem)
    -> [Function]
  {
    let type = try resolve(syntax, &resolver)
    let kind = primitiveName != nil ? "Primitive" : type.type.isOpen ? "Anything" : ""
    return [
      Function(
        symbol: symbol.getter(type.type), name: "\(member.name)_get",
        modifiers: modifiers(member.access), parameters: "", result: " -> \(type.text)",
        body: "managed\(kind)(KEY)"),
      Function(
        symbol: symbol.setter(type.type), name: "\(member.name)_set",
        modifiers: modifiers(min(member.access, member.setterAccess)),
        parameters: "_ value: __owned \(type.text)", result: "",
        body: "setManaged\(kind)(value, KEY)"),
    ]
  }

  private func function(
    _ parameters: [ManagedMember.Parameter], _ resolver: inout TypeResolver
  ) throws(Problem) -> [Function] {
    guard let function = function() else { throw .unknownFunction }
    var types: [TypeResolver.Resolved] = []
    for parameter in parameters { types.append(try resolve(parameter.type, &resolver)) }
    let body: String
    switch (function.action, types.count) {
    case (.add, 1): body = "managedAdd(value0, KEY)"
    case (.remove, 1): body = "managedRemove(value0, KEY)"
    case (.insert, 2): body = "managedInsert(value0, at: value1, KEY)"
    case (.removeAtIndex, 1): body = "managedRemove(at: value0, KEY)"
    case (.replace, 2): body = "managedReplace(at: value0, with: value1, KEY)"
    default: throw .unknownFunction
    }
    let labelled = zip(parameters, types).map { ($0.0.label, $0.1.type) }
    return [
      Function(
        symbol: symbol.function(labelled), name: member.name, modifiers: modifiers(member.access),
        parameters: types.enumerated().map { "_ value\($0): \($1.text)" }.joined(separator: ", "),
        result: "", body: body)
    ]
  }
}
