import Testing

@testable import DocumentStore

@Suite("XXH64")
struct XXH64Tests {
  /// The bytes of the reference implementation's self test: the top bytes of the squares of a prime.
  static let sample: [UInt8] = {
    var generator: UInt32 = 2_654_435_761
    return (0..<101).map { _ in
      defer { generator = generator &* generator }
      return UInt8(generator >> 24)
    }
  }()

  @Test(
    "published vectors",
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (0, 2_654_435_761, 0xAC75_FDA2_929B_17EF),
      (1, 0, 0x4FCE_394C_C889_52D8), (1, 2_654_435_761, 0x7398_40CB_819F_A723),
      (14, 0, 0xCFFA_8DB8_81BC_3A3D), (14, 2_654_435_761, 0x5B96_1158_5EFC_C9CB),
      (101, 0, 0x0EAB_5433_84F8_78AD), (101, 2_654_435_761, 0xCAA6_5939_306F_1E21),
    ] as [(Int, UInt64, UInt64)])
  func published(length: Int, seed: UInt64, expected: UInt64) {
    let hash = XXH64.hash(Array(Self.sample[..<length]), seed: seed)
    #expect(hash == expected)
  }

  @Test("text", arguments: [("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999)])
  func text(text: String, expected: UInt64) {
    #expect(XXH64.hash(Array(text.utf8)) == expected)
  }

  @Test("bytes in pieces give the same as bytes at once")
  func pieces() {
    var random = SeededRandom(7)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map {
        UInt8(truncatingIfNeeded: $0)
      }
      var state = XXH64()
      var offset = 0
      while offset < bytes.count {
        let end = Int.random(in: offset...min(offset + 50, bytes.count), using: &random)
        unsafe bytes[offset..<end].withUnsafeBytes { unsafe state.update($0) }
        offset = end
      }
      #expect(state.value == XXH64.hash(bytes))
    }
  }
}
