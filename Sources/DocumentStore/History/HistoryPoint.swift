package import Foundation

/// A place in the history of a store: right behind one of its transactions, or before the first.
///
/// The number alone does not say which transaction is meant: a document that was restored, or is of another branch,
/// goes on with numbers that were given before. The random id does.
package struct HistoryPoint: Hashable, Sendable {
  /// The number of the transaction; 0 before the first.
  package var number: Int64
  /// The transaction's id; nil before the first of a store whose history began with the store itself.
  package var id: UUID?

  /// Makes a point of its parts.
  package init(number: Int64, id: UUID?) {
    self.number = number
    self.id = id
  }

  /// Before everything that was ever in the store.
  package static let beginning = HistoryPoint(number: 0, id: nil)

  /// A point where a history begins in a store that has records already; no other is equal.
  package static var fresh: HistoryPoint { HistoryPoint(number: 0, id: UUID()) }

  /// More transactions than a store will ever have.
  package static let largestNumber: Int64 = 1 << 62
}

/// What a document's metadata says of its history.
extension HistoryPoint {
  /// The key of the record; no program sees it.
  package static let metadataKey = "OpenCoreDataHistory"

  /// The record for the metadata.
  package var record: PropertyList {
    var entries: [String: PropertyList] = ["transaction": .integer(number)]
    if let id { entries["id"] = .string(id.uuidString) }
    return .dictionary(entries)
  }

  /// Reads a record; one that cannot be understood is a point of which nothing is known but that changes are tracked.
  package init(record: PropertyList) {
    if let number = record["transaction"]?.integer, (1...Self.largestNumber).contains(number),
      let id = record["id"]?.text.flatMap(UUID.init)
    {
      self.init(number: number, id: id)
    } else {
      self = .fresh
    }
  }
}

/// From where on, or up to where, a history is meant.
package enum HistoryStart: Hashable, Sendable {
  /// The beginning of what there is.
  case beginning
  /// A time, in seconds since 2001.
  case date(Double)
  /// A point.
  case point(HistoryPoint)
}
