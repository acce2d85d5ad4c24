/// The checksum XXH64 of the published specification (xxHash fast digest algorithm, version 0.1.1): it finds damage, and
/// is no protection against intent.
///
/// The input is cut into stripes of 32 bytes. Four accumulators take eight bytes of each stripe; in the
/// end they are folded into one, and the bytes behind the last stripe are mixed in.
struct XXH64: Sendable {
  private var lanes: SIMD4<UInt64>
  private let seed: UInt64
  private var total = 0
  /// The bytes behind the last whole stripe, low bytes first.
  private var rest = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// Starts a checksum.
  init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = SIMD4(
      seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
  }

  /// The checksum of some bytes.
  static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var state = XXH64(seed: seed)
    unsafe state.update(bytes)
    return state.value
  }

  /// The checksum of some bytes.
  static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  /// Takes in more bytes.
  mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Takes in more bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    let pending = total & 31
    total += bytes.count
    if pending > 0 {
      offset = min(32 - pending, bytes.count)
      unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[..<offset]), after: pending)
      guard pending + offset == 32 else { return }
      let stripe = rest
      unsafe withUnsafeBytes(of: stripe) { unsafe consume(UnsafeRawBufferPointer($0)) }
    }
    let whole = offset + (bytes.count - offset) & ~31
    unsafe consume(UnsafeRawBufferPointer(rebasing: bytes[offset..<whole]))
    unsafe keep(UnsafeRawBufferPointer(rebasing: bytes[whole...]), after: 0)
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer, after count: Int) {
    unsafe withUnsafeMutableBytes(of: &rest) { rest in
      unsafe UnsafeMutableRawBufferPointer(rebasing: rest[count...]).copyMemory(from: bytes)
    }
  }

  /// Takes in whole stripes.
  private mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
    var offset = 0
    while offset < bytes.count {
      a = Self.round(a, unsafe Self.word(bytes, offset))
      b = Self.round(b, unsafe Self.word(bytes, offset + 8))
      c = Self.round(c, unsafe Self.word(bytes, offset + 16))
      d = Self.round(d, unsafe Self.word(bytes, offset + 24))
      offset += 32
    }
    lanes = SIMD4(a, b, c, d)
  }

  /// The checksum of all bytes so far.
  var value: UInt64 {
    var hash = total < 32 ? seed &+ Self.prime5 : folded()
    hash &+= UInt64(truncatingIfNeeded: total)
    unsafe withUnsafeBytes(of: rest) { rest in
      unsafe Self.finish(&hash, UnsafeRawBufferPointer(rebasing: rest[..<(total & 31)]))
    }
    hash = (hash ^ hash >> 33) &* Self.prime2
    hash = (hash ^ hash >> 29) &* Self.prime3
    return hash ^ hash >> 32
  }

  private func folded() -> UInt64 {
    var hash =
      Self.rotate(lanes[0], 1) &+ Self.rotate(lanes[1], 7) &+ Self.rotate(lanes[2], 12)
      &+ Self.rotate(lanes[3], 18)
    for lane in 0..<4 {
      hash = (hash ^ Self.round(0, lanes[lane])) &* Self.prime1 &+ Self.prime4
    }
    return hash
  }

  /// Mixes in fewer than 32 bytes: by eights, a four, single ones.
  private static func finish(_ hash: inout UInt64, _ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      hash ^= round(0, unsafe word(bytes, offset))
      hash = rotate(hash, 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let four = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      hash ^= UInt64(UInt32(littleEndian: four)) &* prime1
      hash = rotate(hash, 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash ^= unsafe UInt64(bytes[offset]) &* prime5
      hash = rotate(hash, 11) &* prime1
      offset += 1
    }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value &<< bits | value &>> (64 &- bits)
  }
}
