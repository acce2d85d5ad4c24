import ManagedModel

/// Holds what a target marks `@NSManaged` against the entities of its models.
///
/// What is found are warnings: a program may choose another model or entity when it runs, and a class may stand for
/// several entities. Only what fits none of the entities that name the class is told.
struct MemberCheck {
  let entities: [EntityMembers]
  let target: ScannedTarget

  /// What is to be said of a member.
  func finding(about shim: MemberShim) -> Diagnostic? {
    let own = entities(of: shim.owner)
    guard let first = own.first else { return nil }
    let place = target.location(of: shim.member.offset, in: shim.file)
    let key = shim.property()
    let properties = own.compactMap { $0.properties[key] }
    guard let property = properties.first else {
      if own.contains(where: { $0.namesBelow.contains(key) }) { return nil }
      return .unknownProperty(key, of: shim.member, entity: first, at: place)
    }
    switch shim.member.kind {
    case .function:
      let needsOrder = shim.function()?.needsOrder == true
      if properties.contains(where: { $0.has(order: needsOrder) }) { return nil }
      return .unfitFunction(
        shim.member.name, key: key, property, needsOrder: needsOrder, entity: first.name, at: place)
    case .property(let syntax):
      var resolver = TypeResolver(types: target.types, context: shim.context)
      // A type that depends on conditions is one thing here and another there.
      guard let type = try? resolver.resolve(syntax), resolver.open == nil else { return nil }
      if properties.contains(where: { fits(type.type, $0) }) { return nil }
      return .unfitType(
        type.text, name: shim.member.name, key: key, property, entity: first.name, at: place)
    }
  }

  private func entities(of type: NominalType) -> [EntityMembers] {
    entities.filter { $0.names(type) }
  }

  /// Whether a property can have a type; true for what is not known well enough.
  private func fits(_ type: MangledType, _ property: EntityMembers.Property) -> Bool {
    switch type {
    case .optional(let wrapped): return fits(wrapped, property)
    case .bound(let nominal, let arguments):
      if nominal.path == "Optional", let wrapped = arguments.first {
        return fits(wrapped, property)
      }
      guard let shape = ValueShape(nominal) else { return true }
      return shape.fits(property) && arguments.allSatisfy { leads(to: $0, property) }
    case .nominal(let nominal):
      if let shape = shape(of: nominal) { return shape.fits(property) }
      return entities(of: nominal).isEmpty
        || (ValueShape.object.fits(property) && leads(to: type, property))
    case .existential, .anyObject, .void: return true
    }
  }

  /// Whether a class may be that of a relationship's destination.
  private func leads(to type: MangledType, _ property: EntityMembers.Property) -> Bool {
    guard case .nominal(let nominal) = type else { return true }
    let known = entities(of: nominal)
    switch property {
    case .toOne(let destination?), .toMany(let destination?, _):
      return known.isEmpty || known.contains { $0.lineage.contains(destination) }
    default: return true
    }
  }

  /// What values of a type are; of an enumeration, what its raw values are.
  private func shape(of nominal: NominalType) -> ValueShape? {
    if let known = ValueShape(nominal) { return known }
    guard nominal.parts.last?.kind == .enum,
      let entry = target.types.entries(of: nominal).first, let raw = entry.bases.first
    else { return nil }
    var resolver = TypeResolver(types: target.types, context: entry.context, isForCode: false)
    guard case .nominal(let rawType)? = try? resolver.resolve(raw).type else { return nil }
    return ValueShape(rawType)
  }
}

extension EntityMembers.Property {
  /// Whether it has members to add and remove, and, where that is asked for, an order.
  fileprivate func has(order isNeeded: Bool) -> Bool {
    if case .toMany(_, let isOrdered) = self { isOrdered || !isNeeded } else { false }
  }
}

/// What the values of a type of Swift, Foundation or Core Data are.
enum ValueShape {
  case number, double, decimal, text, date, data, uuid, url, set, orderedSet, list, dictionary
  case object

  /// nil for a type that may hold anything, and for one that is not known.
  init?(_ type: NominalType) {
    guard KnownTypes.modules.contains(type.module), let shape = ValueShape.shapes[type.path] else {
      return nil
    }
    self = shape
  }

  private static let shapes: [String: ValueShape] = {
    let lists: [(ValueShape, String)] = [
      (.number, "Bool Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16 UInt32 UInt64 Float NSNumber"),
      (.double, "Double"), (.decimal, "Decimal NSDecimalNumber"), (.text, "String NSString"),
      (.date, "Date NSDate"), (.data, "Data NSData"), (.uuid, "UUID NSUUID"), (.url, "URL NSURL"),
      (.set, "Set NSSet NSMutableSet"), (.orderedSet, "NSOrderedSet NSMutableOrderedSet"),
      (.list, "Array NSArray"), (.dictionary, "Dictionary NSDictionary"),
      (.object, "NSManagedObject"),
    ]
    return Dictionary(
      lists.flatMap { shape, names in names.split(separator: " ").map { (String($0), shape) } },
      uniquingKeysWith: { first, _ in first })
  }()

  func fits(_ property: EntityMembers.Property) -> Bool {
    switch property {
    case .attribute(let type): fits(type)
    case .toOne: self == .object
    case .toMany(_, let isOrdered): self == .list || self == (isOrdered ? .orderedSet : .set)
    case .fetched: self == .list
    }
  }

  private func fits(_ type: NSAttributeType) -> Bool {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      self == .number || self == .double
    case .decimalAttributeType: self == .number || self == .double || self == .decimal
    case .stringAttributeType: self == .text
    // Xcode declares a date as `TimeInterval` where the model asks for a scalar.
    case .dateAttributeType: self == .date || self == .double
    case .binaryDataAttributeType: self == .data
    case .UUIDAttributeType: self == .uuid
    case .URIAttributeType: self == .url
    case .compositeAttributeType: self == .dictionary
    case .transformableAttributeType, .objectIDAttributeType, .undefinedAttributeType: true
    }
  }
}
