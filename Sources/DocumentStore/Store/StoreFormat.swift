package import ManagedModel

/// How a store's records lie in a file: XML, binary, or nowhere.
///
/// One object for one open store. The record store calls it from one thread at a time, in turn.
package protocol StoreFormat: Sendable {
  /// Reads what is there. A format for new files returns an empty generation.
  func load() throws(StoreError) -> StoreContents

  /// Makes the file hold `save.after`, or throws and leaves it as it was.
  func save(_ save: PendingSave) throws(StoreError)

  /// Makes the file hold `save.after` and nothing that is out of date.
  func compact(_ save: PendingSave) throws(StoreError)

  /// Whether the file seems to be another one than it was when it was read or written last; only its stamp is looked at.
  var isFileChanged: Bool { get throws(StoreError) }

  /// What somebody else wrote to the file since it was read or written last; nil where there is nothing, or no file.
  ///
  /// A file with the same stamp is read only where this is to be `thorough`. Nothing changes before what is returned
  /// is adopted.
  func news(thorough: Bool) throws(StoreError) -> FileNews?

  /// Where the history of the store is, should it have one; asked for once.
  var history: any HistoryLog { get }

  /// Whether no two records of any entities may have ids of the same number, as in Apple's files.
  var sharesNumbers: Bool { get }
}

extension StoreFormat {
  /// A history in memory, unless customized.
  package var history: any HistoryLog { MemoryHistory() }

  /// Does nothing, unless customized: most formats keep nothing that is out of date.
  package func compact(_ save: PendingSave) throws(StoreError) {}

  /// Each entity has numbers of its own, unless customized.
  package var sharesNumbers: Bool { false }

  /// No file that others could change, unless customized.
  package var isFileChanged: Bool { get throws(StoreError) { false } }

  /// No news, unless customized.
  package func news(thorough: Bool) throws(StoreError) -> FileNews? { nil }
}

/// What a format reads.
package struct StoreContents: Sendable {
  /// The records.
  package var generation: Generation
  /// What the file says of itself and what the user keeps there; see ``StoreMetadata``.
  package var metadata: [String: PropertyList]
  /// What is doubtful and yet could be read.
  package var warnings: [Diagnostic]

  /// Puts together what was read.
  package init(
    generation: Generation, metadata: [String: PropertyList], warnings: [Diagnostic] = []
  ) {
    self.generation = generation
    self.metadata = metadata
    self.warnings = warnings
  }
}

/// What a format writes.
package struct PendingSave: Sendable {
  /// The records as the file has them.
  package var before: Generation
  /// The records as it shall have them.
  package var after: Generation
  /// What leads from one to the other.
  package var changes: ChangeSet
  /// All metadata from now on.
  package var metadata: [String: PropertyList]
  /// What a file's format has to do right before the new file takes the place of the old one.
  package var history: HistoryStep?

  /// Puts together what is to be written.
  package init(
    before: Generation, after: Generation, changes: ChangeSet, metadata: [String: PropertyList],
    history: HistoryStep? = nil
  ) {
    self.before = before
    self.after = after
    self.changes = changes
    self.metadata = metadata
    self.history = history
  }
}

/// Keeps records in memory only.
package struct MemoryFormat: StoreFormat {
  private let contents: StoreContents
  package let history: any HistoryLog = MemoryHistory()

  /// Makes a format that starts empty.
  package init(schema: Schema) {
    contents = StoreContents(generation: Generation(emptyFor: schema), metadata: [:])
  }

  /// Makes a format that starts with some records.
  package init(contents: StoreContents) { self.contents = contents }

  package func load() throws(StoreError) -> StoreContents { contents }

  package func save(_ save: PendingSave) throws(StoreError) {}
}
