import Foundation
import Testing

@testable import OpenCoreData

@Suite("Random graphs") struct GraphTwinTests {
  /// Steps on each store, most of them where the graph is checked after every event; `GRAPH_TWIN_STEPS` and
  /// `GRAPH_TWIN_SEED` make other runs.
  private static let steps = number("GRAPH_TWIN_STEPS") ?? usualSteps
  private static let usualSteps = ObjectGraph.isChecked ? 66_667 : 10_000
  private static let seed = number("GRAPH_TWIN_SEED") ?? 20_000

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  @Test(
    "random edits, undos, saves, child contexts and rollbacks agree with a plain graph",
    arguments: StoreKind.allCases)
  func agree(_ kind: StoreKind) throws {
    try Self.run(GraphTwin(kind, seed: UInt64(Self.seed)), Self.steps)
  }

  @Test(
    "with two stores in one coordinator they do, too", arguments: StoreKind.allCases,
    [GraphTwin.Stores.assigned, .free])
  func agree(_ kind: StoreKind, _ stores: GraphTwin.Stores) throws {
    try Self.run(GraphTwin(kind, stores, seed: UInt64(Self.seed)), Self.steps / 3)
  }

  private static func run(_ twin: GraphTwin, _ steps: Int) throws {
    for step in 0..<steps {
      try twin.step()
      guard step % 50 == 49 else { continue }
      try twin.agree()
      try #require(try twin.otherSides(), "\(twin.occasion)")
      try #require(twin.context.graph.brokenInvariants() == [], "\(twin.occasion)")
    }
  }
}
