/// Finds the records from which paths lead to changed ones.
struct ChangeReach {
  private let context: QueryContext
  /// The rows of changed records, by table.
  private let changed: [[Int]]

  init(_ context: QueryContext, _ changed: [RecordReference]) {
    self.context = context
    var rows: [[Int]] = Array(repeating: [], count: context.tables.count)
    for reference in changed where reference.table < rows.count {
      rows[reference.table].append(reference.row)
    }
    self.changed = rows
  }

  /// The filter for the records of a table from which one of the paths leads to a changed one; nil where none
  /// can.
  func filter(_ table: TableSchema, _ paths: PathNode) throws(QueryError) -> (any Filter)? {
    var filters: [any Filter] = []
    for (name, rest) in paths.children.sorted(by: { $0.key < $1.key }) {
      guard let index = context.reader.column(name, of: table.index),
        let relationship = table.columns[index].relationship, !table.columns[index].isTransient
      else { continue }
      if let filter = try filter(table.columns[index], relationship, rest) {
        filters.append(filter)
      }
    }
    return filters.isEmpty ? nil : OrFilter(filters)
  }

  private func filter(
    _ column: ColumnSchema, _ relationship: RelationshipSchema, _ rest: PathNode
  ) throws(QueryError) -> (any Filter)? {
    var conditions: [(table: Table, filter: any Filter)] = []
    for table in context.destinations(of: relationship) {
      var filters: [any Filter] = []
      if !changed[table.index].isEmpty {
        filters.append(RecordFilter(changed[table.index], isInverted: false))
      }
      if let further = try filter(table, rest) { filters.append(further) }
      if !filters.isEmpty {
        conditions.append((context.generation.tables[table.index], OrFilter(filters)))
      }
    }
    if conditions.isEmpty { return nil }
    let set = ReferenceSet.meeting(
      DestinationRows(conditions, tableCount: context.tables.count))
    let leaf = column.leaves.lowerBound
    return column.type == .toOne
      ? LeafFilter(
        leaf: leaf, ReferenceTest(set: set, isInverted: false), null: false, cost: set.cost)
      : LeafFilter(
        leaf: leaf, MembersTest(quantifier: .any, set: set, isInverted: false), null: false,
        cost: 20 + set.cost)
  }
}
