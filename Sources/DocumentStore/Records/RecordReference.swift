/// Where a record is: the table of its concrete entity and its row there.
///
/// Rows are numbered in memory only. A row keeps its number as long as the store is open, and a number is
/// never given to another record, so a reference found in one generation means the same record in all.
package struct RecordReference: Hashable, Sendable, Comparable, BitwiseCopyable {
  /// The table's index in ``Schema/tables``, above; the row below.
  package let bits: UInt64

  /// Tables have fewer rows than this.
  package static let rowLimit = Int(UInt32.max)

  /// Makes a reference to `row` of the table with index `table`.
  package init(table: Int, row: Int) {
    bits = UInt64(truncatingIfNeeded: table) << 32 | UInt64(UInt32(truncatingIfNeeded: row))
  }

  /// Makes a reference from the form that columns hold.
  package init(bits: UInt64) {
    self.bits = bits
  }

  /// The index of the record's table in ``Schema/tables``.
  package var table: Int { Int(bits >> 32) }
  /// The record's row in its table.
  package var row: Int { Int(bits & 0xFFFF_FFFF) }

  package static func < (one: RecordReference, other: RecordReference) -> Bool {
    one.bits < other.bits
  }
}
