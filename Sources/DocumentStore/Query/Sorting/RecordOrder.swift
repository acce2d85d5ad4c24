import Predicates

/// Puts what a query found in the order that it wants.
struct RecordOrder {
  private let query: Query
  private let generation: Generation

  init(_ query: Query, in generation: Generation, using indexes: FetchIndexes?) {
    self.query = query
    self.generation = generation
  }

  /// Whether records alone tell the order, without objects.
  var isKnown: Bool { query.sort.isEmpty }

  /// The records of selections of the query's tables in order, at least the first so many where `count` is given.
  ///
  /// Where the order is not known, in that of their ids.
  func references(
    of selections: [Selection], first count: Int?
  ) throws(QueryError) -> [RecordReference] {
    var all: [RecordReference] = []
    for selection in selections where all.count < count ?? .max {
      do throws(StoreError) {
        let table = selection.table
        for row in try table.rowsInIDOrder() {
          let group = table.groupIndex(ofRow: row)
          if selection.groups[group][row - table.groups[group].firstRow] {
            all.append(RecordReference(table: table.schema.index, row: row))
          }
        }
      } catch {
        throw .store(error)
      }
    }
    if let count, all.count > count { all.removeLast(all.count - count) }
    return all
  }
}
