import Foundation
import ManagedModel

/// What is known of a file of Apple's XML store since it was read or written last.
struct AppleXMLState: Sendable {
  /// The file.
  var stamp: FileStamp
  /// The XXH64 of all its bytes.
  var hash: UInt64
  /// Whether the file is in another encoding than UTF-8, so that a save rewrites all of it.
  var isForeign: Bool
  /// For each table, where its objects stand.
  var spans: [ElementSpans]
  /// Where the element `database` stands.
  var root: Range<Int>
  /// Where the element `databaseInfo` begins, where there is one.
  var infoStart: Int?
  var ids: AppleFileIDs
  /// What the file's counter says.
  var counter: Int64?
  var metadata: AppleMetadata
  /// Whether the file was written with another model.
  var isOtherModel: Bool
}

/// Reads a file of Apple's XML store: its bytes, its records, and where they stand.
enum AppleXMLLoader {
  /// Reads a file whose bytes, and their stamp, have been read.
  static func load(
    _ file: StoredFile, _ schema: Schema, _ dialect: AppleDialect,
    _ found: (bytes: FileBytes, stamp: FileStamp)
  ) throws(StoreError) -> (contents: StoreContents, state: AppleXMLState) {
    let (bytes, stamp) = found
    let text = try DocumentText(file: bytes, path: file.path)
    return try withExtendedLifetime(text.bytes) { () throws(StoreError) in
      let view = unsafe ByteView(text.bytes.buffer)
      let reader = try read(view, file, schema, dialect)
      let metadata = metadata(of: reader, file)
      let difference = metadata.difference(from: schema)
      if let difference {
        reader.problems.add(
          AppleMetadata.warning(difference), at: reader.infoStart ?? reader.root.lowerBound,
          .warning)
      }
      var resolver = AppleObjectResolver(reader.found)
      let generation = try resolver.finish()
      let findings = reader.problems.diagnostics(path: file.path, text: view)
      guard let generation else { throw StoreError(.malformed, findings) }
      let state = AppleXMLState(
        stamp: stamp, hash: unsafe XXH64.hash(bytes.buffer),
        isForeign: text.foreignEncoding != nil, spans: resolver.spans, root: reader.root,
        infoStart: reader.infoStart, ids: resolver.ids, counter: reader.found.counter,
        metadata: metadata, isOtherModel: difference != nil)
      let contents = StoreContents(
        generation: generation, metadata: metadata.entries, warnings: findings)
      return (contents, state)
    }
  }

  private static func metadata(of reader: AppleXMLReader, _ file: StoredFile) -> AppleMetadata {
    var metadata = AppleMetadata(entries: reader.metadata)
    metadata.entries[AppleMetadata.uuidKey] = .string(
      reader.uuid ?? DerivedUUID.uuid(ofPath: file.path).uuidString)
    return metadata
  }

  /// Runs the parser.
  ///
  /// Throws where the file cannot be read at all.
  private static func read(
    _ view: ByteView, _ file: StoredFile, _ schema: Schema, _ dialect: AppleDialect
  ) throws(StoreError) -> AppleXMLReader {
    guard let parser = SAXParser(view, .apple) else {
      throw file.failure(.limit, "'\(file.path)' cannot be read: there is no memory for the parser")
    }
    let reader = AppleXMLReader(schema, dialect, view, parser)
    do throws(SAXParser.Fault) {
      try parser.run(reader)
    } catch {
      reader.problems.add(error.sentence, at: error.offset)
    }
    // What stops the parser leaves an open end, behind which nothing was looked at.
    guard parser.hasStopped || reader.problems.hasErrors, reader.root.isEmpty else { return reader }
    throw StoreError(.malformed, reader.problems.diagnostics(path: file.path, text: view))
  }
}
