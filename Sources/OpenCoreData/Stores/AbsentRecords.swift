import DocumentStore
import Synchronization

/// Ids that no record of a store has and somebody has asked for, and references for them: those stand at the end of
/// their tables, where no row comes.
final class AbsentRecords: Sendable {
  private struct Name: Hashable {
    let table: Int
    let id: String
  }

  private struct Known {
    var references: [Name: RecordReference] = [:]
    var ids: [RecordReference: String] = [:]
  }

  private let known = Mutex(Known())

  /// Rows that are kept for ids without a record; a table that has as many rows has other worries.
  private static let rows = RecordReference.rowLimit - (1 << 24)..<RecordReference.rowLimit

  /// Whether a reference may be one of these.
  static func mayHave(_ reference: RecordReference) -> Bool {
    !reference.isTemporary && rows.contains(reference.row)
  }

  /// The reference that stands for an id; nil where there are too many.
  func reference(forID id: String, table: Int) -> RecordReference? {
    known.withLock { known in
      let name = Name(table: table, id: id)
      if let given = known.references[name] { return given }
      let row = Self.rows.upperBound - 1 - known.references.count
      guard row >= Self.rows.lowerBound else { return nil }
      let fresh = RecordReference(table: table, row: row)
      known.references[name] = fresh
      known.ids[fresh] = id
      return fresh
    }
  }

  /// The id that a reference stands for.
  func id(of reference: RecordReference) -> String? {
    Self.mayHave(reference) ? known.withLock { $0.ids[reference] } : nil
  }
}
