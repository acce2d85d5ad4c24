/// What is to be done with each element, as plain numbers, so that reading an element touches no
/// object and no string.
///
/// Tables, their properties, and the elements of composites form a tree. The children of a node are
/// neighbours.
struct ReadingPlan {
  struct Property: BitwiseCopyable {
    /// The key of the name; see ``SAXParser/key(of:)``.
    var key: UInt
    var type: ColumnType
    var isTransient: Bool
    var allowsFile: Bool
    var table: Int32
    /// The index among the columns of the table, or the elements of the composite.
    var column: Int32
    /// The composite that it is a part of, -1 for a column.
    var parent: Int32
    /// The first leaf, -1 for a transient.
    var leaf: Int32
    /// The parts of a composite.
    var firstChild: Int32
    var endChild: Int32
    /// For a relationship, the first table that may be its destination.
    var destination: Int32
    var least: Int64
    var greatest: Int64
  }

  struct TablePlan {
    var key: UInt
    var children: Range<Int>
    /// The children that must be there, or have a default.
    var required: [Int]
  }

  private(set) var properties: [Property] = []
  private(set) var schemas: [ColumnSchema] = []
  /// For each property, its parts that must be there, or have a default.
  private(set) var requiredParts: [[Int]] = []
  private(set) var tables: [TablePlan] = []
  private(set) var tablesByKey: [UInt: Int] = [:]

  init(_ schema: Schema, _ parser: SAXParser) {
    for table in schema.tables {
      let key = parser.key(of: table.name)
      let children = add(table.columns, table: table.index, parent: -1, parser)
      tablesByKey[key] = table.index
      tables.append(TablePlan(key: key, children: children, required: required(among: children)))
    }
  }

  /// Adds siblings, then their parts.
  private mutating func add(
    _ columns: [ColumnSchema], table: Int, parent: Int, _ parser: SAXParser
  ) -> Range<Int> {
    let range = properties.count..<properties.count + columns.count
    for (index, column) in columns.enumerated() {
      let (least, greatest) = column.type.integerRange
      properties.append(
        Property(
          key: parser.key(of: column.name), type: column.type, isTransient: column.isTransient,
          allowsFile: column.allowsExternalStorage, table: Int32(table), column: Int32(index),
          parent: Int32(parent),
          leaf: Int32(column.leaves.isEmpty ? -1 : column.leaves.lowerBound), firstChild: 0,
          endChild: 0,
          destination: Int32(
            column.relationship?.destinationTables.firstIndex(of: true) ?? 0), least: least,
          greatest: greatest))
      schemas.append(column)
      requiredParts.append([])
    }
    for index in range where !schemas[index].elements.isEmpty {
      let parts = add(schemas[index].elements, table: table, parent: index, parser)
      properties[index].firstChild = Int32(parts.lowerBound)
      properties[index].endChild = Int32(parts.upperBound)
      requiredParts[index] = required(among: parts)
    }
    return range
  }

  private func required(among range: Range<Int>) -> [Int] {
    range.filter { index in
      let column = schemas[index]
      return !column.isOptional && !column.isDerived && !column.isTransient
        && !column.type.isRelationship
    }
  }

  /// The property with a key among siblings; they are tried from `hint` on, since they mostly come
  /// in order.
  @inline(__always)
  func index(of key: UInt, in range: Range<Int>, after hint: Int) -> Int? {
    if hint < range.upperBound, properties[hint].key == key { return hint }
    for index in range where properties[index].key == key { return index }
    return nil
  }
}

extension ColumnType {
  /// The integers that the type holds.
  var integerRange: (least: Int64, greatest: Int64) {
    switch self {
    case .int16: (Int64(Int16.min), Int64(Int16.max))
    case .int32: (Int64(Int32.min), Int64(Int32.max))
    default: (.min, .max)
    }
  }
}
