@testable import DocumentStore

/// A schema with every type of column, made without a model.
enum SampleSchema {
  /// `Thing` has an attribute of each type, a transient, nested composites, and relationships to itself and to
  /// `Other`; `Other` has few columns; nothing leads to `Island`.
  static let schema = make()

  static func make(tables order: [String] = ["Thing", "Other", "Island"], reversed: Bool = false)
    -> Schema
  {
    let tables = order.enumerated().map { index, name in
      var columns = columns(of: name, order)
      if reversed { columns.reverse() }
      return TableSchema(name: name, index: index, columns: columns)
    }
    return Schema(modelName: "Sample", tables: tables)
  }

  private static func columns(of table: String, _ order: [String]) -> [ColumnSchema] {
    switch table {
    case "Thing":
      attributes + [
        relationship("parent", .toOne, ["Thing"], order),
        relationship("children", .toMany, ["Thing"], order),
        relationship("others", .toMany, ["Other", "Thing"], order),
      ]
    case "Other":
      [ColumnSchema(name: "name", type: .string), relationship("thing", .toOne, ["Thing"], order)]
    default: [ColumnSchema(name: "number", type: .int32)]
    }
  }

  private static var attributes: [ColumnSchema] {
    var columns = ColumnType.allCases.filter { $0 != .composite && !$0.isRelationship }.map {
      ColumnSchema(name: "a\($0)", type: $0)
    }
    var transient = ColumnSchema(name: "passing", type: .string)
    transient.isTransient = true
    var inner = ColumnSchema(name: "inner", type: .composite)
    inner.elements = [
      ColumnSchema(name: "deep", type: .int64), ColumnSchema(name: "text", type: .string),
    ]
    var outer = ColumnSchema(name: "outer", type: .composite)
    outer.elements = [
      ColumnSchema(name: "flag", type: .boolean), inner, ColumnSchema(name: "text", type: .string),
    ]
    columns.insert(transient, at: 3)
    columns.append(outer)
    return columns
  }

  private static func relationship(
    _ name: String, _ type: ColumnType, _ destinations: [String], _ order: [String]
  ) -> ColumnSchema {
    var column = ColumnSchema(name: name, type: type)
    var relationship = RelationshipSchema()
    relationship.destinationName = destinations[0]
    relationship.destinationTables = order.map(destinations.contains)
    column.relationship = relationship
    return column
  }
}

extension TableSchema {
  /// The index of the column with a name.
  func columnIndex(named name: String) -> Int? { columns.firstIndex { $0.name == name } }
}
