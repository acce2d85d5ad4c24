import Foundation
import ManagedModel

/// Finds the types of properties, and the modules that they come from.
struct PropertyTypes {
  let names: TypeNames

  private let classNames: [String: String]
  private let ownModules: Set<String>
  private let options: ClassOptions

  init(of describer: ClassDescriber, options: ClassOptions) {
    self.options = options
    classNames = describer.classNames
    names = TypeNames(hidden: describer.ownNames, module: options.module)
    // `Core.Course` in a model: the classes are for module Core.
    let qualified = describer.model.entities.compactMap(\.managedObjectClassName)
    ownModules = Set(qualified.compactMap(Self.module) + [options.ownModule].compactMap(\.self))
  }

  /// The accessor of a property.
  func accessor(
    for property: NSPropertyDescription
  ) throws(Diagnostic) -> PropertyAccessor {
    switch property {
    case let attribute as NSAttributeDescription: try accessor(for: attribute)
    case let relationship as NSRelationshipDescription: accessor(for: relationship)
    default: accessor(forFetched: property)
    }
  }

  // MARK: Attributes

  private func accessor(
    for attribute: NSAttributeDescription
  ) throws(Diagnostic) -> PropertyAccessor {
    let isPresent = !attribute.isOptional && attribute.defaultValue != nil
    let owner = attribute.entity.name ?? ""
    if let stated = attribute.userInfo?["swiftType"] as? String {
      guard SwiftType.isPlausible(stated) else {
        throw .notAType(stated, of: attribute.name, entity: owner, source: "user info 'swiftType'")
      }
      let (type, module) = imported(stated)
      let stored = type.optional(!isPresent)
      return PropertyAccessor(
        name: attribute.name, kind: kind(of: attribute), type: stored, snapshotType: stored,
        module: module)
    }
    if attribute.attributeType == .transformableAttributeType,
      let stated = attribute.customClassName
    {
      guard SwiftType.isPlausible(stated) else {
        throw .notAType(stated, of: attribute.name, entity: owner, source: "'customClassName'")
      }
      let (type, module) = imported(stated)
      return PropertyAccessor(
        name: attribute.name, kind: kind(of: attribute), type: type.optional(),
        snapshotType: Self.isSendable(stated) ? type.optional() : nil, module: module)
    }
    return PropertyAccessor(
      name: attribute.name, kind: isTimeInterval(attribute) ? .timeInterval : kind(of: attribute),
      type: type(of: attribute, isPresent: isPresent), snapshotType: snapshotType(of: attribute))
  }

  private func kind(of attribute: NSAttributeDescription) -> PropertyAccessor.Kind {
    attribute.attributeType == .transformableAttributeType ? .transformable : .attribute
  }

  private func type(of attribute: NSAttributeDescription, isPresent: Bool) -> SwiftType {
    let type = attribute.attributeType
    if isTimeInterval(attribute) { return SwiftType(names.spelled("TimeInterval")) }
    guard let number = type.swiftNumber else {
      return SwiftType(objectType(type), isOptional: !usesModel || !isPresent)
    }
    if usesModel { return SwiftType(names.spelled(number), isOptional: attribute.isOptional) }
    return attribute.usesScalarValueType == true
      ? SwiftType(names.spelled(number)) : SwiftType(names.spelled("NSNumber"), isOptional: true)
  }

  /// The type of values that are no numbers.
  private func objectType(_ type: NSAttributeType) -> String {
    switch type {
    case .compositeAttributeType: "[\(names.spelled("String")): Any]"
    case .decimalAttributeType where !usesModel: names.spelled("NSDecimalNumber")
    default: names.spelled(type.swiftValue ?? "NSObject")
    }
  }

  /// The type of a value that is sent to another thread: Swift's own, nil where there is none.
  private func snapshotType(of attribute: NSAttributeDescription) -> SwiftType? {
    let type = attribute.attributeType
    guard let name = type.swiftNumber ?? type.swiftValue else { return nil }
    let isPresent =
      !attribute.isOptional && (type.swiftNumber != nil || attribute.defaultValue != nil)
    return SwiftType(names.spelled(name), isOptional: !isPresent)
  }

