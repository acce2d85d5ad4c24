import ManagedModel

/// A binary store as it lies in a file: see docs/Formats.md, "Binary store".
///
/// Opening reads the end of the file, where the containers are. The chunks of columns are read one by one,
/// when they are first needed, through the same open file, which stays readable when its name goes to another.
package struct BinaryStoreFile {
  let file: OpenFile
  let stamp: FileStamp
  /// The end of the state that was opened.
  let ending: StoreEnding
  /// Whether bytes of a save that was not completed lie behind the state that was opened.
  let isTorn: Bool
  /// The size that the file had when it was last written as a whole.
  let wholeSize: Int
  /// Another number where the records have other rows; see ``FileRows/numbering``.
  let numbering: Int
  let metadata: [String: PropertyList]
  let modelName: String?
  let tables: [StoredTable]

  var seal: StoreSeal { ending.seal }

  /// More bytes of containers than any store has.
  static let containerLimit = 1 << 30

  /// Opens a store and reads all but its records.
  init(_ stored: StoredFile) throws(StoreError) {
    (file, stamp) = try stored.open()
    let (ending, reader, isTorn) = try Self.newestState(of: file, size: stamp.size)
    self.ending = ending
    self.isTorn = isTorn
    let root = try reader.dictionary(ending.root)
    guard try root.text("format") == "OpenCoreData", try root.count("version") == StoreSeal.version
    else {
      throw reader.damaged(at: root.offset, "'format' and 'version' are others than in the seal")
    }
    modelName = root.entries["model"] == nil ? nil : try root.text("model")
    guard let metadata = try reader.propertyList(root.object("metadata")).entries else {
      throw reader.damaged(at: root.offset, "'metadata' is not a dictionary")
    }
    self.metadata = metadata
    wholeSize = root.entries["wholeSize"] == nil ? ending.seal.end : try root.count("wholeSize")
    numbering = root.entries["numbering"] == nil ? 0 : try root.count("numbering")
    var tables: [StoredTable] = []
    var names: Set<String> = []
    for object in try root.array("tables") {
      let table = try StoredTable(reader.dictionary(object), file: file, end: ending.seal.end)
      guard names.insert(table.entity).inserted else {
        throw reader.damaged(at: root.offset, "there are two tables of '\(table.entity)'")
      }
      tables.append(table)
    }
    self.tables = tables
  }

  /// The state that the file ends with or, where a save was cut off, the last one that is complete.
  private static func newestState(
    of file: OpenFile, size: Int
  ) throws(StoreError) -> (ending: StoreEnding, reader: PropertyListReader, isTorn: Bool) {
    do throws(StoreError) {
      let ending = try StoreEnding(of: file, end: size)
      return (ending, try reader(file, ending), false)
    } catch {
      guard error.reason == .malformed || error.reason == .corrupt else { throw error }
      var search = SealSearch(file, before: size)
      var tried = 0
      while let seal = try search.next() {
        guard let ending = try? StoreEnding(of: file, end: seal.end) else { continue }
        if let reader = try? reader(file, ending) { return (ending, reader, true) }
        // Each has been read from its beginning.
        tried += 1
        if tried == StateCandidate.limit { throw Self.noState(file) }
      }
      throw error
    }
  }

  private static func noState(_ file: OpenFile) -> StoreError {
    StoreError(
      .corrupt,
      "damaged: none of the last \(StateCandidate.limit) states in it is complete; save what is left with "
        + "'coredata repair'",
      at: Diagnostic.Location(file: file.path))
  }

  /// Reads everything that the seal's checksum covers, and verifies that.
  private static func reader(
    _ file: OpenFile, _ ending: StoreEnding
  ) throws(StoreError) -> PropertyListReader {
    let seal = ending.seal
    let size = seal.end - seal.checkedFrom
    guard size <= containerLimit else {
      throw StoreError(
        .limit,
        "the store has \(size) bytes of containers; at most \(containerLimit) are read",
        at: Diagnostic.Location(file: file.path))
    }
    let bytes = try file.read(size, at: seal.checkedFrom)
    let reader = PropertyListReader(
      path: file.path, bytes: bytes, start: seal.checkedFrom, end: ending.tableOffset,
      objectCount: ending.objectCount)
    guard bytes.count == size,
      Checksum.isRight(
        hash(bytes, upTo: ending.tableOffset - seal.checkedFrom), recorded: seal.checksum)
    else {
      throw StoreError(
        .corrupt,
        "damaged: the checksum of its bytes from \(seal.checkedFrom) on is another one",
        at: Diagnostic.Location(file: file.path))
    }
    return reader
  }

  /// The checksum of bytes that have their own checksum before `end`, which is left out.
  static func hash(_ bytes: FileBytes, upTo end: Int) -> UInt64 {
    var hash = XXH64()
    unsafe hash.update(bytes[0..<end - StoreSeal.checksumSize])
    unsafe hash.update(bytes[end..<bytes.count])
    return hash.value
  }

  /// What to say of a file that ends with a part of a save; nil where another program is just about to complete it.
  func tornWarning() throws(StoreError) -> Diagnostic? {
    guard isTorn else { return nil }
    // Who saves has the lock; ours ends with the file.
    guard try OpenFile(file.path, fileSystem: file.fileSystem).takeLock() else { return nil }
    return Diagnostic(
      .warning,
      "the last save was cut off at byte \(seal.end); the store was opened as it was before, with save "
        + "\(seal.generation), and the next save writes the file anew",
      at: Diagnostic.Location(file: file.path))
  }

  func failure(_ reason: StoreError.Reason, _ messages: [String]) -> StoreError {
    StoreError(
      reason, messages.map { Diagnostic(.error, $0, at: Diagnostic.Location(file: file.path)) })
  }
}

/// What can be said of a binary store without its model.
package struct BinaryStoreSummary: Sendable {
  /// The version of the format.
  package let formatVersion: Int
  /// Counts the saves.
  package let generation: UInt64
  /// The name of the model it was written with.
  package let modelName: String?
  /// What the store says of itself and what the user keeps there.
  package let metadata: [String: PropertyList]
  /// The concrete entities and how many records each has, in the order of the file.
  package let entities: [(name: String, count: Int)]
  /// Bytes of the file.
  package let size: Int
}

extension BinaryStoreFile {
  /// What a binary store says of itself; reads no records and needs no model.
  package static func inspect(
    _ file: StoredFile
  ) throws(StoreError) -> BinaryStoreSummary {
    let found = try BinaryStoreFile(file)
    return BinaryStoreSummary(
      formatVersion: StoreSeal.version, generation: found.seal.generation,
      modelName: found.modelName, metadata: found.metadata,
      entities: found.tables.map { ($0.entity, $0.recordCount) }, size: found.stamp.size)
  }
}
