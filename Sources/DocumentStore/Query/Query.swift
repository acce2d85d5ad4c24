package import Predicates

/// Which records are looked for, and in which order they are wanted.
package struct Query {
  /// The tables that are looked through; without a sort order their records come one table after the other, in
  /// the order of their ids.
  package var tables: [Int]
  /// The condition, nil for all records.
  ///
  /// Constants that stand for records are ``RecordReference``s.
  package var predicate: NSPredicate?
  /// The order that is wanted; what is left equal comes in the order without one.
  package var sort: [NSSortDescriptor] = []
  /// How many records are left out at the beginning.
  package var offset = 0
  /// How many records are wanted at most; nil for all.
  package var limit: Int?
  /// Records of any table that are not for the asker what they are in the store: changed or deleted and not saved.
  ///
  /// They are never found. Records from which the predicate or the order leads to one are told apart; see
  /// ``QueryResult/touched``.
  package var changed: [RecordReference] = []

  /// Makes a query for all records of some tables.
  package init(tables: [Int]) {
    self.tables = tables
  }
}

/// What a query found.
package struct QueryResult {
  /// The records that meet the condition as the store has them.
  ///
  /// Where ``isWindowed`` is false, all of them, or at least as many of the first as offset and limit together
  /// can leave.
  package var references: [RecordReference] = []
  /// Records that are not changed themselves, but from which a path of the predicate or of the order leads to one
  /// that is.
  ///
  /// Whether they are found only objects can tell; they are not among ``references``.
  package var touched: [RecordReference] = []
  /// The part of the predicate that has not been applied, since only objects can answer it (blocks, transient
  /// properties); nil where all of it has been.
  package var residual: NSPredicate?
  /// Whether the records are in the order that was wanted; not where only objects know the order.
  package var isSorted = true
  /// Whether offset and limit have been applied: where nothing is changed and nothing is left to objects.
  package var isWindowed = true

  /// Makes a result without records.
  package init() {}
}

/// Why a query has no result.
package enum QueryError: Error {
  /// The store cannot be read.
  case store(StoreError)
  /// The predicate cannot be evaluated.
  case evaluation(EvaluationError)
}
