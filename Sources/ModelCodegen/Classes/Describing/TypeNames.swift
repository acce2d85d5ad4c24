/// How types of the standard library, of Foundation and of this library are spelled beside the classes of a
/// model.
///
/// An entity may be called `Date` or `Set`. Its class then hides the type of that name in its own module,
/// and so does a property of that name inside its class; generated code must say which one it means.
struct TypeNames {
  private let hidden: Set<String>
  private let coreData: String

  init(hidden: Set<String>, module: ClassOptions.Module) {
    self.hidden = hidden
    coreData = module.rawValue
  }

  /// The spelling of a type that generated code uses.
  func spelled(_ name: String) -> String {
    guard hidden.contains(name) else { return name }
    return "\(Self.modules[name] ?? coreData).\(name)"
  }

  /// The modules of the types that are not this library's.
  private static let modules: [String: String] = {
    let swift = [
      "Any", "AnyKeyPath", "Bool", "Double", "Float", "Hashable", "Identifiable", "Int", "Int16",
      "Int32", "Int64", "Sendable", "Set", "String",
    ]
    let foundation = [
      "Data", "Date", "Decimal", "NSDecimalNumber", "NSIndexSet", "NSNumber", "NSObject",
      "NSOrderedSet", "NSSet", "TimeInterval", "UUID", "URL",
    ]
    return Dictionary(
      uniqueKeysWithValues: swift.map { ($0, "Swift") } + foundation.map { ($0, "Foundation") })
  }()
}
