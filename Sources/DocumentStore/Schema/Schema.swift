import ManagedModel

/// A model as a store sees it: a table for each concrete entity, a column for each property.
package final class Schema: Sendable {
  /// The tables, in the model's order of entities.
  package let tables: [TableSchema]
  /// The model's name, which documents carry; nil where it has none.
  package let modelName: String?

  /// For each abstract entity, the names of the concrete ones below it; for messages.
  package let concreteNames: [String: [String]]

  private let indices: [String: Int]

  /// Makes a schema of tables whose indices are their positions.
  package init(
    modelName: String?, tables: [TableSchema], concreteNames: [String: [String]] = [:]
  ) {
    self.modelName = modelName
    self.tables = tables
    self.concreteNames = concreteNames
    var indices: [String: Int] = [:]
    for table in tables { indices[table.name] = table.index }
    self.indices = indices
  }

  /// The index of the table of a concrete entity.
  package func tableIndex(named name: String) -> Int? { indices[name] }

  /// What an id of the form `Entity-n` is made of, whatever record has it; nil for other ids.
  func numberedID(_ id: String) -> (table: Int, number: Int64)? {
    guard let hyphen = id.utf8.lastIndex(of: UInt8(ascii: "-")),
      let table = tableIndex(named: String(id[..<hyphen])),
      let number = RecordID(id, in: tables[table].name).number
    else { return nil }
    return (table, number)
  }
}

/// The table of one concrete entity.
package final class TableSchema: Sendable {
  /// The entity's name, which is also the name of its elements in documents.
  package let name: String
  /// The position in ``Schema/tables``.
  package let index: Int
  /// The columns; see ``ColumnSchema``.
  package let columns: [ColumnSchema]
  /// The types of the stored leaves.
  ///
  /// A column has one, a composite a Boolean one for its presence and those
  /// of its elements behind it, a transient none.
  package let leafTypes: [ColumnType]
  /// Attribute names that no two records may share all values of, each as column indices.
  package let uniquenessConstraints: [[Int]]
  /// What the records may be kept sorted by; see ``FetchIndexes``.
  package let indexes: [IndexSchema]
  /// For each column, its leaf; ``noLeaf`` for a transient, ``severalLeaves`` for a composite.
  let soleLeaf: [Int]
  static let noLeaf = -1
  static let severalLeaves = -2

  /// Makes a table and lays out its leaves.
  package init(
    name: String, index: Int, columns: [ColumnSchema], uniquenessConstraints: [[Int]] = [],
    indexes: [IndexSchema] = []
  ) {
    self.name = name
    self.indexes = indexes
    self.index = index
    self.uniquenessConstraints = uniquenessConstraints
    var types: [ColumnType] = []
    let laidOut = columns.map { column in
      var column = column
      if !column.isTransient { column.layOutLeaves(&types) }
      return column
    }
    self.columns = laidOut
    leafTypes = types
    soleLeaf = laidOut.map { column in
      if column.leaves.isEmpty { return Self.noLeaf }
      return column.type == .composite ? Self.severalLeaves : column.leaves.lowerBound
    }
  }
}

extension ColumnSchema {
  /// Gives the column and its elements their leaves, appending the types.
  fileprivate mutating func layOutLeaves(_ types: inout [ColumnType]) {
    let first = types.count
    types.append(type == .composite ? .boolean : type)
    for index in elements.indices { elements[index].layOutLeaves(&types) }
    leaves = first..<types.count
  }
}
