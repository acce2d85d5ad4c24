/// The types that every file with managed objects can name: those of Swift, of Foundation and of this package.
///
/// On Linux `Foundation` is several modules, and a symbol names the one that declares the type: `Date` is
/// `20FoundationEssentials4DateV`, `NSDate` is `10Foundation6NSDateC`, and `Date.FormatStyle` is of
/// `FoundationInternationalization`, in an extension.
enum KnownTypes {
  /// A type, or another name for one.
  enum Meaning {
    case type(NominalType)
    case alias(String)
  }

  /// What a name means, its parts joined by points; the types of this package win over Foundation's.
  static func meaning(of path: String) -> Meaning? {
    table[path].map(Meaning.type) ?? aliasTable[path].map(Meaning.alias)
  }

  /// The modules whose names may stand before those types'.
  static let modules: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "CoreData",
    "OpenCoreData", "ManagedModel", "Predicates", "PredicateLogic",
  ]

  private static let lists = [
    ("OpenCoreData", openCoreDataNames), ("ManagedModel", managedModelNames),
    ("PredicateLogic", predicateLogicNames), ("Foundation", foundationNames),
    ("FoundationEssentials", essentialsNames),
    ("FoundationInternationalization", internationalizationNames), ("Swift", swiftNames),
  ]

  private static let aliasTable = Dictionary(
    aliases.map { ($0.name, $0.target) }, uniquingKeysWith: { first, _ in first })

  private static let table = makeTable()

  /// Reads the lists; a type is made after the one around it, whichever list that is in.
  private static func makeTable() -> [String: NominalType] {
    var waiting: [(path: [Substring], kind: NominalType.Kind, module: String)] = []
    for (module, list) in lists {
      var kind = NominalType.Kind.class
      for word in list.split(whereSeparator: \.isWhitespace) {
        if let next = NominalType.Kind(keyword: String(word)) {
          kind = next
        } else {
          waiting.append((word.split(separator: "."), kind, module))
        }
      }
    }
    var table: [String: NominalType] = [:]
    for depth in 1...4 {
      for (path, kind, module) in waiting where path.count == depth {
        let name = path.joined(separator: ".")
        guard table[name] == nil, let last = path.last else { continue }
        let outer = table[path.dropLast().joined(separator: ".")]
        if depth > 1, outer == nil { continue }
        table[name] = NominalType(
          module: outer?.module ?? module,
          parts: (outer?.parts ?? []) + [
            NominalType.Part(
              kind: kind, name: String(last),
              extensionModule: outer.map { $0.declaringModule == module ? nil : module } ?? nil)
          ])
      }
    }
    return table
  }
}
