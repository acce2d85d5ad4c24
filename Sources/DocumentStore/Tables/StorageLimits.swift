/// How large values and groups of rows may become.
///
/// The offsets of a chunk have 32 bits, and who reads one value reads the chunk it lies in.
struct StorageLimits: Sendable {
  /// Bytes of one value.
  var value = ColumnChunk.payloadLimit - RowGroup.payloadCapacity
  /// Bytes of one leaf of a group beyond which a change cuts the group in two.
  var leaf = 4 * RowGroup.payloadCapacity

  static let standard = StorageLimits()
}
