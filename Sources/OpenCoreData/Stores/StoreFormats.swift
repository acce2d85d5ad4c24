import DocumentStore
import Foundation

/// Which format reads and writes which store.
enum StoreFormats {
  static func format(
    of location: StoreLocation, _ schema: Schema, _ options: StoreOptions
  ) -> any StoreFormat {
    guard let file = location.file else { return MemoryFormat(schema: schema) }
    return BinaryFormat(file: file, schema: schema, isReadOnly: options.isReadOnly)
  }

  /// What the store in a file says of itself; no model is needed.
  static func statedMetadata(
    of location: StoreLocation, _ url: URL
  ) throws -> [String: PropertyList] {
    guard let file = location.file else { return [:] }
    do throws(StoreError) {
      return try BinaryFormat.metadata(of: file)
    } catch {
      throw CocoaError(error, at: url, doing: .opening)
    }
  }
}
