import Foundation
import ManagedModel

/// Makes descriptions of classes of a model's entities, and reports what no class can be written for.
struct ClassDescriber {
  let model: NSManagedObjectModel
  let options: ClassOptions
  /// What is wrong, in the order of finding.
  private(set) var diagnostics: [Diagnostic] = []

  /// The last part of the class name of each entity that names a class, by the entity's name.
  let classNames: [String: String]
  /// The names of the model's classes and properties, which hide types of the same names.
  let ownNames: Set<String>
  private var written: [String: String] = [:]

  init(_ model: NSManagedObjectModel, options: ClassOptions) {
    self.model = model
    self.options = options
    classNames = Dictionary(
      model.entities.compactMap { entity in
        Self.className(of: entity).map { (entity.name ?? "", $0) }
      }, uniquingKeysWith: { first, _ in first })
    ownNames = Set(model.entities.flatMap { $0.ownProperties.map(\.name) })
      .union(classNames.values)
  }

  /// The descriptions of all classes that are to be written, in the order of their names.
  mutating func describe() -> [ClassDescription] {
    let entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
    return entities.compactMap { describe($0) }.sorted { $0.name < $1.name }
  }

  mutating func report(_ diagnostic: Diagnostic, at location: Diagnostic.Location?) {
    var placed = diagnostic
    placed.location = location ?? Diagnostic.Location(file: model.name)
    diagnostics.append(placed)
  }

  private mutating func describe(_ entity: NSEntityDescription) -> ClassDescription? {
    let choices = choices(for: entity)
    let codegen = options.codegen ?? Self.codegen(of: entity)
    guard codegen != .manual, let name = name(of: entity) else { return nil }
    let types = PropertyTypes(of: self, options: choices)
    let own = accessors(entity.ownProperties, of: entity, with: types)
    let above = entity.superentity?.properties ?? []
    let inherited =
      choices.hasSnapshots || choices.hasKeys ? accessors(above, of: nil, with: types) : []
    let parent = entity.superentity.flatMap { classNames[$0.name ?? ""] }
    checkAccessors(of: entity, own)
    if choices.hasKeys, let keys = entity.ownProperties.first(where: { $0.name == "Keys" }) {
      report(.keysIsProperty(entity: entity.name ?? ""), at: keys.location)
    }
    if choices.hasSnapshots, classNames.values.contains("\(name)Snapshot") {
      report(.snapshotIsClass(name, entity: entity.name ?? ""), at: entity.location)
    }
    return ClassDescription(
      name: name, entity: entity.name ?? "",
      superclass: SwiftType(
        parent.map(SwiftName.quoted) ?? types.names.spelled("NSManagedObject")),
      definesClass: codegen == .class, isDerived: parent != nil, properties: own,
      inherited: inherited, options: choices)
  }

  /// The accessors of some properties in the order in which Xcode writes them: attributes, relationships,
  /// fetched properties, each by name.
  private mutating func accessors(
    _ properties: [NSPropertyDescription], of entity: NSEntityDescription?,
    with types: PropertyTypes
  ) -> [PropertyAccessor] {
    let sorted = properties.sorted { ($0.xcodeRank, $0.name) < ($1.xcodeRank, $1.name) }
    return sorted.compactMap { property in
      do throws(Diagnostic) {
        if property.name == "_" { throw .unwritableProperty("_", entity: entity?.name ?? "") }
        if property.name == "propertyKeys" {
          throw .nameOfLibrary(property.name, entity: entity?.name ?? "")
        }
        return try types.accessor(for: property)
      } catch {
        // What is wrong with an inherited property is said where that is declared.
        if entity != nil { report(error, at: property.location) }
        return nil
      }
    }
  }

  /// The name of an entity's class, if one can be written.
  private mutating func name(of entity: NSEntityDescription) -> String? {
    let owner = entity.name ?? ""
    guard let name = classNames[owner] else {
      if options.codegen == nil { report(.noClassName(entity: owner), at: entity.location) }
      return nil
    }
    guard SwiftName.canNameType(name) else {
      report(.unwritableClass(name, entity: owner), at: entity.location)
      return nil
    }
    if let other = written.updateValue(owner, forKey: name) {
      report(.sameClass(name, entity: owner, other: other), at: entity.location)
      return nil
    }
    return name
  }

  /// Reports to-many relationships whose methods would have the same names.
  private mutating func checkAccessors(
    of entity: NSEntityDescription, _ accessors: [PropertyAccessor]
  ) {
    var names: [String: String] = [:]
    for accessor in accessors {
      guard case .toMany = accessor.kind else { continue }
      let capitalized = SwiftName.capitalized(accessor.name)
      if let other = names.updateValue(accessor.name, forKey: capitalized) {
        report(
          .sameMethods(accessor.name, other, suffix: capitalized, entity: entity.name ?? ""),
          at: entity.ownProperties.first { $0.name == accessor.name }?.location)
      }
    }
  }
}

extension ClassDescriber {
  /// What the model says about who writes an entity's class.
  static func codegen(of entity: NSEntityDescription) -> ClassOptions.Codegen {
    entity.codeGeneration.flatMap(ClassOptions.Codegen.init) ?? .manual
  }

  /// The class that an entity names, without its module; nil where it names none of its own.
  static func className(of entity: NSEntityDescription) -> String? {
    guard let name = entity.managedObjectClassName, name != "NSManagedObject" else { return nil }
    let last = name.split(separator: ".", omittingEmptySubsequences: false).last
    return last.map(String.init)
  }
}

extension NSPropertyDescription {
  fileprivate var xcodeRank: Int {
    switch self {
    case is NSAttributeDescription: 0
    case is NSRelationshipDescription: 1
    default: 2
    }
  }
}
