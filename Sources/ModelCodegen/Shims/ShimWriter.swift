import ManagedModel

/// Writes the file of a target's accessors.
struct ShimWriter {
  let target: ScannedTarget
  private let check: MemberCheck
  var diagnostics: [Diagnostic] = []
  private(set) var symbols: [String] = []
  private var keys: [String] = []
  var body = ""
  private var knownKeys: [String: Int] = [:]
  private var functionNames: [String: Int] = [:]
  private var written: Set<String> = []
  var imports = ShimImports()

  /// The name of the enumeration that holds the keys.
  private static let keysName = "ManagedShimKeys"

  init(_ target: ScannedTarget, _ check: MemberCheck) {
    self.target = target
    self.check = check
  }

  /// The file; empty where nothing is marked.
  var text: String {
    guard !body.isEmpty else { return "" }
    let names = keys.map { "  static let \($0)\n" }.joined()
    let table =
      keys.isEmpty ? "" : "\nnonisolated private enum \(ShimWriter.keysName) {\n\(names)}\n"
    return """
      \(GeneratedFile.mark)
      // The accessors of what the module '\(target.module)' marks '@NSManaged'.
      \(imports.text)
      \(table)\(body)
      """
  }

  /// Writes all that is marked.
  mutating func write() {
    for (index, file) in target.files.enumerated() where !file.members.isEmpty {
      imports.add(file.imports)
      for (scope, members) in groups(of: file.members) {
        write(members, in: scope, file: index)
      }
    }
    writeValidators()
  }

  /// The members by what is around them, in the order of the file.
  private func groups(of members: [ManagedMember]) -> [(ScopePath, [ManagedMember])] {
    var groups: [(ScopePath, [ManagedMember])] = []
    for member in members {
      if groups.last?.0 == member.scope {
        groups[groups.count - 1].1.append(member)
      } else {
        groups.append((member.scope, [member]))
      }
    }
    return groups
  }

  private mutating func write(_ members: [ManagedMember], in scope: ScopePath, file: Int) {
    guard let first = members.first else { return }
    let place = target.location(of: first.offset, in: file)
    guard let context = target.types.context(of: scope, file: file, module: target.module),
      let owner = context.around.first
    else {
      let name = scope.written.joined(separator: ".")
      if target.types.isGeneric(scope, file: file) {
        return diagnostics.append(.ownerIsGeneric(name, member: first.name, at: place))
      }
      let modules = target.files[file].foreignModules(besides: target.types.modules)
      return diagnostics.append(
        .unknownOwner(name, member: first.name, modules: modules, at: place))
    }
    guard owner.parts.last?.kind == .class else {
      return diagnostics.append(.ownerIsNoClass(owner.path, member: first.name, at: place))
    }
    let declared = target.types.entries(of: owner)
    let access = declared.map(\.access).max() ?? .isPublic
    guard !owner.isInGeneric(of: target.types) else {
      return diagnostics.append(.ownerIsGeneric(owner.path, member: first.name, at: place))
    }
    guard !access.isInFile else {
      return diagnostics.append(.ownerInFile(owner.path, member: first.name, at: place))
    }
    let names = Set(members.map(\.name))
    var lines = ""
    for member in members {
      let shim = MemberShim(
        member: member, owner: owner, ownerAccess: access, context: context, target: target,
        file: file, names: names)
      lines += write(shim)
    }
    guard !lines.isEmpty else { return }
    body += "\nextension \(SwiftName.quotedPath(owner)) {\n\(lines)}\n"
  }

  /// The functions of one member, one version for each set of conditions its types depend on.
  private mutating func write(_ shim: MemberShim) -> String {
    do throws(MemberShim.Problem) {
      var lines = ""
      for version in try shim.versions() {
        imports.use(version.modules, isPublic: shim.access == .isPublic)
        lines += write(version, of: shim)
      }
      if let finding = check.finding(about: shim) { diagnostics.append(finding) }
      return lines
    } catch {
      let place = target.location(of: shim.member.offset, in: shim.file)
      let modules = target.files[shim.file].foreignModules(besides: target.types.modules)
      diagnostics.append(.problem(error, of: shim, modules: modules, at: place))
      return ""
    }
  }

  private mutating func write(_ version: MemberShim.Version, of shim: MemberShim) -> String {
    var lines = ""
    for function in version.functions {
      guard written.insert("\(function.symbol) \(version.condition ?? "")").inserted else {
        continue
      }
      symbols.append(function.symbol)
      let name = unique(
        "\(target.module)_\(shim.ownerText)_\(function.name)", among: &functionNames)
      let key = key(of: shim.property(), owner: shim.owner)
      lines += """
          @_silgen_name("\(function.symbol)")
          \(function.modifiers)final func \(name)(\(function.parameters))\(function.result) {
            \(function.body.replacing("KEY", with: "\(ShimWriter.keysName).\(key)"))
          }

        """
    }
    guard let condition = version.condition, !lines.isEmpty else { return lines }
    return "  #if \(condition)\n\(lines)  #endif\n"
  }

  /// The name of a property's key, which is made on first use.
  private mutating func key(of property: String, owner: NominalType) -> String {
    let whole = "\(owner.module).\(owner.path).\(property)"
    if let known = knownKeys[whole] { return "key\(known)" }
    knownKeys[whole] = keys.count
    keys.append("key\(keys.count) = ManagedKey(\"\(property)\")")
    return "key\(keys.count - 1)"
  }

  /// The name with a number where it is taken.
  private func unique(_ name: String, among names: inout [String: Int]) -> String {
    let count = names[name, default: 0]
    names[name] = count + 1
    return count == 0 ? name : "\(name)_\(count + 1)"
  }
}
