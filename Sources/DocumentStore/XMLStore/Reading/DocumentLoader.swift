import ManagedModel

/// Reads a document's file: its bytes, its records, and where they stand.
enum DocumentLoader {
  /// Larger documents are not read; libxml2 counts bytes with 32 bits.
  static let sizeLimit = Int(Int32.max) - 1

  static func load(
    _ file: StoredFile, _ schema: Schema
  ) throws(StoreError) -> (contents: StoreContents, state: DocumentState) {
    let (bytes, stamp) = try file.read(limit: sizeLimit)
    let text = try DocumentText(file: bytes, path: file.path)
    return try withExtendedLifetime(text.bytes) { () throws(StoreError) in
      let view = unsafe ByteView(text.bytes.buffer)
      let reader = try read(view, file, schema)
      let metadata = DocumentMetadata(written: reader.root.metadata, path: file.path)
      reader.root.nextNumbers = metadata.nextNumbers
      let generation = try reader.finish()
      noteModel(reader)
      let findings = reader.problems.diagnostics(path: file.path, text: view)
      guard let generation else { throw StoreError(.malformed, findings) }
      let state = DocumentState(
        stamp: stamp, hash: unsafe XXH64.hash(bytes.buffer), isForeign: text.foreignEncoding != nil,
        spans: reader.spans, metadata: metadata, hasMetadata: reader.root.metadataStart != nil,
        assets: reader.root.folder, assetStamps: reader.assetStamps)
      return (
        StoreContents(generation: generation, metadata: metadata.entries, warnings: findings), state
      )
    }
  }

  /// Runs the parser. Throws where the document cannot be read at all.
  private static func read(
    _ view: ByteView, _ file: StoredFile, _ schema: Schema
  ) throws(StoreError) -> DocumentReader {
    guard !view.isEmpty else {
      throw StoreError(
        .malformed, "the file is empty; there is no document in it",
        at: .init(file: file.path, line: 1, column: 1))
    }
    guard let parser = SAXParser(view) else {
      throw file.failure(.limit, "'\(file.path)' cannot be read: there is no memory for the parser")
    }
    let reader = DocumentReader(schema: schema, bytes: view, keysOf: parser, file: file)
    do throws(SAXParser.Fault) { try parser.run(reader) } catch {
      reader.problems.add(error.sentence, at: error.offset)
      throw StoreError(.malformed, reader.problems.diagnostics(path: file.path, text: view))
    }
    if let name = reader.root.foreignName { throw foreign(name, reader, file) }
    return reader
  }

  private static func foreign(
    _ name: String, _ reader: DocumentReader, _ file: StoredFile
  ) -> StoreError {
    let sentence =
      name == "database"
      ? "this is an XML store of Apple's Core Data ('database'), which is another format and not read "
        + "here; a document begins with 'store'"
      : "the outermost element is '\(name)'; a document begins with 'store'"
    var problems = ProblemList()
    problems.add(sentence, at: reader.root.start)
    return StoreError(
      .unknownFormat, problems.diagnostics(path: file.path, text: reader.bytes))
  }

  /// A document of another model may be right all the same, where that was renamed.
  private static func noteModel(_ reader: DocumentReader) {
    guard let named = reader.root.model, let model = reader.schema.modelName, named != model else {
      return
    }
    reader.problems.add(
      "the document is of the model '\(named)', and was read with the model '\(model)'",
      at: reader.root.start, .warning)
  }
}
