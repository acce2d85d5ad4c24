import Foundation
import ManagedModel

/// A file of Apple's binary store, read whole.
///
/// Safe because the bytes live as long as this, and nothing writes to them.
struct AppleBinaryFile {
  let file: StoredFile
  let stamp: FileStamp
  /// The XXH64 of all bytes.
  let hash: UInt64
  let header: AppleBinaryHeader
  let metadata: AppleMetadata
  /// The keys of metadata that are no property list, and so are kept as they are.
  let otherMetadata: Set<String>
  private let bytes: FileBytes

  init(_ file: StoredFile) throws(StoreError) {
    let (bytes, stamp) = try file.read()
    self.file = file
    self.stamp = stamp
    self.bytes = bytes
    hash = unsafe XXH64.hash(bytes.buffer)
    (header, metadata, otherMetadata) = try Self.attempt(file) {
      () throws(ArchivedList.Fault) in
      let view = unsafe ByteView(bytes.buffer)
      let header = try AppleBinaryHeader(view)
      let (listed, other) = try Self.metadata(KeyedArchive(view[header.metadata]))
      return (header, AppleMetadata(entries: listed), other)
    }
  }

  /// Turns what is wrong with the bytes into an error that names the file.
  private static func attempt<Result>(
    _ file: StoredFile, _ body: () throws(ArchivedList.Fault) -> Result
  ) throws(StoreError) -> Result {
    do throws(ArchivedList.Fault) {
      return try body()
    } catch {
      throw file.failure(.malformed, "this binary store of Apple's Core Data \(error.sentence)")
    }
  }

  private static func metadata(
    _ archive: KeyedArchive
  ) throws(ArchivedList.Fault) -> (listed: [String: PropertyList], other: Set<String>) {
    var listed: [String: PropertyList] = [:]
    var other: Set<String> = []
    for (key, value) in try archive.entries(archive.root("metadata")) ?? [] {
      guard let key = try archive.text(key) else { continue }
      if let plain = try archive.propertyList(value)?.plain {
        listed[key] = plain
      } else {
        // A save copies it; whether that can be done is found out now, not then.
        _ = try ArchiveWriter.copy(of: value, in: archive)
        other.insert(key)
      }
    }
    return (listed, other)
  }

  /// The objects.
  func objects(_ schema: Schema) throws(StoreError) -> AppleObjectList {
    try Self.attempt(file) { () throws(ArchivedList.Fault) in
      let view = unsafe ByteView(bytes.buffer)
      let reader = try AppleBinaryReader(
        view[header.data], schema, lastKey: header.lastKey)
      return try reader.read()
    }
  }

  /// How many objects of each entity there are, by their names; no model is needed.
  func counts() throws(StoreError) -> [(name: String, count: Int)] {
    try Self.attempt(file) { () throws(ArchivedList.Fault) in
      let archive = try KeyedArchive(unsafe ByteView(bytes.buffer)[header.data])
      var counts: [String: Int] = [:]
      for (_, node) in try archive.entries(archive.root("mapData")) ?? [] {
        guard case .instance(_, let fields) = try archive.object(node),
          let field = fields["NSEntityName"], let number = try archive.identifier(field),
          let name = try archive.text(number)
        else { continue }
        counts[name, default: 0] += 1
      }
      return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// Adds the metadata that are no property list to those of an archive that is written.
  func addOtherMetadata(to writer: inout AppleMetadataArchive) throws(StoreError) {
    guard !otherMetadata.isEmpty else { return }
    writer = try Self.attempt(file) { () throws(ArchivedList.Fault) in
      var changed = writer
      let archive = try KeyedArchive(unsafe ByteView(bytes.buffer)[header.metadata])
      for (key, value) in try archive.entries(archive.root("metadata")) ?? [] {
        if let key = try archive.text(key), otherMetadata.contains(key) {
          try changed.add(key, value, of: archive)
        }
      }
      return changed
    }
  }
}

/// What can be said of a file of Apple's binary store without its model.
package struct AppleBinarySummary: Sendable {
  /// The entities by name, and how many objects each has.
  package let entities: [(name: String, count: Int)]
  /// What the file says of itself.
  package let metadata: [String: PropertyList]
  /// Bytes of the file.
  package let size: Int

  /// Reads a file.
  package init(_ file: StoredFile) throws(StoreError) {
    let found = try AppleBinaryFile(file)
    entities = try found.counts()
    metadata = found.metadata.entries
    size = found.stamp.size
  }
}
