import Foundation
import OpenCoreData
import Testing

@Suite("Fetches and their plain twin") struct FetchTwinTests {
  /// How many requests are compared; `FETCH_TWIN_CASES` asks for more.
  static let total =
    ProcessInfo.processInfo.environment["FETCH_TWIN_CASES"].flatMap { Int($0) } ?? 100_000
  static let first =
    ProcessInfo.processInfo.environment["FETCH_TWIN_SEED"].flatMap { UInt64($0) } ?? 1
  static let parts = 20

  @Test(
    "100 000 random requests find what asking every object finds, whatever is pending",
    arguments: 0..<parts)
  func agree(_ part: Int) throws {
    let (rounds, trials) = (5, 40)
    var (compared, refused, differences) = (0, 0, 0)
    var seed = Self.first + UInt64(part)
    while compared < Self.total / Self.parts {
      let kind = StoreKind.allCases[Int(seed % 3)]
      let twin = try FetchTwin(kind, seed: seed, isIndexed: seed % 2 == 0)
      do {
        try twin.run(rounds: rounds, trials: trials)
      } catch let difference as FetchTwin.Report {
        Issue.record("\(difference)")
        differences += 1
        if differences == 3 { return }
      }
      compared += twin.count
      refused += twin.refused
      seed += UInt64(Self.parts)
    }
    #expect(refused * 5 < compared, "most requests must be such that they can run")
  }
}
