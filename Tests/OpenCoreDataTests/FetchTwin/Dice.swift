/// A repeatable source of chance (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below another one.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of some, which must not be none.
  mutating func one<T>(of choices: [T]) -> T { choices[below(choices.count)] }

  /// One of some, nil where there are none.
  mutating func any<T>(of choices: [T]) -> T? { choices.isEmpty ? nil : one(of: choices) }

  /// A few of some, in any order.
  mutating func few<T>(of choices: [T], atMost limit: Int) -> [T] {
    var rest = choices
    return (0..<min(choices.count, below(limit + 1))).map { _ in rest.remove(at: below(rest.count))
    }
  }
}
