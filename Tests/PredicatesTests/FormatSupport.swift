import Foundation
import Predicates
import Testing

/// The predicate that a format makes.
func parsed(_ format: String, _ arguments: Any?...) throws -> NSPredicate {
  try NSPredicate(validating: format, arguments: arguments)
}

/// The error that a format makes.
func failure(_ format: String, _ arguments: [Any?] = []) throws -> PredicateFormatError {
  try #require(throws: PredicateFormatError.self) {
    _ = try NSPredicate(validating: format, arguments: arguments)
  }
}

/// A repeatable source of random numbers (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A number below a small limit; quicker than the library's in an unoptimised build.
  mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: (next() >> 33) % UInt64(limit))
  }
}
