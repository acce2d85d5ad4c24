import Foundation
package import ManagedModel
import Predicates

extension Schema {
  /// The schema of a model's entities, or of those of one of its configurations.
  ///
  /// The model must be frozen. Throws where an attribute that is to be stored has no type.
  package convenience init(
    model: NSManagedObjectModel, configuration: String? = nil
  ) throws(StoreError) {
    guard let entities = model.entities(forConfigurationName: configuration) else {
      throw StoreError(
        .incompatibleModel,
        "the model has no configuration '\(configuration ?? "")'; "
          + "its configurations are \(model.configurations)")
    }
    let stored = entities.filter(\.isConcrete)
    var indices: [ObjectIdentifier: Int] = [:]
    for (index, entity) in stored.enumerated() { indices[ObjectIdentifier(entity)] = index }
    var tables: [TableSchema] = []
    for (index, entity) in stored.enumerated() {
      tables.append(try TableSchema(entity, index: index, among: stored, indices))
    }
    var concreteNames: [String: [String]] = [:]
    for entity in model.entities where !entity.isConcrete {
      concreteNames[entity.name ?? ""] = entity.selfAndDescendants.filter(\.isConcrete)
        .compactMap(\.name)
    }
    self.init(modelName: model.name, tables: tables, concreteNames: concreteNames)
  }
}

extension NSEntityDescription {
  /// The properties that have a slot in objects, in the order of their slots.
  package var storedProperties: [NSPropertyDescription] {
    properties.filter { $0 is NSAttributeDescription || $0 is NSRelationshipDescription }
  }
}

extension NSEntityDescription {
  /// How many entities the topmost one with a property inherits from.
  fileprivate func depth(ofPropertyNamed name: String) -> Int {
    guard let superentity, superentity.propertiesByName[name] != nil else {
      return selfAndAncestors.reduce(-1) { count, _ in count + 1 }
    }
    return superentity.depth(ofPropertyNamed: name)
  }
}

extension TableSchema {
  fileprivate convenience init(
    _ entity: NSEntityDescription, index: Int, among stored: [NSEntityDescription],
    _ indices: [ObjectIdentifier: Int]
  ) throws(StoreError) {
    var columns: [ColumnSchema] = []
    for property in entity.storedProperties {
      var column: ColumnSchema
      if let attribute = property as? NSAttributeDescription {
        column = try ColumnSchema(attribute, of: entity.name ?? "")
      } else if let relationship = property as? NSRelationshipDescription {
        column = ColumnSchema(relationship, among: stored, indices)
      } else {
        continue
      }
      column.depth = entity.depth(ofPropertyNamed: property.name)
      columns.append(column)
    }
    let names = columns.map(\.name)
    let constraints = entity.effectiveUniquenessConstraints.map { constraint in
      constraint.compactMap { names.firstIndex(of: $0) }
    }.filter { !$0.isEmpty }
    self.init(
      name: entity.name ?? "", index: index, columns: columns, uniquenessConstraints: constraints,
      indexes: IndexSchema.indexes(of: entity, columns: columns, constraints: constraints))
  }
}

// MARK: - Attributes

extension ColumnSchema {
  fileprivate init(_ attribute: NSAttributeDescription, of owner: String) throws(StoreError) {
    let type = ColumnType(attribute.attributeType)
    guard type != nil || attribute.isTransient else {
      throw StoreError(
        .incompatibleModel,
        "attribute '\(attribute.name)' of '\(owner)' has no type that can be stored; give it one or "
          + "make it transient")
    }
    self.init(name: attribute.name, type: type ?? .transformable)
    isOptional = attribute.isOptional
    isTransient = attribute.isTransient
    isDerived = attribute is NSDerivedAttributeDescription
    isKeptInHistory = attribute.preservesValueInHistoryOnDeletion && !attribute.isTransient
    allowsExternalStorage = attribute.allowsExternalBinaryDataStorage
    transformerName = attribute.valueTransformerName
    if let value = attribute.plainDefault { defaultValue = Value(default: value, of: self.type) }
    rules = ValueRules(attribute.limits, of: self.type)
    for element in (attribute as? NSCompositeAttributeDescription)?.elements ?? [] {
      elements.append(try ColumnSchema(element, of: attribute.name))
    }
  }
}

extension ColumnType {
  /// The type of a column for an attribute; nil where nothing can be stored.
  package init?(_ type: NSAttributeType) {
    switch type {
    case .integer16AttributeType: self = .int16
    case .integer32AttributeType: self = .int32
    case .integer64AttributeType: self = .int64
    case .decimalAttributeType: self = .decimal
    case .doubleAttributeType: self = .double
    case .floatAttributeType: self = .float
    case .stringAttributeType: self = .string
    case .booleanAttributeType: self = .boolean
    case .dateAttributeType: self = .date
    case .binaryDataAttributeType: self = .data
    case .UUIDAttributeType: self = .uuid
    case .URIAttributeType: self = .uri
    case .transformableAttributeType: self = .transformable
    case .compositeAttributeType: self = .composite
    case .undefinedAttributeType, .objectIDAttributeType: return nil
    }
  }
}

