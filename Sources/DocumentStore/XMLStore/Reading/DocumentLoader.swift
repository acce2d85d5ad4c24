import ManagedModel

/// Reads a document's file: its bytes, its records, and where they stand.
enum DocumentLoader {
  /// More bytes than a document may have: places are kept in 32 bits.
  static let sizeLimit = Int(UInt32.max) - 1

  /// Reads a document whose bytes, and their stamp, have been read.
  static func load(
    _ file: StoredFile, _ schema: Schema, _ found: (bytes: FileBytes, stamp: FileStamp)
  ) throws(StoreError) -> (contents: StoreContents, state: DocumentState) {
    let (bytes, stamp) = found
    let text = try DocumentText(file: bytes, path: file.path)
    return try withExtendedLifetime(text.bytes) { () throws(StoreError) in
      let view = unsafe ByteView(text.bytes.buffer)
      let resolver = LinkResolver(try read(view, file, schema))
      let (contents, metadata) = try contents(resolver, file, view)
      let root = resolver.reader.root
      let state = DocumentState(
        stamp: stamp, hash: unsafe XXH64.hash(bytes.buffer), isForeign: text.foreignEncoding != nil,
        spans: resolver.reader.spans, root: root.start..<root.end,
        metadataRange: root.metadataStart.map { $0..<(root.metadataEnd ?? $0) },
        metadata: metadata, assets: root.folder, assetStamps: resolver.reader.assetStamps)
      return (contents, state)
    }
  }

  /// Runs the parser.
  ///
  /// Throws where the document cannot be read at all.
  private static func read(
    _ view: ByteView, _ file: StoredFile, _ schema: Schema
  ) throws(StoreError) -> DocumentReader {
    guard !view.isEmpty else {
      throw StoreError(
        .malformed, "the file is empty; there is no document in it",
        at: .init(file: file.path, line: 1, column: 1))
    }
    var reader = try parse(view, file, schema, ProblemList())
    if let fault = reader.fault {
      reader.problems.add(fault.sentence, at: fault.offset)
      throw StoreError(
        fault.isApple ? .unknownFormat : .malformed,
        reader.problems.diagnostics(path: file.path, text: view))
    }
    if let name = reader.root.foreignName {
      var problems = ProblemList()
      problems.add(sentence(for: reader.root, named: name), at: reader.root.start)
      throw StoreError(.unknownFormat, problems.diagnostics(path: file.path, text: view))
    }
    return reader
  }

  /// What the parser finds, and where the document stops being well-formed.
  static func parse(
    _ view: ByteView, _ file: StoredFile, _ schema: Schema, _ problems: ProblemList
  ) throws(StoreError) -> DocumentReader {
    guard let parser = SAXParser(view) else {
      throw file.failure(.limit, "'\(file.path)' cannot be read: there is no memory for the parser")
    }
    var reader = DocumentReader(schema: schema, bytes: view, parser: parser, file: file)
    reader.problems = problems
    let handler = DocumentHandler(reader)
    var fault: SAXParser.Fault?
    do throws(SAXParser.Fault) { try parser.run(handler) } catch { fault = error }
    var read = handler.take()
    read.fault = fault
    return read
  }

  private static func sentence(for root: RootElement, named name: String) -> String {
    if root.hasDefaultNamespace {
      return "'\(name)' belongs to a namespace, and the elements of a document belong to none; "
        + "remove the attribute 'xmlns'"
    }
    return name == "database"
      ? SAXParser.appleSentence
      : "the outermost element is '\(name)'; a document begins with 'store'"
  }

  /// Finishes what the parser began.
  ///
  /// Throws where the document has errors.
  private static func contents(
    _ resolver: LinkResolver, _ file: StoredFile, _ view: ByteView
  ) throws(StoreError) -> (StoreContents, DocumentMetadata) {
    let metadata = DocumentMetadata(written: resolver.reader.root.metadata, path: file.path)
    resolver.reader.root.nextNumbers = metadata.nextNumbers
    let generation = try resolver.finish()
    noteModel(resolver)
    let findings = resolver.reader.problems.diagnostics(path: file.path, text: view)
    guard let generation else { throw StoreError(.malformed, findings) }
    return (
      StoreContents(generation: generation, metadata: metadata.entries, warnings: findings),
      metadata
    )
  }

  /// A document of another model may be right all the same, where that was renamed.
  private static func noteModel(_ resolver: LinkResolver) {
    guard let named = resolver.reader.root.model, let model = resolver.schema.modelName,
      named != model
    else { return }
    let start = resolver.reader.root.start
    resolver.reader.problems.add(
      "the document is of the model '\(named)', and was read with the model '\(model)'", at: start,
      .warning)
  }
}
