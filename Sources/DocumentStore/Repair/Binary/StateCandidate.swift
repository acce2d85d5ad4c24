import ManagedModel

/// A state of a damaged binary store: one of those that its saves left one behind the other.
struct StateCandidate {
  let ending: StoreEnding
  /// Whether the checksum of its containers holds.
  let isVerified: Bool
  /// Reads its containers.
  let reader: PropertyListReader

  /// More states than need be looked at.
  static let limit = 64

  /// The states whose ends can still be found, the newest first.
  ///
  /// The trailer or the seal may be damaged, since each says where the other is. Costs reading through the file
  /// once, and the containers of each state.
  static func all(
    in file: OpenFile, _ bytes: FileBytes
  ) throws(StoreError) -> [StateCandidate] {
    try refuseOtherVersions(file, bytes)
    var found: [StateCandidate] = []
    if let ending = try ending(file, bytes.count) ?? trailerAlone(bytes) {
      found.append(StateCandidate(ending, bytes, file.path))
    }
    var search = SealSearch(file, before: bytes.count)
    while found.count < limit, let seal = try search.next() {
      let place = seal.place
      let tableOffset = place + StoreSeal.size
      if found.contains(where: { $0.ending.tableOffset == tableOffset }) { continue }
      if let ending = try ending(file, seal.end) ?? sealAlone(bytes, at: place) {
        found.append(StateCandidate(ending, bytes, file.path))
      }
    }
    return found
  }

  private init(_ ending: StoreEnding, _ bytes: FileBytes, _ path: String) {
    self.ending = ending
    isVerified = Self.isVerified(ending, bytes)
    reader = PropertyListReader(
      path: path, bytes: bytes, start: 0, end: ending.tableOffset,
      objectCount: ending.objectCount)
  }

  /// A sound file of another version of the format is not damaged, and would be misread.
  private static func refuseOtherVersions(
    _ file: OpenFile, _ bytes: FileBytes
  ) throws(StoreError) {
    guard let ending = trailerAlone(bytes) else { return }
    let place = ending.tableOffset - StoreSeal.size
    let seal = unsafe Array(bytes[place..<ending.tableOffset])
    guard seal.starts(with: StoreSeal.magic),
      !seal[6...7].elementsEqual(StoreSeal.versionDigits), let stated = StoreSeal(seal),
      stated.end == bytes.count,
      isVerified(
        StoreEnding(
          seal: stated, objectCount: ending.objectCount, root: ending.root,
          tableOffset: ending.tableOffset), bytes)
    else { return }
    throw StoreError(
      .unknownFormat, StoreSeal.otherVersion(seal[6...7]),
      at: Diagnostic.Location(file: file.path))
  }

  private static func ending(_ file: OpenFile, _ end: Int) throws(StoreError) -> StoreEnding? {
    do throws(StoreError) { return try StoreEnding(of: file, end: end) } catch {
      if case .system = error.reason { throw error }
      return nil
    }
  }

  private static func isVerified(_ ending: StoreEnding, _ bytes: FileBytes) -> Bool {
    let seal = ending.seal
    let hashed = ending.tableOffset - StoreSeal.checksumSize
    guard seal.end <= bytes.count, seal.checkedFrom <= hashed, seal.checksum != 0,
      ending.tableOffset <= seal.end
    else { return false }
    var hash = XXH64()
    unsafe hash.update(bytes[seal.checkedFrom..<hashed])
    unsafe hash.update(bytes[ending.tableOffset..<seal.end])
    return hash.value == seal.checksum
  }

  /// What a sound trailer at the end says, where the seal before it is damaged.
  private static func trailerAlone(_ bytes: FileBytes) -> StoreEnding? {
    let end = bytes.count
    guard end >= 8 + StoreSeal.size + StoreEnding.trailerSize else { return nil }
    let trailer = unsafe Array(bytes[end - StoreEnding.trailerSize..<end])
    func number(_ offset: Int) -> Int? {
      Int(exactly: trailer.littleEndianWord(at: offset).byteSwapped)
    }
    guard trailer[6] == 8, trailer[7] == 4, let count = number(8), count > 0, count <= end / 8,
      let root = number(16), root < count, let table = number(24),
      table == end - StoreEnding.trailerSize - count * 8, table >= 8 + StoreSeal.size
    else { return nil }
    let seal = StoreSeal(
      generation: 0, previousEnd: 0, checkedFrom: 8, end: end, checksum: 0)
    return StoreEnding(seal: seal, objectCount: count, root: root, tableOffset: table)
  }

  /// What a sound seal says, where the trailer behind it is damaged or cut off; the root is the last object.
  private static func sealAlone(_ bytes: FileBytes, at place: Int) -> StoreEnding? {
    guard let seal = StoreSeal(unsafe Array(bytes[place..<place + StoreSeal.size])) else {
      return nil
    }
    let table = place + StoreSeal.size
    let size = seal.end - StoreEnding.trailerSize - table
    guard size > 0, size % 8 == 0, seal.checkedFrom <= place, table + size <= bytes.count else {
      return nil
    }
    return StoreEnding(
      seal: seal, objectCount: size / 8, root: size / 8 - 1, tableOffset: table)
  }
}