extension Value {
  /// A default value, which the model has brought into the form of its attribute's type.
  ///
  /// One of another type counts as none; checking the model reports it.
  fileprivate init(default value: Any, of type: ColumnType) {
    switch (type, value) {
    case (.int16, let number as Int16): self = .integer(Int64(number))
    case (.int32, let number as Int32): self = .integer(Int64(number))
    case (.int64, let number as Int64): self = .integer(number)
    case (.boolean, let flag as Bool): self = .boolean(flag)
    case (.float, let number as Float): self = .float(number)
    case (.double, let number as Double): self = .double(number)
    case (.decimal, let number as Decimal): self = .decimal(number)
    case (.string, let text as String): self = .string(text)
    case (.date, let date as Date): self = .date(date.timeIntervalSinceReferenceDate)
    case (.data, let data as Data): self = .data(data)
    case (.uuid, let uuid as UUID): self = .uuid(uuid)
    case (.uri, let url as URL): self = .uri(url.absoluteString)
    default: self = .null
    }
  }
}

extension ValueRules {
  fileprivate init(_ limits: AttributeLimits, of type: ColumnType) {
    self.init()
    switch type {
    case .date:
      minimum = limits.earliest.map { .date($0.timeIntervalSinceReferenceDate) }
      maximum = limits.latest.map { .date($0.timeIntervalSinceReferenceDate) }
    case .string:
      minimumLength = limits.minimumLength
      maximumLength = limits.maximumLength
      pattern = limits.pattern.flatMap { TextPattern($0) }
    default:
      minimum = limits.minimum.map { Value(bound: $0, of: type, rounding: .up) }
      maximum = limits.maximum.map { Value(bound: $0, of: type, rounding: .down) }
    }
  }
}

extension Value {
  /// A bound in the column's own type; a fraction as the bound of whole numbers is the next inside it.
  fileprivate init(bound: Decimal, of type: ColumnType, rounding: Decimal.RoundingMode) {
    switch type {
    case .int16, .int32, .int64:
      var exact = bound
      var whole = Decimal()
      unsafe NSDecimalRound(&whole, &exact, 0, rounding)
      let clamped = max(Decimal(Int64.min), min(Decimal(Int64.max), whole))
      self = .integer(NSDecimalNumber(decimal: clamped).int64Value)
    case .float: self = .float(NSDecimalNumber(decimal: bound).floatValue)
    case .double: self = .double(NSDecimalNumber(decimal: bound).doubleValue)
    case .decimal: self = .decimal(bound)
    default: self = .null
    }
  }
}

// MARK: - Relationships

extension ColumnSchema {
  fileprivate init(
    _ relationship: NSRelationshipDescription, among stored: [NSEntityDescription],
    _ indices: [ObjectIdentifier: Int]
  ) {
    self.init(name: relationship.name, type: relationship.isToMany ? .toMany : .toOne)
    isOptional = relationship.isOptional
    isTransient = relationship.isTransient
    var schema = RelationshipSchema()
    schema.isOrdered = relationship.isOrdered && relationship.isToMany
    schema.destinationName = relationship.destinationEntity?.name ?? ""
    schema.minimumCount = relationship.minCount
    schema.maximumCount = relationship.maxCount
    schema.destinationTables = Array(repeating: false, count: stored.count)
    for entity in relationship.destinationEntity?.selfAndDescendants ?? [] {
      if let index = indices[ObjectIdentifier(entity)] { schema.destinationTables[index] = true }
    }
    if let inverse = relationship.inverseRelationship {
      schema.isSelfInverse = inverse === relationship
      schema.isWritten = relationship.isWritten(insteadOf: inverse)
      schema.inverseColumns = zip(stored, schema.destinationTables).map { entity, isDestination in
        isDestination
          ? entity.storedProperties.firstIndex { $0.name == inverse.name } ?? -1 : -1
      }
    }
    self.relationship = schema
  }
}

extension NSRelationshipDescription {
  /// Whether documents have this side of the pair: the ordered one (both, where both are), else the to-one,
  /// else the one whose entity and name sort first.
  fileprivate func isWritten(insteadOf inverse: NSRelationshipDescription) -> Bool {
    if inverse === self { return true }
    let isOrdered = isOrdered && isToMany
    let inverseIsOrdered = inverse.isOrdered && inverse.isToMany
    if isOrdered || inverseIsOrdered { return isOrdered }
    if isToMany != inverse.isToMany { return !isToMany }
    let mine = [entity.name ?? "", name]
    let other = [inverse.entity.name ?? "", inverse.name]
    return mine.lexicographicallyPrecedes(other)
  }
}
