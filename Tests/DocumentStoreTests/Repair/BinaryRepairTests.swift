import Foundation
import Testing

@testable import DocumentStore

@Suite("Repairing a binary store")
struct BinaryRepairTests {
  @Test("of a sound file leaves all as it is and finds nothing", arguments: [0, 5])
  func sound(saves: Int) throws {
    let bench = try RepairBench(seed: 1, films: 100, saves: saves)
    let saved = try RepairBench.repair(bench.bytes)
    #expect(saved.findings.isEmpty && saved.isWhole)
    #expect(saved.metadata["mine"] == .integer(5))
    #expect(
      try RepairBench.objects(RepairBench.reopened(saved))
        == RepairBench.objects(bench.generation))
  }

  @Test("takes the last complete state where a save was cut off", arguments: [1, 40, 400])
  func tornSave(missing: Int) throws {
    var bench = try RepairBench(seed: 2, films: 60, saves: 2)
    let before = try RepairBench.objects(bench.generation)
    let size = bench.bytes.count
    try bench.save()
    let torn = Array(bench.bytes.dropLast(missing))
    #expect(torn.count > size)
    let saved = try RepairBench.repair(torn)
    if try RepairBench.objects(RepairBench.reopened(saved)) != before {
      // What was cut off need not be more than what says where all else is.
      #expect(
        try RepairBench.objects(saved.generation) == RepairBench.objects(bench.generation))
    }
    #expect(!saved.isWhole && !saved.findings.isEmpty)
  }

  @Test("ignores what was written behind the end, and says how much")
  func garbage() throws {
    let bench = try RepairBench(seed: 3, films: 30, saves: 1)
    let saved = try RepairBench.repair(bench.bytes + Array(repeating: 0x41, count: 77))
    #expect(
      try RepairBench.objects(RepairBench.reopened(saved))
        == RepairBench.objects(bench.generation))
    #expect(saved.findings.count == 1)
    #expect(saved.findings[0].message.hasPrefix("the last 77 bytes are no complete save"))
  }

  @Test("finds the columns where the end of the file is gone", arguments: [40, 200, 2000])
  func noEnd(missing: Int) throws {
    let bench = try RepairBench(seed: 4, films: 300)
    let saved = try RepairBench.repair(Array(bench.bytes.dropLast(missing)))
    let generation = try RepairBench.reopened(saved)
    #expect(
      try RepairBench.objects(generation) == RepairBench.objects(bench.generation))
    #expect(saved.findings.contains { $0.outcome == .lost && $0.message.contains("metadata") })
  }

  @Test("of half a file saves the columns that are there")
  func half() throws {
    let bench = try RepairBench(seed: 5, films: 4200)
    let cut = try bench.chunk(0, 7, group: 1).lowerBound + 100
    let saved = try RepairBench.repair(Array(bench.bytes.prefix(cut)))
    let objects = try RepairBench.objects(RepairBench.reopened(saved))
    let before = try RepairBench.objects(bench.generation)
    #expect(objects.count == 4200)
    for (id, object) in objects {
      for name in ["title", "count", "place", "score"] {
        #expect(object.values[name] == before[id]?.values[name])
      }
      #expect(object.members["director"] == [])
    }
    #expect(saved.findings.contains { $0.entity == "Director" && $0.outcome == .lost })
    #expect(saved.findings.contains { $0.entity == "Tag" && $0.outcome == .lost })
    #expect(saved.findings.contains { $0.property == "director" && $0.outcome == .lost })
  }

  @Test("keeps what can be read of damaged values, unless only what is certain is wanted")
  func values() throws {
    let bench = try RepairBench(seed: 6, films: 100)
    let before = try RepairBench.objects(bench.generation)
    var bytes = bench.bytes
    let score = try bench.chunk(0, 5)
    bytes[score.lowerBound + 16 + 3 * 8] ^= 1
    let saved = try RepairBench.repair(bytes)
    var objects = try RepairBench.objects(RepairBench.reopened(saved))
    #expect(objects["Movie-4"]?.values["score"] != before["Movie-4"]?.values["score"])
    objects["Movie-4"] = before["Movie-4"]
    #expect(objects == before)
    #expect(
      saved.findings.map(\.message) == [
        "100 values of 'score' of 'Movie', rows 0 to 99 ('Movie-1' to 'Movie-100'): each is not certain: "
          + "the checksum of its bytes does not hold"
      ])
    #expect(saved.findings[0].outcome == .uncertain && saved.findings[0].property == "score")
    let certain = try RepairBench.repair(bytes, onlyCertain: true)
    for (id, object) in try RepairBench.objects(RepairBench.reopened(certain))
    where id.hasPrefix("Movie") {
      #expect(object.values["score"] == .null)
      #expect(object.values["title"] == before[id]?.values["title"])
    }
    #expect(certain.findings.allSatisfy { $0.outcome == .lost })
  }

  @Test("loses texts that are none any more, and puts something where the model wants it")
  func required() throws {
    let bench = try RepairBench(seed: 7, films: 100)
    var bytes = bench.bytes
    let title = try bench.chunk(0, 0)
    for index in title.lowerBound + 16 + 408..<title.upperBound { bytes[index] = 0xFF }
    let count = try bench.chunk(0, 1)
    for index in count { bytes[index] = 0 }
    let saved = try RepairBench.repair(bytes, onlyCertain: true)
    for (id, object) in try RepairBench.objects(RepairBench.reopened(saved))
    where id.hasPrefix("Movie") {
      #expect(object.values["title"] == .string(""))
      #expect(object.values["count"] == .integer(7))
    }
    #expect(
      saved.findings.contains {
        $0.property == "count" && $0.outcome == .lost && $0.message.contains("the default")
      })
  }

  @Test("restores a relationship from the side that is sound", arguments: [9 + 2, 10 + 2])
  func inverses(leaf: Int) throws {
    let bench = try RepairBench(seed: 8, films: 100)
    var bytes = bench.bytes
    var random = SeededRandom(8)
    for index in try bench.chunk(0, leaf) { bytes[index] = UInt8(random.int(0...255)) }
    let saved = try RepairBench.repair(bytes)
    #expect(
      try RepairBench.objects(RepairBench.reopened(saved))
        == RepairBench.objects(bench.generation))
    #expect(saved.isWhole)
    #expect(saved.findings.allSatisfy { $0.outcome == .restored } && !saved.findings.isEmpty)
  }

  @Test("gives new ids where they are lost, and keeps the objects")
  func ids() throws {
    let bench = try RepairBench(seed: 9, films: 50)
    var bytes = bench.bytes
    let ids = try bench.chunk(0, -1)
    for index in ids.lowerBound + 8..<ids.lowerBound + 8 + 80 { bytes[index] = 0xFF }
    let saved = try RepairBench.repair(bytes)
    let table = try RepairBench.reopened(saved).tables[0]
    #expect(try (0..<10).map { try table.id(of: $0) } == (51...60).map { "Movie-\($0)" })
    #expect(try (10..<50).map { try table.id(of: $0) } == (11...50).map { "Movie-\($0)" })
    #expect(
      try table.values(of: 3).prefix(9).elementsEqual(
        bench.generation.tables[0].values(of: 3).prefix(9)))
    #expect(saved.findings.contains { $0.outcome == .lost && $0.message.contains("10 ids") })
  }

  @Test("finds out what a damaged directory said", arguments: [0, 8, 12, 30, 60, 100_000])
  func directory(offset: Int) throws {
    let bench = try RepairBench(seed: 10, films: 300)
    let (_, map, _) = try bench.layout(0)
    var bytes = bench.bytes
    let size = try #require(
      DataLeaf.size(Array(bytes[map.directory..<map.directory + DataLeaf.headerSize])))
    for place in offset..<offset + 4 where place < size {
      bytes[map.directory + 10 + place] ^= 0x55
    }
    if offset == 100_000 {
      for place in map.directory..<map.directory + 10 + size { bytes[place] = 0 }
    }
    let saved = try RepairBench.repair(bytes)
    #expect(
      try RepairBench.objects(RepairBench.reopened(saved))
        == RepairBench.objects(bench.generation))
    #expect(!saved.findings.isEmpty)
  }

  @Test("takes the patches of an earlier state where the newest are damaged")
  func patches() throws {
    var bench = try RepairBench(seed: 11, films: 200, saves: 3)
    let before = try RepairBench.objects(bench.generation)
    try bench.save()
    let after = try RepairBench.objects(bench.generation)
    let (_, _, claim) = try bench.layout(0)
    let patch = try #require(claim.patches?.last)
    var bytes = bench.bytes
    bytes[patch + 10 + 16 + 8] ^= 0xFF
    let saved = try RepairBench.repair(bytes)
    let objects = try RepairBench.objects(RepairBench.reopened(saved))
    for (id, object) in objects where before[id] == after[id] { #expect(object == before[id]) }
    for (id, object) in objects { #expect(object == before[id] || object == after[id]) }
    #expect(!saved.isWhole)
  }

  @Test(
    "believes no patch that speaks of rows which there cannot be, whatever its checksum",
    .timeLimit(.minutes(1)),
    arguments: [5_000_000, 100_000_000, 4_294_967_294, .max] as [UInt64], [false, true])
  func absurdRows(row: UInt64, isSealed: Bool) throws {
    let bench = try RepairBench(seed: 13, films: 100, saves: 1)
    let before = try RepairBench.objects(bench.generation)
    let (_, _, claim) = try bench.layout(0)
    let head = try #require(claim.patches?.last) + DataLeaf.headerSize + PatchHead.prefixSize
    var bytes = bench.bytes
    let size = Int(bytes.littleEndianWord(at: head - PatchHead.prefixSize))
    let count = Int(bytes.littleEndianWord(at: head) & 0xFFFF_FFFF)
    bytes.replace(at: head + 8 * count, with: row)
    bytes.replace(at: head - 8, with: XXH64.hash(Array(bytes[head..<head + size])))
    if isSealed { bytes.seal() }
    let saved = try RepairBench.repair(bytes)
    #expect(saved.generation.tables[0].rowCount < 200_000)
    let objects = try RepairBench.objects(RepairBench.reopened(saved))
    #expect(before.keys.filter { objects[$0] == nil }.count <= 2)
    #expect(!saved.isWhole)
  }

  @Test("refuses a sound store of another version of the format")
  func otherVersion() throws {
    var bytes = try RepairBench(seed: 12, films: 10).bytes
    let word = bytes[(bytes.count - 8)...].reduce(0) { $0 << 8 | Int($1) }
    let seal = word - StoreSeal.size
    bytes[seal + 7] = UInt8(ascii: "3")
    bytes.seal()
    #expect(throws: StoreError.self) { try RepairBench.repair(bytes) }
  }

  @Test("says that nothing is left where that is so")
  func nothing() {
    #expect(throws: StoreError.self) {
      try RepairBench.repair(Array("bplist00 and nothing of ours".utf8))
    }
    #expect(throws: StoreError.self) {
      try RepairBench.repair(Array(repeating: 0, count: 10_000))
    }
  }

  @Test("counts what is left out of a long list, and does not call a file whole for it")
  func manyFindings() {
    var part = RepairLog()
    for index in 0..<RepairLog.limit { part.add(.restored, "\(index)") }
    part.add(.lost, "one more")
    var log = RepairLog()
    log.add(part)
    #expect(log.all.count == RepairLog.limit + 1)
    #expect(log.all.last == RepairFinding(.lost, "1 more findings are left out"))
  }
}

extension [UInt8] {
  /// Puts a number in the place of eight bytes, the lowest first.
  fileprivate mutating func replace(at offset: Int, with number: UInt64) {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    replaceSubrange(offset..<offset + 8, with: bytes)
  }

  /// Makes the checksum of a store's end right.
  fileprivate mutating func seal() {
    let end = self[(count - 8)...].reduce(0) { $0 << 8 | Int($1) }
    let start = Int(littleEndianWord(at: end - StoreSeal.size + 24))
    replace(at: end - 8, with: XXH64.hash(Array(self[start..<end - 8]) + Array(self[end...])))
  }
}
