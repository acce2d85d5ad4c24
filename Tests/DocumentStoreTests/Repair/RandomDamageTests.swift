import Foundation
import Testing

@testable import DocumentStore

@Suite("Whatever is damaged in a binary store")
struct RandomDamageTests {
  /// Kinds of damage.
  enum Damage: CaseIterable {
    case flip, zeros, noise, cut
  }

  @Test(
    "repair ends, and objects whose bytes were not touched are as they were",
    arguments: 1...4)
  func untouched(seed: UInt64) throws {
    let bench = try RepairBench(
      seed: seed, films: [20, 60, 120][Int(seed % 3)], saves: Int(seed % 4))
    let touch = try TouchMap(bench)
    let before = try RepairBench.objects(bench.generation)
    var random = SeededRandom(seed + 5000)
    for _ in 0..<6 {
      let damage = Damage.allCases[random.int(0...3)]
      let (bytes, places) = damaged(bench.bytes, damage, &random)
      guard let saved = try? RepairBench.repair(bytes) else {
        // Nothing at all can be left only where nearly all was cut off.
        #expect(damage == .cut && bytes.count < bench.bytes.count / 2)
        continue
      }
      let after = try RepairBench.objects(RepairBench.reopened(saved))
      let touched = try touch.objects(at: places)
      let lostTables = Set(
        saved.findings.filter { $0.outcome == .lost && $0.object == nil && $0.property == nil }
          .compactMap(\.entity))
      let isAllThere =
        damage != .cut
        && !saved.findings.contains {
          $0.message.contains("complete save") || $0.message.contains("columns were found by")
        }
      guard isAllThere else { continue }
      let wrong = before.keys.filter { id in
        let entity = id.hasPrefix("tag") ? "Tag" : String(id.prefix { $0 != "-" })
        return !touched.contains(id) && !lostTables.contains(entity)
          && !isSame(before[id], after[id], but: touched, lostTables)
      }
      #expect(
        wrong.isEmpty,
        "seed \(seed), \(damage) at \(places.prefix(3)): \(wrong.sorted().prefix(5)), \(saved.findings.prefix(3).map(\.message))"
      )
    }
  }

  private func isSame(
    _ one: RepairBench.Object?, _ other: RepairBench.Object?, but touched: Set<String>,
    _ lostTables: Set<String>
  ) -> Bool {
    guard let one, let other, one.values == other.values else { return false }
    return one.members.allSatisfy { name, members in
      let known = { (id: String) in
        !touched.contains(id) && !lostTables.contains(String(id.prefix { $0 != "-" }))
          && !(lostTables.contains("Tag") && id.hasPrefix("tag"))
      }
      return other.members[name]?.filter(known) == members.filter(known)
    }
  }

  private func damaged(
    _ bytes: [UInt8], _ damage: Damage, _ random: inout SeededRandom
  ) -> ([UInt8], [Int]) {
    var bytes = bytes
    var places: [Int] = []
    switch damage {
    case .flip:
      for _ in 0..<random.int(1...4) {
        let place = random.int(0...bytes.count - 1)
        bytes[place] ^= 1 << UInt8(random.int(0...7))
        places.append(place)
      }
    case .zeros, .noise:
      let size = [16, 64, 200][random.int(0...2)]
      let start = random.int(0...bytes.count - 1) & ~15
      places = Array(start..<min(bytes.count, start + size))
      for place in places { bytes[place] = damage == .zeros ? 0 : UInt8(random.int(0...255)) }
    case .cut:
      let size = random.int(8...bytes.count)
      places = Array(size..<bytes.count)
      bytes.removeLast(bytes.count - size)
    }
    return (bytes, places)
  }
}
