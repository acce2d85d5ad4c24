import Testing

@testable import OpenCoreData

@Suite("Indices of members") struct MemberIndexTests {
  @Test(
    "an index knows what a dictionary knows, whatever was noted and forgotten",
    arguments: [1, 2, 3] as [UInt64], [40, 3000])
  func agrees(_ seed: UInt64, _ count: Int) {
    var dice = Dice(seed: seed)
    // Records, close to each other and not, and numbers of new objects.
    let members = (0..<count).map { number in
      UInt64(number) * (seed == 1 ? 1 : 50) | (seed == 3 ? 1 << 63 : 0)
    }
    let index = MemberIndex([])
    var expected: [UInt64: Int] = [:]
    for step in 0..<20 * count {
      let member = members[dice.below(count)]
      if dice.chance(50) {
        index.note(member, at: step)
        expected[member] = step
      } else {
        index.forget(member)
        expected[member] = nil
      }
      let other = members[dice.below(count)]
      #expect(index.position(of: other) == expected[other])
    }
    #expect(members.allSatisfy { index.position(of: $0) == expected[$0] })
  }
}
