import Foundation

/// Collects the values of one leaf, as ``ColumnRows`` does, for several to append to.
///
/// Safe because nothing that an append calls comes back to the builder: exclusive access need not be checked
/// while the program runs, which would take a third of the time of filling a table.
@safe final class ColumnBuilder {
  let type: ColumnType
  @exclusivity(unchecked) private var rows: ColumnRows

  init(_ type: ColumnType) {
    self.type = type
    unsafe rows = ColumnRows(type)
  }

  var rowCount: Int { unsafe rows.rowCount }
  /// Bytes that the rows' contents take, fixed widths aside.
  var payloadSize: Int { unsafe rows.payloadSize }

  func appendNull() { unsafe rows.appendNull() }

  /// Appends an integer to a column of integers of any width, which it must fit.
  func append(integer: Int64) { unsafe rows.append(integer: integer) }

  func append(boolean: Bool) { unsafe rows.append(boolean: boolean) }

  /// Appends a number to a column of `Double` or dates.
  func append(double: Double) { unsafe rows.append(double: double) }

  func append(float: Float) { unsafe rows.append(float: float) }

  func append(decimal: DecimalBits) { unsafe rows.append(decimal: decimal) }

  func append(uuid: UUID) { unsafe rows.append(uuid: uuid) }

  func append(reference: RecordReference) { unsafe rows.append(reference: reference) }

  func append(references: some Sequence<RecordReference>) {
    unsafe rows.append(references: references)
  }

  /// Appends to a column of text or data; text must be UTF-8.
  func append(bytes: UnsafeRawBufferPointer) { unsafe rows.append(bytes: bytes) }

  func append(text: String) { unsafe rows.append(text: text) }

  /// Appends any value of the column's type, or null.
  func append(_ value: Value) { unsafe rows.append(value) }

  /// Copies rows of a chunk of the same type.
  func append(rows range: Range<Int>, of chunk: ColumnChunk) throws(StoreError) {
    try unsafe rows.append(rows: range, of: chunk)
  }

  /// Makes a chunk of the rows so far and starts anew.
  func seal() -> ColumnChunk { unsafe rows.seal() }

  /// Forgets the rows so far and starts anew.
  func removeAll() { unsafe rows.removeAll() }
}
