/// The imports of the file of accessors: those of the files whose members it supplies.
///
/// Their levels need care. A module that a public function names has to be imported publicly where imports are
/// internal by default, and one that none names must not be, or the compiler warns.
struct ShimImports {
  private var imports: [ScannedImport] = []
  private var publicModules: Set<String> = []
  private var modules: Set<String> = []

  /// Adds the imports of a file.
  mutating func add(_ more: [ScannedImport]) {
    for one in more where one.kind != "func" && one.kind != "let" && one.kind != "var" {
      if let index = imports.firstIndex(where: { $0.isSame(as: one) }) {
        // The wider of two levels serves both.
        if let access = one.access, let known = imports[index].access {
          imports[index].access = max(access, known)
        } else {
          imports[index].access = nil
        }
      } else {
        imports.append(one)
      }
    }
  }

  /// Notes that a function names types of these modules.
  mutating func use(_ modules: Set<String>, isPublic: Bool) {
    self.modules.formUnion(modules)
    if isPublic { publicModules.formUnion(modules) }
  }

  private static let ownNames: Set<String> = ["CoreData", "OpenCoreData"]

  private static func isFoundation(_ module: String) -> Bool { module.hasPrefix("Foundation") }

  private static let reexported: Set<String> = [
    "OpenCoreData", "ManagedModel", "PredicateLogic", "Predicates", "Swift",
  ]

  /// The lines.
  var text: String {
    let imported = Set(imports.filter { $0.condition == nil }.compactMap(\.path.first))
    var lines = imports.map(line)
    if imported.isDisjoint(with: ShimImports.ownNames),
      !imports.contains(where: { ShimImports.ownNames.contains($0.path.first ?? "") })
    {
      lines.append("import OpenCoreData")
    }
    for module in modules.sorted()
    where !imported.contains(module) && !ShimImports.isFoundation(module)
      && !ShimImports.reexported.contains(module)
    {
      lines.append("import \(module)")
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ one: ScannedImport) -> String {
    let attributes = one.attributes.filter { !["@_exported", "@_implementationOnly"].contains($0) }
    let words = attributes + level(one) + ["import"] + [one.kind].compactMap(\.self)
    let text = (words + [one.path.map(SwiftName.quoted).joined(separator: ".")])
      .joined(separator: " ")
    return one.condition.map { "#if \($0)\n  \(text)\n#endif" } ?? text
  }

  private func level(_ one: ScannedImport) -> [String] {
    switch one.access {
    case nil: []
    case .isPublic: isNamedPublicly(one.path.first ?? "") ? ["public"] : []
    case .isPackage: []
    default: ["internal"]
    }
  }

  private func isNamedPublicly(_ module: String) -> Bool {
    if publicModules.contains(module) { return true }
    let ofFoundation = publicModules.contains(where: ShimImports.isFoundation)
    if ShimImports.isFoundation(module) { return ofFoundation }
    guard ShimImports.ownNames.contains(module) else { return false }
    return !publicModules.isDisjoint(with: ShimImports.reexported.subtracting(["Swift"]))
      || (ofFoundation && !imports.contains { ShimImports.isFoundation($0.path.first ?? "") })
  }
}

extension ScannedImport {
  fileprivate func isSame(as other: ScannedImport) -> Bool {
    attributes == other.attributes && kind == other.kind && path == other.path
      && condition == other.condition
  }
}
