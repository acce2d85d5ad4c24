import Foundation
import Predicates

/// What all filters of a query share.
final class QueryContext {
  let generation: Generation
  let reader: RecordReader

  /// Which rows meet the rest of a path, by the comparison that the path is part of and what is left of it.
  private var destinations: [DestinationKey: DestinationRows] = [:]

  init(_ generation: Generation) {
    self.generation = generation
    reader = RecordReader(generation)
  }

  /// The tables of the schema.
  var tables: [TableSchema] { generation.schema.tables }

  /// The tables to which a relationship may lead.
  func destinations(of relationship: RelationshipSchema) -> [TableSchema] {
    zip(tables, relationship.destinationTables).compactMap { $1 ? $0 : nil }
  }

  /// The rows of a relationship's destinations that meet a condition, the same object for the same key.
  ///
  /// nil where there is no filter for one of the tables.
  func rows(
    _ relationship: RelationshipSchema, key: DestinationKey,
    _ filter: (TableSchema) throws(QueryError) -> (any Filter)?
  ) throws(QueryError) -> DestinationRows? {
    if let known = destinations[key] { return known }
    var conditions: [(table: Table, filter: any Filter)] = []
    for schema in destinations(of: relationship) {
      guard let filter = try filter(schema) else { return nil }
      conditions.append((generation.tables[schema.index], filter))
    }
    let rows = DestinationRows(conditions, tableCount: tables.count)
    destinations[key] = rows
    return rows
  }
}

/// What tells one set of destination rows from another.
struct DestinationKey: Hashable {
  /// The comparison, or the condition of a subquery; it lives as long as the query.
  let predicate: ObjectIdentifier
  /// How many keys of the path lead there.
  var depth: Int
  let destinations: [Bool]
  var isInCollection = false
}
