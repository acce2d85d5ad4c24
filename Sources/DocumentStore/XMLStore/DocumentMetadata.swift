import Foundation

/// What a document keeps for machines only, in its element `store-metadata`.
struct DocumentMetadata: Sendable {
  /// What the store tells its user, next numbers not among it.
  var entries: [String: PropertyList]
  /// For each entity, the number from which on ids have not been given, where the records do not
  /// tell.
  var nextNumbers: [String: Int64]

  private static let nextNumbersKey = "OpenCoreDataNextIDs"
  private static let uuidKey = "NSStoreUUID"

  /// Takes what is written in a document; nothing is written in most that people write.
  init(written: [String: PropertyList]?, path: String) {
    entries = written ?? [:]
    nextNumbers = [:]
    for (name, number) in entries.removeValue(forKey: Self.nextNumbersKey)?.entries ?? [:] {
      // Numbers above the largest are those of no id, and none can follow them.
      if let number = number.integer, (1...RecordID.largestNumber + 1).contains(number) {
        nextNumbers[name] = number
      }
    }
    if entries[Self.uuidKey] == nil {
      entries[Self.uuidKey] = .string(DerivedUUID.uuid(ofPath: path).uuidString)
    }
  }

  /// Metadata for a document that is written.
  init(entries: [String: PropertyList], nextNumbers: [String: Int64], path: String) {
    self.init(written: entries, path: path)
    self.nextNumbers = nextNumbers
  }

  /// The numbers that the records of a generation do not tell: those of records that are gone.
  static func nextNumbers(of generation: Generation) throws(StoreError) -> [String: Int64] {
    var next: [String: Int64] = [:]
    for table in generation.tables {
      if table.highestNumber > (try table.highestLiveNumber) {
        next[table.schema.name] = table.highestNumber + 1
      }
    }
    return next
  }

  /// Appends the element.
  func print(to output: inout RawBuffer) {
    var markup = PropertyListMarkup(nil)
    output.append("<store-metadata>")
    markup.print(PropertyListNode(written), to: &output)
    output.append("</store-metadata>")
  }

  /// Refuses what XML cannot hold.
  func checkIsWritable() throws(StoreError) {
    guard !PropertyListNode(written).isWritable else { return }
    throw StoreError(
      .unstorable,
      "the metadata cannot be written: numbers must be finite, and keys have no control characters")
  }

  /// What is written in a document.
  var written: PropertyList {
    var written = entries
    if !nextNumbers.isEmpty {
      written[Self.nextNumbersKey] = .dictionary(nextNumbers.mapValues(PropertyList.integer))
    }
    return .dictionary(written)
  }

  /// Whether there is anything that a document without metadata must begin to keep.
  ///
  /// Hashes of the model and an identifier that derives from a path are made anew at any time.
  var mustBeWritten: Bool {
    guard nextNumbers.isEmpty else { return true }
    return entries.contains { key, value in
      switch key {
      case Self.uuidKey: value.text.flatMap(UUID.init).map { !DerivedUUID.isDerived($0) } ?? true
      default: !Self.remadeKeys.contains(key)
      }
    }
  }

  private static let remadeKeys: Set<String> = [
    "NSStoreType", "NSStoreModelVersionHashes", "NSStoreModelVersionHashesVersion",
    "NSStoreModelVersionHashesDigest", "NSStoreModelVersionIdentifiers",
    "NSStoreModelVersionChecksumKey", "NSPersistenceFrameworkVersion",
    "NSPersistenceMaximumFrameworkVersion",
  ]
}

/// The identifier of a store whose document has none: the same for the same path, and recognisable.
enum DerivedUUID {
  static func uuid(ofPath path: String) -> UUID {
    let absolute = Array(URL(fileURLWithPath: path).standardizedFileURL.path.utf8)
    var bytes = [UInt8](repeating: 0, count: 16)
    let (first, second) = (XXH64.hash(absolute, seed: 1), XXH64.hash(absolute, seed: 2))
    for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: first >> UInt64(index * 8)) }
    for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: second >> UInt64(index * 8)) }
    // Version 8, "made as the maker likes", and the variant of RFC 9562.
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let seal = seal(bytes)
    for index in 0..<4 { bytes[12 + index] = seal[index] }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  static func isDerived(_ uuid: UUID) -> Bool {
    let bytes = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) }
    return bytes[6] >> 4 == 8 && Array(bytes[12...]) == seal(bytes)
  }

  private static func seal(_ bytes: [UInt8]) -> [UInt8] {
    let hash = XXH64.hash(Array(bytes[..<12]), seed: 3)
    return (0..<4).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 * 8)) }
  }
}

extension Table {
  /// The largest n of an id `Entity-n` among the records; 0 where there is none.
  fileprivate var highestLiveNumber: Int64 {
    get throws(StoreError) {
      var highest: Int64 = 0
      for group in groups {
        for row in 0..<group.rowCount where group.isLive(row) {
          highest = max(highest, try group.id(at: row, in: schema.name).number ?? 0)
        }
      }
      return highest
    }
  }
}

extension DocumentMetadata: Equatable {
  static func == (one: DocumentMetadata, other: DocumentMetadata) -> Bool {
    one.entries.isSame(as: other.entries) && one.nextNumbers == other.nextNumbers
  }
}
