import Testing

@testable import OpenCoreData

@Suite("Maps of references") struct ReferenceMapTests {
  private final class Mark {}

  @Test("a map holds what a dictionary holds", arguments: [1, 2, 3] as [UInt64])
  func twin(seed: UInt64) {
    var state = seed
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let map = ReferenceMap<Int>()
    var plain: [UInt64: Int] = [:]
    for step in 0..<20_000 {
      // Runs of rows in a few tables, and temporary numbers, which have the highest bit.
      let key = next(3) << 32 | next(2) << 63 | next(2_000)
      if next(3) == 0 {
        map[key] = nil
        plain[key] = nil
      } else {
        map[key] = step
        plain[key] = step
      }
      #expect(map.count == plain.count)
      let other = next(3) << 32 | next(2_000)
      #expect(map[other] == plain[other])
    }
    #expect(map.values.sorted() == plain.values.sorted())
    map.reserve(10_000)
    #expect(plain.allSatisfy { map[$0.key] == $0.value })
    map.removeAll()
    #expect(map.count == 0 && map.values.isEmpty && plain.keys.allSatisfy { map[$0] == nil })
  }

  @Test("only what nobody else holds is forgotten")
  func removeUnshared() {
    let map = ReferenceMap<Mark>()
    let held = (0..<100).map { _ in Mark() }
    for (index, mark) in held.enumerated() { map[UInt64(index * 3)] = mark }
    for index in 0..<200 { map[UInt64(1000 + index)] = Mark() }
    map.removeUnshared()
    #expect(map.count == held.count)
    #expect(held.indices.allSatisfy { map[UInt64($0 * 3)] === held[$0] })
  }
}
