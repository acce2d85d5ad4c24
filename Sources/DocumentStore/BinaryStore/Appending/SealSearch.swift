/// Looks through a file for seals, the last first, each byte read once.
///
/// What looks like one may be anything: the caller looks whether it is the end of a complete state.
struct SealSearch {
  private let file: OpenFile
  /// Where is looked next.
  private var place: Int
  /// The part of the file that was read last, and where it begins.
  private var block: (start: Int, bytes: FileBytes)?

  /// Bytes that are looked through at once.
  static let blockSize = 1 << 16

  /// Begins with the last seal that ends before `limit`.
  init(_ file: OpenFile, before limit: Int) {
    self.file = file
    place = (limit - StoreSeal.size) & ~7  // seals begin at multiples of eight
  }

  /// The next seal towards the beginning of the file, and where it begins; nil where there is none.
  mutating func next() throws(StoreError) -> (place: Int, end: Int)? {
    while place >= 0 {
      let block = try block(with: place)
      if let seal = Self.seal(at: place - block.start, in: block.bytes), seal.end > place {
        defer { place -= StoreSeal.size }
        return (place, seal.end)
      }
      place -= 8
    }
    return nil
  }

  private mutating func block(
    with place: Int
  ) throws(StoreError) -> (start: Int, bytes: FileBytes) {
    if let block, block.start <= place { return block }
    let start = max(0, place + 8 - Self.blockSize)
    // A seal that begins in the block may end behind it.
    let read = (start, try file.read(place + StoreSeal.size - start, at: start))
    block = read
    return read
  }

  private static func seal(at offset: Int, in block: FileBytes) -> StoreSeal? {
    guard offset + StoreSeal.size <= block.count else { return nil }
    let bytes = unsafe block[offset..<offset + StoreSeal.size]
    guard unsafe bytes.starts(with: StoreSeal.magic) else { return nil }
    return unsafe StoreSeal(Array(bytes))
  }
}
