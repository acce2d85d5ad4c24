import ManagedModel

/// Where the transactions of a store are kept: in a file beside its document, or in memory.
///
/// The document says which transaction was its last; a log is asked for what leads up to that one.
package protocol HistoryLog: AnyObject, Sendable {
  /// The number of the transaction that comes after a point: never one that the log has given before.
  func nextNumber(after point: HistoryPoint) throws(StoreError) -> Int64

  /// What a save has to do here before its document is replaced; nil where that is nothing.
  func step(for entry: HistoryEntry) -> HistoryStep?

  /// Called when a save is done.
  func didSave(_ transaction: HistoryTransaction?)

  /// The transactions behind `start`, up to the one that ends at `point`.
  func part(
    after start: HistoryStart, upTo point: HistoryPoint
  ) throws(StoreError) -> HistoryPart

  /// Forgets the transactions that come before `end`, which is at `point` at the latest.
  func delete(before end: HistoryStart, upTo point: HistoryPoint) throws(StoreError)

  /// Writes what leads up to `point` as the beginning of a history file.
  func write(
    upTo point: HistoryPoint, store: String?, to output: inout FileWriter
  ) throws(StoreError)

  /// Goes on where another log ends.
  func takeOver(_ copy: HistoryCopy) throws(StoreError)

  /// Removes everything, as far as that is possible.
  func remove()
}

/// Some of the transactions of a history, one behind the other.
package struct HistoryPart: Sendable {
  /// The point before the first of them; where they were asked for by time, the beginning of the history.
  package var after: HistoryPoint
  /// The transactions, the first first.
  package var transactions: [HistoryTransaction] = []
}

/// What a save adds to a history.
package struct HistoryEntry: Sendable {
  /// The transaction; nil for a save that changes no records.
  var transaction: HistoryTransaction?
  /// The point behind which it comes.
  var after: HistoryPoint
  /// Whether the history begins with it, whatever is in a file already.
  var isStart: Bool
  /// The store's identifier.
  var store: String?
}

/// What a save does to the history when the new document is written and has not taken the place of the old one yet.
package struct HistoryStep: Sendable {
  /// Takes the document's place and the access that it grants.
  let run: @Sendable (FilePlace, FileStatus) throws(StoreError) -> Void
}

/// A history that another store is to begin with.
package struct HistoryCopy: Sendable {
  let log: any HistoryLog
  /// The last transaction that belongs to it.
  package let point: HistoryPoint
  let store: String?
}

extension StoreError {
  /// A point from which on not all of the history is there.
  static func expired(_ reason: String, path: String?) -> StoreError {
    StoreError(
      .historyExpired,
      "\(reason); read the objects anew, then go on from the store's current token",
      at: .init(file: path))
  }

  /// A point before what is left.
  static func expired(
    _ point: HistoryPoint, historyAfter base: HistoryPoint, path: String?
  ) -> StoreError {
    let beginning =
      base.number == 0
      ? "the history has been begun anew" : "the history begins after transaction \(base.number)"
    if point.number > base.number {
      return expired(
        "\(beginning) and has no transaction \(point.number) with the token's id", path: path)
    }
    return expired("\(beginning); the token is from transaction \(point.number)", path: path)
  }
}
