@testable import DocumentStore

/// A schema for queries: relationships of both kinds whose destinations are records of several tables.
enum QuerySchema {
  /// `Special` is a kind of `Item` with one attribute more, `Tag` has few columns.
  static let schema: Schema = {
    let items = ["Item", "Special"]
    let itemColumns =
      attributes + [
        relationship("parent", .toOne, items), relationship("tag", .toOne, ["Tag"]),
        relationship("children", .toMany, items), relationship("tags", .toMany, ["Tag"]),
        relationship("ordered", .toMany, items, isOrdered: true),
      ]
    let tagColumns = [
      ColumnSchema(name: "name", type: .string), ColumnSchema(name: "weight", type: .double),
      relationship("owner", .toOne, items), relationship("items", .toMany, items),
    ]
    let tables = [
      itemColumns, itemColumns + [ColumnSchema(name: "bonus", type: .int32)], tagColumns,
    ]
    return Schema(
      modelName: "Query",
      tables: zip(names, tables).enumerated().map { index, table in
        TableSchema(
          name: table.0, index: index, columns: table.1, indexes: indexes(of: table.1))
      })
  }()

  /// An index on each column that can have one, and one on each pair of neighbours.
  private static func indexes(of columns: [ColumnSchema]) -> [IndexSchema] {
    let sortable = columns.indices.filter { columns[$0].canBeIndexed }
    return sortable.map { IndexSchema(name: columns[$0].name, columns: [$0]) }
      + zip(sortable, sortable.dropFirst()).map { IndexSchema(name: "pair", columns: [$0, $1]) }
  }

  static let names = ["Item", "Special", "Tag"]

  private static var attributes: [ColumnSchema] {
    let types: [ColumnType] = [
      .int16, .int32, .int64, .boolean, .float, .double, .decimal, .string, .date, .data, .uuid,
      .uri, .transformable,
    ]
    var columns = types.map { ColumnSchema(name: "a\($0)", type: $0) }
    columns.append(ColumnSchema(name: "other", type: .string))
    columns.append(ColumnSchema(name: "number", type: .double))
    var passing = ColumnSchema(name: "passing", type: .string)
    passing.isTransient = true
    columns.append(passing)
    var inner = ColumnSchema(name: "inner", type: .composite)
    inner.elements = [ColumnSchema(name: "deep", type: .int64)]
    var place = ColumnSchema(name: "place", type: .composite)
    place.elements = [ColumnSchema(name: "city", type: .string), inner]
    columns.append(place)
    return columns
  }

  private static func relationship(
    _ name: String, _ type: ColumnType, _ destinations: [String], isOrdered: Bool = false
  ) -> ColumnSchema {
    var column = ColumnSchema(name: name, type: type)
    var relationship = RelationshipSchema()
    relationship.isOrdered = isOrdered
    relationship.destinationName = destinations[0]
    relationship.destinationTables = names.map(destinations.contains)
    column.relationship = relationship
    return column
  }
}

extension Generation {
  /// The same records in groups of other sizes.
  func regrouped(_ random: inout SeededRandom, atMost limit: Int) throws -> Generation {
    let tables = try tables.map { table in
      var groups: [RowGroup] = []
      var row = 0
      while row < table.rowCount {
        let end = min(table.rowCount, row + random.int(1...limit))
        groups.append(try table.group(of: row..<end))
        row = end
      }
      return Table(schema: table.schema, groups: groups, highestNumber: table.highestNumber)
    }
    return Generation(number: number, schema: schema, tables: tables)
  }
}

extension Table {
  fileprivate func group(of rows: Range<Int>) throws -> RowGroup {
    let builder = TableBuilder(schema)
    for row in rows {
      if isLive(row) {
        builder.append(RecordID(try id(of: row), in: schema.name), try values(of: row))
      } else {
        builder.skip(to: row - rows.lowerBound + 1)
      }
    }
    let group = try builder.finish().groups[0]
    return RowGroup(
      firstRow: rows.lowerBound, rowCount: rows.count, ids: group.ids, live: group.live,
      leaves: group.leaves)
  }
}
