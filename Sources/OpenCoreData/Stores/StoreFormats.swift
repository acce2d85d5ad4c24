import DocumentStore
import Foundation

/// Which format reads and writes which store.
enum StoreFormats {
  static func format(
    of location: StoreLocation, _ schema: Schema, isReadOnly: Bool
  ) -> any StoreFormat {
    guard let file = location.file else { return MemoryFormat(schema: schema) }
    return switch (location.type, location.isApple) {
    case (NSXMLStoreType, false):
      XMLFormat(file: file, schema: schema, isReadOnly: isReadOnly)
    case (NSXMLStoreType, true):
      AppleXMLFormat(file: file, schema: schema, isReadOnly: isReadOnly)
    case (_, true): AppleBinaryFormat(file: file, schema: schema, isReadOnly: isReadOnly)
    case (_, false): BinaryFormat(file: file, schema: schema, isReadOnly: isReadOnly)
    }
  }

  /// What the store in a file says of itself; no model is needed.
  static func statedMetadata(
    of location: StoreLocation
  ) throws(StoreError) -> [String: PropertyList] {
    guard let file = location.file, location.kind != nil, location.kind != .empty else {
      return [:]
    }
    var metadata =
      switch (location.type, location.isApple) {
      case (NSXMLStoreType, false): try XMLDocumentSummary(file).metadata
      case (NSXMLStoreType, true):
        try AppleXMLContents(file, keepingObjects: false).metadata
      case (_, true): try AppleBinaryFormat.metadata(of: file)
      case (_, false): try BinaryFormat.metadata(of: file)
      }
    metadata[HistoryPoint.metadataKey] = nil
    return metadata
  }

  /// Writes records, and their history where there is one, as a new store, or over one.
  static func write(
    _ generation: Generation, _ metadata: [String: PropertyList], _ history: HistoryCopy?,
    to location: StoreLocation, replacing: Bool
  ) throws(StoreError) {
    guard let file = location.file else { return }
    let stamp = replacing ? try file.stamp() : nil
    var metadata = metadata
    metadata[HistoryPoint.metadataKey] = history?.point.record
    let beside = HistoryFile(of: file)
    let step = history.map(beside.step)
    switch (location.type, location.writesAppleFormat) {
    case (NSXMLStoreType, false):
      try XMLFormat.write(
        generation, metadata: metadata, history: step, to: file, expecting: stamp)
    case (NSXMLStoreType, true):
      try AppleXMLFormat.write(
        generation, metadata: metadata, history: step, to: file, expecting: stamp)
    case (_, true):
      try AppleBinaryFormat.write(
        generation, metadata: metadata, history: step, to: file, expecting: stamp)
    case (_, false):
      try BinaryFormat.write(
        generation, metadata: metadata, history: step, to: file, expecting: stamp)
    }
    if history == nil { beside.remove() }
  }
}
