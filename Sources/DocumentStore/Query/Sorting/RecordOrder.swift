import Predicates

/// Puts what a query found in the order that it wants.
struct RecordOrder {
  private let query: Query
  private let generation: Generation
  /// What the records are sorted by; nil where only objects know.
  let keys: [SortKey]?

  init(_ query: Query, in generation: Generation, using indexes: FetchIndexes?) {
    self.query = query
    self.generation = generation
    var keys: [SortKey]? = []
    for descriptor in query.sort {
      guard
        let key = SortKey(descriptor, tables: query.tables, schema: generation.schema)
      else {
        keys = nil
        break
      }
      keys?.append(key)
    }
    self.keys = keys
  }

  /// Whether records alone tell the order, without objects.
  var isKnown: Bool { keys != nil }

  /// The records that were found in the query's tables in order, at least the first so many where `count` is given.
  ///
  /// Where the order is not known, in that of their ids.
  func references(
    of found: FoundRecords, first count: Int?
  ) throws(QueryError) -> [RecordReference] {
    var sorter = RecordSorter(keys ?? [], tables: query.tables, in: generation, wanted: count)
    for selection in found.selections { sorter.add(selection) }
    sorter.add(found.indexed ?? [])
    do throws(StoreError) {
      return try sorter.sorted()
    } catch {
      throw .store(error)
    }
  }
}
