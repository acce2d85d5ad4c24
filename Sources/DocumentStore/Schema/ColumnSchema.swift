/// One property as a store sees it.
///
/// Every attribute and relationship of an entity is a column, inherited ones first, in the model's order;
/// the index of a column is also the index of the property's slot in a live object.
package struct ColumnSchema: Sendable {
  package var name: String
  package var type: ColumnType
  /// Whether nil may be saved.
  package var isOptional = true
  /// A transient property has a slot in objects and no storage.
  package var isTransient = false
  /// Computed at save from other properties; a person does not write it.
  package var isDerived = false
  /// The value of a new record, and of a required one that a document leaves out.
  package var defaultValue = Value.null
  /// A history keeps the value of a record that is deleted.
  package var isKeptInHistory = false
  /// Data may lie in a file beside a document.
  package var allowsExternalStorage = false
  /// The bounds that a value must keep.
  package var rules = ValueRules()
  /// The name of what turns a transformable's values into bytes; nil for the usual one.
  package var transformerName: String?
  /// The elements of a composite, in the model's order.
  package var elements: [ColumnSchema] = []
  /// How many entities the one that declares the property inherits from.
  package var depth = 0
  /// What a relationship adds.
  package var relationship: RelationshipSchema?
  /// The leaves that store the column, as indices into ``TableSchema/leafTypes``; empty for a transient.
  package var leaves: Range<Int> = 0..<0

  /// Makes a column; the rest is set by name.
  package init(name: String, type: ColumnType) {
    self.name = name
    self.type = type
  }
}

/// What a store knows of a relationship.
package struct RelationshipSchema: Sendable {
  package var isOrdered = false
  /// The name of the destination entity, for messages.
  package var destinationName = ""
  /// For each table of the schema, whether its records may be members.
  package var destinationTables: [Bool] = []
  /// The column of the inverse in each table that may be a destination, -1 in others; empty without one.
  package var inverseColumns: [Int] = []
  /// Whether a document has this side: exactly one side of a pair, or both where both are ordered.
  package var isWritten = true
  /// Whether the relationship is its own inverse.
  package var isSelfInverse = false
  /// The least number of members (of an existing value).
  package var minimumCount = 0
  /// The largest number of members; 0 means no bound.
  package var maximumCount = 0

  /// Makes a relationship that can have no destination yet.
  package init() {}

  /// Whether there is an inverse.
  package var hasInverse: Bool { !inverseColumns.isEmpty }
}
