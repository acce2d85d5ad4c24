/// The first 64 bytes of Apple's binary store: where its two archives are.
///
/// Big-endian: see docs/Formats.md, "Apple's binary store".
struct AppleBinaryHeader {
  static let size = 64
  static let magic = Array("CoreData".utf8)
  static let version: UInt32 = 0x0804_0800

  var metadata: Range<Int>
  var data: Range<Int>
  /// The key that was given last.
  var lastKey: Int64

  init(metadata: Range<Int>, data: Range<Int>, lastKey: Int64) {
    self.metadata = metadata
    self.data = data
    self.lastKey = lastKey
  }

  /// Reads the header of a file; throws a sentence about what is wrong with it.
  init(_ bytes: ByteView) throws(ArchivedList.Fault) {
    guard bytes.count >= Self.size else {
      throw .init(sentence: "has \(bytes.count) bytes; the header alone has \(Self.size)")
    }
    guard bytes.starts(with: "CoreData") else {
      throw .init(sentence: "does not begin with 'CoreData'")
    }
    guard Self.number(bytes, 8, 4) == 1 else {
      throw .init(sentence: "is of a version of the format that is not known")
    }
    metadata = try Self.range(bytes, 16, "metadata")
    data = try Self.range(bytes, 32, "data")
    guard let key = Int64(exactly: Self.number(bytes, 48, 8)), key <= RecordID.largestNumber else {
      throw .init(sentence: "has a last key beyond all numbers")
    }
    lastKey = key
  }

  private static func number(_ bytes: ByteView, _ offset: Int, _ size: Int) -> UInt64 {
    (offset..<offset + size).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  private static func range(
    _ bytes: ByteView, _ offset: Int, _ name: String
  ) throws(ArchivedList.Fault) -> Range<Int> {
    guard let start = Int(exactly: number(bytes, offset, 8)),
      let length = Int(exactly: number(bytes, offset + 8, 8)), start >= size,
      start <= bytes.count, length <= bytes.count - start
    else { throw .init(sentence: "has \(name) that lie outside of it: it was cut off or damaged") }
    return start..<start + length
  }

  /// The header's bytes.
  var bytes: [UInt8] {
    func number(_ value: some FixedWidthInteger) -> [UInt8] {
      stride(from: value.bitWidth - 8, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: value >> $0)
      }
    }
    return Self.magic + number(UInt32(1)) + number(Self.version)
      + [metadata.lowerBound, metadata.count, data.lowerBound, data.count].flatMap { number($0) }
      + number(lastKey) + number(UInt64(0))
  }
}
