extension StoreSeal {
  /// Bytes that are looked through at once.
  private static let blockSize = 1 << 16

  /// The last seal in a file whose bytes end before `limit`, and where it begins; nil where there is none.
  ///
  /// What looks like one may be anything: the caller looks whether it is the end of a complete state. Costs
  /// reading the file from there on.
  static func last(
    in file: OpenFile, before limit: Int
  ) throws(StoreError) -> (place: Int, end: Int)? {
    var end = (limit - size) & ~7 + 8  // seals begin at multiples of eight
    while end > 0 {
      let start = max(0, end - blockSize)
      // A seal that begins in the block may end behind it.
      let block = try file.read(min(end - start + size - 8, limit - start), at: start)
      var place = end - 8
      while place >= start {
        if let seal = seal(at: place - start, in: block), seal.end > place {
          return (place, seal.end)
        }
        place -= 8
      }
      end = start
    }
    return nil
  }

  private static func seal(at offset: Int, in block: FileBytes) -> StoreSeal? {
    guard offset + size <= block.count else { return nil }
    let bytes = unsafe block[offset..<offset + size]
    guard unsafe bytes.starts(with: magic) else { return nil }
    return unsafe StoreSeal(Array(bytes))
  }
}
