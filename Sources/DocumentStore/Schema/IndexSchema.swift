import ManagedModel

/// A sorted list of a table's records that makes some queries faster.
package struct IndexSchema: Sendable {
  /// The name that people see.
  package var name: String
  /// The columns that it is sorted by, most significant first; each stored in one leaf.
  package var columns: [Int]

  /// Makes an index.
  package init(name: String, columns: [Int]) {
    self.name = name
    self.columns = columns
  }
}

extension IndexSchema {
  /// The indexes that a model states for an entity or those it inherits from, and one for each of its uniqueness
  /// constraints.
  ///
  /// Left out are those with a condition of their own, by area, and of what is not stored as one value; of the others
  /// the columns before the first such one.
  static func indexes(
    of entity: NSEntityDescription, columns: [ColumnSchema], constraints: [[Int]]
  ) -> [IndexSchema] {
    var indexes: [IndexSchema] = []
    for ancestor in entity.selfAndAncestors {
      for index in ancestor.indexes where index.partialPredicateText == nil {
        let columns = index.elements.map { $0.column(among: columns) }.prefix { $0 != nil }
        indexes.append(IndexSchema(name: index.name, columns: columns.compactMap { $0 }))
      }
    }
    for index in columns.indices where entity.storedProperties[index].isIndexed {
      indexes.append(IndexSchema(name: columns[index].name, columns: [index]))
    }
    for constraint in constraints {
      let sortable = constraint.prefix { columns[$0].canBeIndexed }
      let name = constraint.map { columns[$0].name }.joined(separator: ", ")
      indexes.append(IndexSchema(name: "unique \(name)", columns: Array(sortable)))
    }
    var known: Set<[Int]> = [[]]
    return indexes.filter { known.insert($0.columns).inserted }
  }
}

extension NSFetchIndexElementDescription {
  /// The column that the element stands for; nil where it cannot be sorted by.
  fileprivate func column(among columns: [ColumnSchema]) -> Int? {
    guard expressionText == nil, collationType == .binary, let propertyName else { return nil }
    return columns.firstIndex { $0.name == propertyName && $0.canBeIndexed }
  }
}

extension ColumnSchema {
  /// Whether records can be kept sorted by the column.
  var canBeIndexed: Bool {
    switch type {
    case .int16, .int32, .int64, .boolean, .float, .double, .decimal, .string, .date, .uuid, .toOne:
      !isTransient
    case .data, .uri, .transformable, .composite, .toMany: false
    }
  }
}
