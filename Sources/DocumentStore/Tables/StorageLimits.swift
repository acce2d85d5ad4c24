/// How large values and groups of rows may become.
///
/// The offsets of a chunk have 32 bits, and who reads one value reads the chunk it lies in.
struct StorageLimits: Sendable {
  /// Bytes of one value; behind those of a group that still takes rows there is always room for it.
  var value = ColumnChunk.payloadLimit - RowGroup.payloadCapacity
  /// Bytes of one leaf of a group beyond which a change cuts the group in two.
  var leaf = 4 * RowGroup.payloadCapacity
  /// Bytes of one leaf of a group in any case.
  var payload = ColumnChunk.payloadLimit

  static let standard = StorageLimits()
}
