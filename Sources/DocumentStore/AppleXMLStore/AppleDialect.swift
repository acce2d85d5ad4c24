import Predicates

/// The names under which Apple's XML store keeps the entities and properties of a model, and their order.
///
/// Entities are in capitals, properties in small letters: see docs/Formats.md, "Apple's XML store".
struct AppleDialect: Sendable {
  /// A property of an entity.
  struct Property: Sendable {
    /// Its column in the table.
    var column: Int
    var name: String
    /// What stands in the XML attribute `type`: that of an attribute's values, or a relationship's counts.
    var type: String
    /// The destination of a relationship.
    var destination: String?
  }

  /// A concrete entity.
  struct Entity: Sendable {
    var name: String
    /// What is stored, in the order in which Apple writes it: attributes backwards, then relationships, those to
    /// one before those to many.
    var properties: [Property] = []
    /// For each column, its place among the properties; -1 for what is not kept.
    var places: [Int] = []
    /// The composites, which cannot be kept: how Apple writes them is not known.
    var composites: [Int] = []
    /// The columns by name, transient ones among them.
    var columns: [String: Int] = [:]
  }

  /// The entities, in the order of the schema's tables.
  let entities: [Entity]
  /// The tables by name.
  let tables: [String: Int]

  /// Throws where two names differ by case only.
  init(_ schema: Schema) throws(StoreError) {
    var entities: [Entity] = []
    var tables: [String: Int] = [:]
    for table in schema.tables {
      let name = table.name.uppercased()
      if let other = tables.updateValue(table.index, forKey: name) {
        throw Self.sameNames("the entities", schema.tables[other].name, table.name, "")
      }
      entities.append(try Entity(table))
    }
    self.entities = entities
    self.tables = tables
  }

  static func sameNames(
    _ kind: String, _ one: String, _ other: String, _ owner: String
  ) -> StoreError {
    StoreError(
      .incompatibleModel,
      "\(kind) '\(one)' and '\(other)'\(owner) differ by case only, and an XML store of Apple's writes both "
        + "as one; rename one of them, or use another format")
  }
}

extension AppleDialect.Entity {
  fileprivate init(_ table: TableSchema) throws(StoreError) {
    name = table.name.uppercased()
    for (index, column) in table.columns.enumerated() {
      if let other = columns.updateValue(index, forKey: column.name.lowercased()) {
        throw AppleDialect.sameNames(
          "the properties", table.columns[other].name, column.name, " of '\(table.name)'")
      }
    }
    let order = AppleOrder(table)
    for index in order.attributes.reversed() {
      guard let type = table.columns[index].type.appleName else {
        composites.append(index)
        continue
      }
      properties.append(.init(column: index, name: table.columns[index].appleName, type: type))
    }
    for type in [ColumnType.toOne, .toMany] {
      for index in order.relationships where table.columns[index].type == type {
        properties.append(AppleDialect.Property(table.columns[index], index))
      }
    }
    places = Array(repeating: -1, count: table.columns.count)
    for (place, property) in properties.enumerated() { places[property.column] = place }
  }
}

extension AppleDialect.Property {
  /// A relationship.
  fileprivate init(_ column: ColumnSchema, _ index: Int) {
    let relationship = column.relationship ?? RelationshipSchema()
    self.init(
      column: index, name: column.appleName,
      type: "\(relationship.minimumCount)/\(relationship.maximumCount)",
      destination: relationship.destinationName.uppercased())
  }
}

extension ColumnSchema {
  fileprivate var appleName: String { name.lowercased() }
}

/// The order in which Core Data has the properties of an entity: those of its parent first, each level by name.
struct AppleOrder: Sendable {
  /// The stored attributes, as columns.
  let attributes: [Int]
  /// The stored relationships, as columns.
  let relationships: [Int]

  init(_ table: TableSchema) {
    let stored = table.columns.indices.filter { !table.columns[$0].isTransient }
    let ordered = stored.sorted { one, other in
      let (one, other) = (table.columns[one], table.columns[other])
      return one.depth != other.depth
        ? one.depth < other.depth : one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
    attributes = ordered.filter { !table.columns[$0].type.isRelationship }
    relationships = ordered.filter { table.columns[$0].type.isRelationship }
  }
}

extension ColumnType {
  /// What Apple's XML store calls the type of an attribute; nil where there is no such attribute there.
  fileprivate var appleName: String? {
    switch self {
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .boolean: "bool"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .date: "date"
    case .data: "binary"
    case .uuid: "uuid"
    case .uri: "uri"
    case .transformable: "transformable"
    case .composite, .toOne, .toMany: nil
    }
  }
}
