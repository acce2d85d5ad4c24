import ManagedModel

/// Saves what is left of a half-broken document: see docs/Formats.md, "Repair".
///
/// First the text is made well-formed; then it is read, and what the reader has against it is left out, the
/// smallest part that is at fault, until it has nothing against it any more. What is kept stays as it was written.
package struct XMLRepair {
  private let file: StoredFile
  private let schema: Schema
  private let options: RepairOptions
  private let original: ByteView
  private var text: MendedText
  private var found: [(origin: Int, finding: RepairFinding)] = []

  /// Reads a document and mends it; throws where nothing of one can be made out.
  package static func run(
    _ file: StoredFile, _ schema: Schema, _ options: RepairOptions
  ) throws(StoreError) -> RepairedStore {
    let (bytes, _) = try file.read(limit: DocumentLoader.sizeLimit)
    let text = try DocumentText(file: bytes, path: file.path)
    return try withExtendedLifetime(text.bytes) { () throws(StoreError) in
      let view = unsafe ByteView(text.bytes.buffer)
      var repair = XMLRepair(file, schema, options, view)
      return try repair.run(isForeign: text.foreignEncoding != nil)
    }
  }

  private init(
    _ file: StoredFile, _ schema: Schema, _ options: RepairOptions, _ original: ByteView
  ) {
    self.file = file
    self.schema = schema
    self.options = options
    self.original = original
    text = MendedText(original.array)
  }

  private mutating func run(isForeign: Bool) throws(StoreError) -> RepairedStore {
    take(text.bytes.withView { ConflictMarks.list(in: $0, takingTheirs: options.takesTheirs) })
    take(text.bytes.withView { CharacterMending.list(in: $0) })
    let grammar = DocumentGrammar(schema)
    take(text.bytes.withView { MarkupMending.list(in: $0, grammar) })
    var linesLeft = Self.mostLines
    var passesLeft = Self.mostPasses
    while true {
      let bytes = text.bytes
      let reading = try bytes.withView { view throws(StoreError) in try Reading(view, file, schema)
      }
      if let generation = reading.generation {
        try noteBrokenRules(generation, reading)
        var store = RepairedStore(
          generation: generation, metadata: reading.metadata.entries, findings: findings())
        store.document = isForeign ? nil : bytes
        store.namesFiles = reading.namesFiles
        return store
      }
      let list = bytes.withView { Remedies.list(for: reading, in: $0, schema) }
      if reading.fault != nil { linesLeft -= 1 }
      passesLeft -= 1
      guard !list.edits.isEmpty, linesLeft > 0, passesLeft > 0 else {
        throw StoreError(
          .malformed,
          reading.errors.map { error in
            Diagnostic(.error, error.message, at: place(of: text.origin(of: error.offset)))
          })
      }
      take(list)
    }
  }

  /// Most lines that are left out as a whole because nothing else mends them: with more it is no document.
  private static let mostLines = 100
  /// More passes than remedies can need that lead anywhere.
  private static let mostPasses = 1000

  /// Makes edits, and remembers what was said of them by places in the file.
  private mutating func take(_ list: MendingList) {
    let before = text
    let made = text.apply(list.edits)
    // What would have been changed in a part that is left out as a whole needs no word.
    for (edit, place, finding) in list.findings where edit < 0 || made.contains(edit) {
      found.append((before.origin(of: place), finding))
    }
  }

  /// What breaks a rule of the model and is kept.
  private mutating func noteBrokenRules(
    _ generation: Generation, _ reading: Reading
  ) throws(StoreError) {
    for broken in try RecordCheck.findings(in: generation) {
      let table = schema.tables[broken.reference.table]
      let start = reading.spans[table.index].starts[broken.reference.row]
      let finding = RepairFinding(
        .kept, broken.message, entity: table.name,
        object: try generation.id(of: broken.reference),
        property: broken.column.map { table.columns[$0].name })
      found.append((text.origin(of: max(0, start)), finding))
    }
  }

  private func place(of origin: Int) -> Diagnostic.Location {
    var places = SourcePlaces(original)
    let place = places.place(of: origin)
    return Diagnostic.Location(file: file.path, line: place.line, column: place.column)
  }

  /// All that was found, in the order of the file.
  private func findings() -> [RepairFinding] {
    var places = SourcePlaces(original)
    var log = RepairLog()
    let sorted = found.enumerated().sorted {
      ($0.element.origin, $0.offset) < ($1.element.origin, $1.offset)
    }
    for (_, entry) in sorted {
      var finding = entry.finding
      (finding.line, finding.column) = places.place(of: entry.origin)
      log.add(finding)
    }
    return log.all
  }
}

extension XMLRepair {
  /// What reading a document gives.
  struct Reading {
    /// The records; nil where there are errors.
    private(set) var generation: Generation?
    private(set) var metadata: DocumentMetadata
    private(set) var errors: [(offset: Int, message: String, remedy: Remedy)]
    private(set) var spans: [ElementSpans]
    /// Where the text stops being well-formed.
    private(set) var fault: Int?
    /// Whether values lie in files beside the document.
    private(set) var namesFiles: Bool

    /// More findings than any pass should have; those behind them are found by the next.
    private static let limit = 100_000

    init(_ view: ByteView, _ file: StoredFile, _ schema: Schema) throws(StoreError) {
      var reader = try DocumentLoader.parse(
        view, file, schema, ProblemList(limit: Self.limit))
      if let syntax = reader.fault {
        reader.problems.add(syntax.sentence, at: syntax.offset)
        fault = syntax.offset
      } else if reader.root.foreignName != nil || reader.root.end == 0 {
        throw StoreError(
          .malformed,
          "no element 'store' can be made out in this file; a document is one",
          at: .init(file: file.path))
      }
      metadata = DocumentMetadata(written: reader.root.metadata, path: file.path)
      reader.root.nextNumbers = metadata.nextNumbers
      namesFiles = !reader.assetStamps.isEmpty
      let resolver = LinkResolver(reader)
      generation = try resolver.finish()
      errors = resolver.reader.problems.errors
      spans = resolver.reader.spans
    }
  }
}
