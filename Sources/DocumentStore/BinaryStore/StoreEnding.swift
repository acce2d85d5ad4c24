import ManagedModel

// The end of a binary store:
//
//     … containers │ seal │ offset table │ trailer
//                  48     8 × objects    32 bytes
//
// The trailer is that of every binary property list and says where the offset table begins; the seal is
// the data object before that, so that it is found without any container.

/// What a store says of its own state: the contents of the seal.
struct StoreSeal: Hashable, Sendable {
  /// Counts the saves.
  var generation: UInt64
  /// Where the state before this one ends, in a file that grew; 0 in one that was written whole.
  var previousEnd: Int
  /// Where the bytes begin that the checksum covers.
  var checkedFrom: Int
  /// Where this state ends: the size of the file as this save left it.
  var end: Int
  /// Of all bytes from `checkedFrom` to `end` but itself.
  var checksum: UInt64

  /// Saves that no one lives to see are not counted.
  static let lastGeneration: UInt64 = 1 << 62
  /// "OpenCD", and two digits for the version of the format.
  static let magic = Array("OpenCD".utf8)
  static let version = 2
  static let versionDigits = Array("02".utf8)

  /// What is said of a store in another version of the format.
  static func otherVersion(_ digits: ArraySlice<UInt8>) -> String {
    let written = String(decoding: digits, as: UTF8.self)
    let known = String(decoding: versionDigits, as: UTF8.self)
    let remedy =
      digits.lexicographicallyPrecedes(versionDigits)
      ? "with the version of this library that wrote it, turn it into a document ('coredata convert STORE.plist "
        + "STORE.xml'), which every version reads"
      : "open it with a newer version of this library, or have that turn it into a document ('coredata convert "
        + "STORE.plist STORE.xml'), which every version reads"
    return
      "the store was written in the format '\(written)'; this version reads '\(known)'; \(remedy)"
  }
  static let size = 48
  /// The seal's own checksum is its last eight bytes.
  static let checksumSize = 8

  var bytes: [UInt8] {
    var bytes = prefix
    bytes.append(littleEndian: checksum)
    return bytes
  }

  /// Everything but the checksum.
  var prefix: [UInt8] {
    var bytes = Self.magic + Self.versionDigits
    bytes.append(littleEndian: generation)
    for place in [previousEnd, checkedFrom, end] { bytes.append(littleEndian: Int64(place)) }
    return bytes
  }
}

extension StoreSeal {
  /// Takes the contents of a seal apart; nil where a place in it cannot be one.
  init?(_ bytes: [UInt8]) {
    guard bytes.littleEndianWord(at: 8) <= Self.lastGeneration,
      let previousEnd = bytes.place(at: 16), let checkedFrom = bytes.place(at: 24),
      let end = bytes.place(at: 32), previousEnd <= checkedFrom
    else { return nil }
    self.init(
      generation: bytes.littleEndianWord(at: 8), previousEnd: previousEnd, checkedFrom: checkedFrom,
      end: end,
      checksum: bytes.littleEndianWord(at: 40))
  }
}

/// The seal and the trailer of a file.
struct StoreEnding {
  static let header = Array("bplist00".utf8)
  static let trailerSize = 32

  let seal: StoreSeal
  let objectCount: Int
  let root: Int
  let tableOffset: Int

  init(seal: StoreSeal, objectCount: Int, root: Int, tableOffset: Int) {
    self.seal = seal
    self.objectCount = objectCount
    self.root = root
    self.tableOffset = tableOffset
  }

  /// Whether a file has the same seal in the same place.
  func isFound(in file: OpenFile) throws(StoreError) -> Bool {
    let found = try file.read(StoreSeal.size, at: tableOffset - StoreSeal.size)
    return unsafe found.buffer.elementsEqual(seal.bytes)
  }

  /// The trailer of a property list with objects numbered in four bytes and placed in eight.
  static func trailer(objectCount: Int, root: Int, tableOffset: Int) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 8, 4]
    for number in [objectCount, root, tableOffset] { bytes.append(bigEndian: Int64(number)) }
    return bytes
  }

  /// Reads the end of a state that ends at `end`, which is not trusted.
  init(of file: OpenFile, end: Int) throws(StoreError) {
    guard end >= Self.header.count, try file.bytes(at: 0, count: 8) == Self.header else {
      throw Self.unknown(file, "this is not a binary store: it does not begin with 'bplist00'")
    }
    guard end >= Self.header.count + StoreSeal.size + Self.trailerSize else {
      throw Self.incomplete(file, end)
    }
    let trailer = try file.bytes(at: end - Self.trailerSize, count: Self.trailerSize)
    guard trailer[6] == 8, trailer[7] == 4,
      let objectCount = trailer.place(at: 8, bigEndian: true), objectCount <= end / 8,
      let root = trailer.place(at: 16, bigEndian: true), root < objectCount,
      let tableOffset = trailer.place(at: 24, bigEndian: true),
      tableOffset >= Self.header.count + StoreSeal.size, tableOffset & 7 == 0,
      tableOffset == end - Self.trailerSize - objectCount * 8
    else { throw Self.incomplete(file, end) }
    let bytes = try file.bytes(at: tableOffset - StoreSeal.size, count: StoreSeal.size)
    guard bytes.starts(with: StoreSeal.magic) else { throw Self.incomplete(file, end) }
    guard bytes[6...7].elementsEqual(StoreSeal.versionDigits) else {
      throw Self.unknown(file, StoreSeal.otherVersion(bytes[6...7]))
    }
    guard let seal = StoreSeal(bytes), seal.end == end,
      Self.header.count...(tableOffset - StoreSeal.size) ~= seal.checkedFrom
    else { throw Self.incomplete(file, end) }
    self.seal = seal
    self.objectCount = objectCount
    self.root = root
    self.tableOffset = tableOffset
  }

  private static func unknown(_ file: OpenFile, _ message: String) -> StoreError {
    StoreError(.unknownFormat, message, at: Diagnostic.Location(file: file.path))
  }

  private static func incomplete(_ file: OpenFile, _ end: Int) -> StoreError {
    StoreError(
      .malformed,
      "this is not a complete binary store: no trailer of one lies at byte "
        + "\(max(0, end - trailerSize)); it is damaged, or another kind of property list",
      at: Diagnostic.Location(file: file.path))
  }
}

extension [UInt8] {
  /// Eight bytes as a number, the first lowest.
  func littleEndianWord(at offset: Int) -> UInt64 {
    self[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Eight bytes as a place in a file, nil where that is negative.
  fileprivate func place(at offset: Int, bigEndian: Bool = false) -> Int? {
    let word = littleEndianWord(at: offset)
    return Int(exactly: bigEndian ? word.byteSwapped : word)
  }
}

extension OpenFile {
  /// Some bytes of the file, all of which must be there.
  func bytes(at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
    let read = try self.read(count, at: offset)
    guard read.count == count else {
      throw StoreError(
        .malformed, "the file ends at byte \(offset + read.count) while it is read",
        at: Diagnostic.Location(file: path))
    }
    return unsafe Array(read.buffer)
  }
}