  private func isTimeInterval(_ attribute: NSAttributeDescription) -> Bool {
    attribute.attributeType == .dateAttributeType && attribute.usesScalarValueType == true
      && !usesModel
  }

  // MARK: Relationships

  private func accessor(for relationship: NSRelationshipDescription) -> PropertyAccessor {
    let destination = destinationType(relationship.destinationEntity)
    let objectID = names.spelled("NSManagedObjectID")
    guard relationship.isToMany else {
      return PropertyAccessor(
        name: relationship.name, kind: .toOne(destination: destination),
        type: destination.optional(), snapshotType: SwiftType(objectID, isOptional: true))
    }
    let set = names.spelled("Set")
    let type =
      if relationship.isOrdered {
        names.spelled("NSOrderedSet")
      } else if options.toMany == .typed {
        "\(set)<\(destination.name)>"
      } else {
        names.spelled("NSSet")
      }
    return PropertyAccessor(
      name: relationship.name,
      kind: .toMany(destination: destination, isOrdered: relationship.isOrdered),
      type: SwiftType(type, isOptional: !usesModel),
      snapshotType: SwiftType(relationship.isOrdered ? "[\(objectID)]" : "\(set)<\(objectID)>"))
  }

  private func accessor(forFetched property: NSPropertyDescription) -> PropertyAccessor {
    let request = (property as? NSFetchedPropertyDescription)?.fetchRequest
    let name = request?.entityName ?? request?.entity?.name
    let destination =
      name.flatMap { classNames[$0] }.map(SwiftName.quoted) ?? names.spelled("NSManagedObject")
    return PropertyAccessor(
      name: property.name, kind: .fetched, type: SwiftType("[\(destination)]", isOptional: true),
      snapshotType: nil)
  }

  private func destinationType(_ entity: NSEntityDescription?) -> SwiftType {
    let name = entity?.name.flatMap { classNames[$0] }
    return SwiftType(name.map(SwiftName.quoted) ?? names.spelled("NSManagedObject"))
  }

  // MARK: Types of other modules

  private var usesModel: Bool { options.optionality == .model }

  /// The type that a model states as `Point`, `.Point` or `Shapes.Point`, and its module if that must be
  /// imported.
  private func imported(_ stated: String) -> (type: SwiftType, module: String?) {
    guard let module = Self.module(stated) else { return (SwiftType(stated), nil) }
    let isOwn = module.isEmpty || ownModules.contains(module)
    return isOwn
      ? (SwiftType(String(stated.dropFirst(module.count + 1))), nil) : (SwiftType(stated), module)
  }

  /// What stands before the first dot of a name; nil for a name without one.
  private static func module(_ name: String) -> String? {
    guard let dot = name.firstIndex(of: "."),
      name[..<dot].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    return String(name[..<dot])
  }

  /// Whether values of a type may be sent to another thread, as far as the generator can tell.
  private static func isSendable(_ type: String) -> Bool {
    let elements: Set<String> = [
      "Bool", "Data", "Date", "Decimal", "Double", "Float", "Int", "Int16", "Int32", "Int64",
      "String", "URL", "UUID",
    ]
    let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
    return words.allSatisfy { elements.contains(String($0)) || $0 == "Set" }
  }
}

extension NSAttributeType {
  /// Swift's type for numbers of the attribute's type; nil for other values.
  fileprivate var swiftNumber: String? {
    switch self {
    case .integer16AttributeType: "Int16"
    case .integer32AttributeType: "Int32"
    case .integer64AttributeType: "Int64"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .booleanAttributeType: "Bool"
    default: nil
    }
  }

  /// Swift's type for values that are no numbers and can be sent to another thread.
  fileprivate var swiftValue: String? {
    switch self {
    case .decimalAttributeType: "Decimal"
    case .stringAttributeType: "String"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Data"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URL"
    case .objectIDAttributeType: "NSManagedObjectID"
    default: nil
    }
  }
}
