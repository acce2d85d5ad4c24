import Foundation
import Testing

@testable import DocumentStore

/// A save that is cut off at each of its calls, and what must hold of every state that the disk may be in then.
struct CrashTrial {
  /// What a state is found to be.
  enum Outcome: Hashable { case before, after }

  /// How many states were looked at.
  struct Tally {
    var states = 0
    var outcomes: [Outcome: Int] = [:]
  }

  /// A disk, and the save on it.
  var prepare: () throws -> (files: SimulatedFileSystem, save: () throws -> Void)
  /// Opens what a crash has left.
  var examine: ([String: [UInt8]]) throws -> Outcome
  /// The names of what belongs there; all else must be named as left over.
  var names: Set<String>
  /// What else may be there, as a regular expression.
  var leftovers = "\\.(s\\.xml|s\\.plist|s\\.xml-history|s\\.plist-history)\\.[0-9a-z]{1,13}\\.tmp"
  var blockSize = 4096
  var most = 1 << 12
  var sample = 100

  /// Looks at each state once, whichever call the crash was at.
  func run(seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation) throws -> Tally {
    var tally = Tally()
    var seen: Set<[String: [UInt8]]> = []
    let (counting, save) = try prepare()
    let start = counting.calls
    try save()
    let calls = counting.calls - start
    for call in 1...calls + 1 {
      let (files, save) = try prepare()
      files.plan(.crash, at: call)
      try? save()
      let states = files.crashStates(
        blockSize: blockSize, most: most, sample: sample, seed: seed + UInt64(call))
      for state in states where seen.insert(withoutNumbers(state)).inserted {
        expectKnown(state.keys, sourceLocation)
        tally.outcomes[try examine(state), default: 0] += 1
        tally.states += 1
      }
    }
    return tally
  }

  private func expectKnown(_ found: some Sequence<String>, _ sourceLocation: SourceLocation) {
    for name in found where !names.contains(name) {
      #expect(
        name.range(of: "^(\(leftovers))$", options: .regularExpression) != nil,
        "'\(name)' is not named as left over", sourceLocation: sourceLocation)
    }
  }

  /// The same names for temporary files in every run.
  private func withoutNumbers(_ state: [String: [UInt8]]) -> [String: [UInt8]] {
    var known: [String: [UInt8]] = [:]
    for (name, bytes) in state.sorted(by: { $0.key < $1.key }) {
      if names.contains(name) { known[name] = bytes } else { known["?\(known.count)"] = bytes }
    }
    return known
  }
}
