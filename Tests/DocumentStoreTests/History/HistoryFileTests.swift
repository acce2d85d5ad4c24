import Foundation
import Synchronization
import Testing

@testable import DocumentStore

@Suite("The history beside a document")
struct HistoryFileTests {
  @Test(
    "every save appends a line, which the document names", arguments: HistoryBench.Kind.allCases)
  func saving(kind: HistoryBench.Kind) throws {
    let bench = HistoryBench(kind)
    let store = try bench.open()
    #expect(store.historyPoint == .beginning)
    let heat = try store.addMovie("Heat", by: "ann")
    let first = try #require(bench.history)
    try store.setYear(1995, of: heat)
    try store.delete(heat)
    #expect(try #require(bench.history).hasPrefix(first))
    #expect(bench.lines.count == 4)
    #expect(bench.lines[0].contains("\"version\":1"))
    for store in [store, try bench.open(tracking: nil)] {
      let all = try store.transactions(after: .beginning)
      #expect(all.map(\.point.number) == [1, 2, 3])
      #expect(all.last?.point == store.historyPoint)
      #expect(all[0].signature == HistorySignature(author: "ann", process: "tests"))
      #expect(all.flatMap(\.changes).map(\.kind) == [.insert, .update, .delete])
      #expect(all.flatMap(\.changes).map(\.id) == ["Movie-1", "Movie-1", "Movie-1"])
      #expect(all[1].changes[0].properties == ["year"])
      #expect(all[2].changes[0].tombstone == ["title": .text("Heat")])
      for (index, transaction) in all.enumerated() {
        let rest = try store.transactions(after: .point(transaction.point))
        #expect(rest == Array(all[(index + 1)...]))
      }
      #expect(try store.transactions(after: .point(.beginning)) == all)
      #expect(try store.transactions(after: .date(all[0].time)).count <= 2)
      #expect(try store.transactions(after: .date(all[2].time)).isEmpty)
    }
  }

  @Test("a store without tracking has no file and no record", arguments: HistoryBench.Kind.allCases)
  func untracked(kind: HistoryBench.Kind) throws {
    let bench = HistoryBench(kind)
    try bench.open(tracking: nil).addMovie("Heat")
    #expect(bench.files.names == [kind.rawValue])
    let bytes = try #require(bench.document)
    #expect(!String(decoding: bytes, as: UTF8.self).contains(HistoryPoint.metadataKey))
    #expect(try bench.open(tracking: nil).historyPoint == nil)
  }

  @Test("tracking begins with the next save of a document that has records already")
  func beginning() throws {
    let bench = HistoryBench(.xml)
    try bench.open(tracking: nil).addMovie("Heat")
    let before = try #require(bench.document)
    let (one, other) = (try bench.open(), try bench.open())
    #expect(bench.document == before)
    #expect(one.historyPoint != other.historyPoint)
    let start = try #require(one.historyPoint)
    #expect(try one.transactions(after: .point(start)).isEmpty)
    try one.save(ChangeSet(schema: one.schema), metadata: ["k": .string("v")])
    #expect(bench.files.names == ["s.xml"])
    try one.addMovie("Ran")
    #expect(try one.transactions(after: .point(start)).count == 1)
    #expect(throws: StoreError.self) { try one.transactions(after: .point(.beginning)) }
    #expect(one.metadata[HistoryPoint.metadataKey] == nil)
  }

  @Test("tracking ends by the option, which takes record and file away")
  func ending() throws {
    for kind in HistoryBench.Kind.allCases {
      let bench = HistoryBench(kind)
      try bench.open().addMovie("Heat")
      let store = try bench.open(tracking: false)
      #expect(store.isEndingHistory)
      #expect(bench.files.names.count == 2)
      try store.save(ChangeSet(schema: store.schema))
      #expect(!store.isEndingHistory)
      #expect(bench.files.names == [kind.rawValue])
      #expect(try bench.open(tracking: nil).historyPoint == nil)
    }
  }

  @Test("what a program sets as metadata leaves the history alone")
  func metadata() throws {
    let bench = HistoryBench(.binary)
    let store = try bench.open()
    try store.addMovie("Heat")
    try store.save(
      ChangeSet(schema: store.schema),
      metadata: ["k": .integer(1), HistoryPoint.metadataKey: .string("mine")])
    let again = try bench.open(tracking: nil)
    #expect(again.metadata.keys.sorted() == ["k"])
    #expect(again.historyPoint == store.historyPoint)
    #expect(try again.numbers == [1])
  }

  @Test("what stands behind the document's last transaction is cut off by the next save")
  func leftovers() throws {
    let bench = HistoryBench(.xml)
    let store = try bench.open()
    try store.addMovie("Heat")
    let (document, history) = (bench.document, try #require(bench.files["s.xml-history"]))
    try store.addMovie("Ran")
    let second = Array(try #require(bench.files["s.xml-history"])[history.count...])
    let tails: [[UInt8]] = [
      second, Array(second.dropLast()), Array(second[..<20]), [0x0A], Array("\0\0\0\n".utf8),
      Array("nonsense\n".utf8), second + second, Array("{}\n{".utf8),
    ]
    for tail in tails {
      let state = bench.copy(["s.xml": document, "s.xml-history": history + tail])
      let store = try state.open()
      #expect(try store.numbers == [1])
      #expect(state.files["s.xml-history"] == history + tail)
      try store.addMovie("Ikiru")
      try store.addMovie("Ugetsu")
      let numbers = try store.numbers
      #expect(numbers.count == 3 && numbers == numbers.sorted())
      #expect(state.lines.count == 4)
      #expect(try state.open().numbers == numbers)
      #expect(state.files.names == ["s.xml", "s.xml-history"])
    }
  }

  @Test(
    "a document that was restored goes on with higher numbers, and tokens of what is gone expire")
  func restoring() throws {
    for kind in HistoryBench.Kind.allCases {
      let bench = HistoryBench(kind)
      let store = try bench.open()
      var points: [HistoryPoint] = []
      var documents: [[UInt8]?] = []
      for title in ["Heat", "Ran", "Ikiru", "Ugetsu"] {
        try store.addMovie(title)
        points.append(try #require(store.historyPoint))
        documents.append(bench.document)
      }
      let restored = bench.copy([kind.rawValue: documents[1]])
      let again = try restored.open(tracking: nil)
      #expect(try again.numbers == [1, 2])
      let early = #expect(throws: StoreError.self) {
        try again.transactions(after: .point(points[3]))
      }
      #expect(early?.reason == .historyExpired)
      try again.addMovie("Dersu Uzala")
      #expect(try again.numbers == [1, 2, 5])
      #expect(try again.transactions(after: .point(points[1])).count == 1)
      for point in points[2...] {
        let error = #expect(throws: StoreError.self) {
          try again.transactions(after: .point(point))
        }
        #expect(error?.reason == .historyExpired)
        #expect(error?.description.contains("current token") == true)
      }
    }
  }

  @Test(
    "where the file is missing, older or another one, older tokens expire and saving begins anew")
  func otherFiles() throws {
    let bench = HistoryBench(.xml)
    let store = try bench.open()
    try store.addMovie("Heat")
    let old = try #require(bench.files["s.xml-history"])
    let first = try #require(store.historyPoint)
    try store.addMovie("Ran")
    let second = try #require(store.historyPoint)
    let stranger = HistoryBench(.xml)
    let other = try stranger.open()
    for title in ["A", "B", "C"] { try other.addMovie(title) }
    let foreign = try #require(stranger.files["s.xml-history"])
    for history in [nil, old, foreign, [], Array(old.dropLast(3)), Array("{\n".utf8)] {
      let state = bench.copy(["s.xml-history": history])
      let store = try state.open(tracking: nil)
      #expect(store.historyPoint == second)
      #expect(try store.transactions(after: .beginning).isEmpty)
      #expect(try store.transactions(after: .point(second)).isEmpty)
      let error = #expect(throws: StoreError.self) {
        try store.transactions(after: .point(first))
      }
      #expect(error?.reason == .historyExpired)
      try store.addMovie("Ikiru")
      for store in [store, try state.open()] {
        #expect(try store.transactions(after: .beginning).count == 1)
        #expect(try store.transactions(after: .point(second)).count == 1)
        #expect(throws: StoreError.self) { try store.transactions(after: .point(first)) }
        #expect(try #require(store.historyPoint).number > second.number)
      }
      #expect(state.lines[0].contains("\"after\":{\"number\":2"))
    }
  }

  @Test("a damaged line is an error with its number, and keeps nobody from saving")
  func damage() throws {
    let bench = HistoryBench(.binary)
    let store = try bench.open()
    var points: [HistoryPoint] = []
    for title in ["Heat", "Ran", "Ikiru"] {
      try store.addMovie(title)
      points.append(try #require(store.historyPoint))
    }
    var lines = bench.lines
    lines[2] = lines[2].replacing("changes", with: "chances")
    let state = bench.copy([bench.historyName: Array((lines.joined(separator: "\n") + "\n").utf8)])
    let again = try state.open()
    let error = #expect(throws: StoreError.self) { try again.transactions(after: .beginning) }
    #expect(error?.reason == .corrupt)
    #expect(error?.description.contains("/s.plist-history:3:") == true)
    #expect(error?.description.contains("the line has no 'changes'") == true)
    #expect(try again.transactions(after: .point(points[1])).map(\.point) == [points[2]])
    try again.addMovie("Ugetsu")
    #expect(try again.transactions(after: .point(points[1])).count == 2)
    // The document's own line.
    lines[3] = "{\"number\":x}"
    let worse = bench.copy([bench.historyName: Array((lines.joined(separator: "\n") + "\n").utf8)])
    let last = try worse.open()
    let fault = #expect(throws: StoreError.self) { try last.transactions(after: .beginning) }
    #expect(fault?.description.contains(":4:") == true)
    try last.addMovie("Ugetsu")
    #expect(try last.transactions(after: .point(points[2])).count == 1)
  }

  @Test("a file of a newer version is not touched")
  func versions() throws {
    let bench = HistoryBench(.xml)
    try bench.open().addMovie("Heat")
    let text =
      try #require(bench.history).replacing("\"version\":1", with: "\"version\":2")
      .split(separator: "\n")[0] + "\n"
    let state = bench.copy(["s.xml-history": Array(text.utf8)])
    let store = try state.open()
    let before = state.document
    let error = #expect(throws: StoreError.self) { try store.addMovie("Ran") }
    #expect(error?.description.contains("version 2") == true)
    #expect(state.history == String(text))
    #expect(state.document == before)
  }

  @Test("forgetting keeps the transaction that is named and what follows")
  func deleting() throws {
    for kind in HistoryBench.Kind.allCases {
      let bench = HistoryBench(kind)
      let store = try bench.open()
      var points: [HistoryPoint] = [.beginning]
      for title in ["Heat", "Ran", "Ikiru", "Ugetsu"] {
        try store.addMovie(title)
        points.append(try #require(store.historyPoint))
      }
      let document = bench.document
      try store.deleteHistory(before: .point(points[3]))
      #expect(bench.document == document)
      #expect(try store.numbers == [3, 4])
      #expect(try store.transactions(after: .point(points[2])).count == 2)
      for point in points[0...1] {
        let error = #expect(throws: StoreError.self) {
          try store.transactions(after: .point(point))
        }
        #expect(error?.description.contains("begins after transaction 2") == true)
      }
      try store.deleteHistory(before: .point(points[1]))
      try store.deleteHistory(before: .beginning)
      #expect(try store.numbers == [3, 4])
      let stranger = HistoryPoint(number: 4, id: UUID())
      #expect(throws: StoreError.self) { try store.deleteHistory(before: .point(stranger)) }
      try store.addMovie("Dersu Uzala")
      #expect(try bench.open().numbers == [3, 4, 5])
      try store.deleteHistory(before: .date(Date().timeIntervalSinceReferenceDate + 60))
      #expect(try store.numbers.isEmpty)
      #expect(bench.lines.count == 1)
      try store.addMovie("Yojimbo")
      #expect(try bench.open().numbers == [6])
      #expect(bench.files.names == [kind.rawValue, kind.rawValue + "-history"].sorted())
    }
  }

  @Test("a save looks for the end of the file once, then only at the file's stamp")
  func reading() throws {
    let bench = HistoryBench(.xml)
    var store = try bench.open()
    for number in 0..<200 { try store.addMovie("Movie \(number)") }
    store = try bench.open()
    var costs: [Int] = []
    for _ in 0..<3 {
      let before = bench.files.log.count
      try store.addMovie("One more")
      costs.append(bench.files.log[before...].count { $0 == "read" })
    }
    #expect(costs[0] <= costs[1] + 1)
    #expect(costs[1] == costs[2])
    let untracked = HistoryBench(.xml)
    let other = try untracked.open(tracking: nil)
    try other.addMovie("Heat")
    let before = untracked.files.log.count
    try other.addMovie("Ran")
    #expect(untracked.files.log[before...].count { $0 == "read" } == costs[2])
  }

  @Test("a file that is no history is never replaced or removed")
  func foreignFiles() throws {
    for kind in HistoryBench.Kind.allCases {
      let notes = Array("my notes\n".utf8)
      let bench = HistoryBench(
        kind, SimulatedFileSystem([kind.rawValue + "-history": notes]))
      let store = try bench.open()
      let error = #expect(throws: StoreError.self) { try store.addMovie("Heat") }
      #expect(error?.description.contains("move it away") == true)
      #expect(bench.files.names == [kind.rawValue + "-history"])
      let tracked = HistoryBench(kind)
      try tracked.open().addMovie("Heat")
      let state = tracked.copy([tracked.historyName: notes])
      let ending = try state.open(tracking: false)
      try ending.save(ChangeSet(schema: ending.schema))
      #expect(state.files[state.historyName] == notes)
    }
  }

  @Test("a moved store takes its history along with the next save")
  func moving() throws {
    let bench = HistoryBench(.xml)
    let store = try bench.open()
    try store.addMovie("Heat")
    let first = try #require(store.historyPoint)
    let file = bench.files.stored("t.plist")
    try store.move(to: BinaryFormat(file: file, schema: store.schema))
    #expect(try store.numbers == [1])
    #expect(throws: StoreError.self) { try store.deleteHistory(before: .point(first)) }
    try store.addMovie("Ran")
    #expect(try store.numbers == [1, 2])
    try store.addMovie("Ikiru")
    let moved = try RecordStore(
      schema: store.schema, format: BinaryFormat(file: file, schema: store.schema))
    #expect(try moved.numbers == [1, 2, 3])
    #expect(try bench.open().numbers == [1])
  }

  @Test("the file has the document's permissions, also where they change")
  func permissions() throws {
    let bench = HistoryBench(.xml)
    let store = try bench.open()
    func permissions(_ name: String) -> UInt32? {
      bench.files.state.withLock { state in
        state.names[name].flatMap { state.files[$0]?.permissions }
      }
    }
    try store.addMovie("Heat")
    #expect(permissions("s.xml") == permissions("s.xml-history"))
    bench.files.state.withLock { state in
      if let file = state.names["s.xml"] { state.files[file]?.permissions = 0o600 }
    }
    try bench.open().addMovie("Ran")
    #expect(permissions("s.xml-history") == 0o600)
    try bench.open().deleteHistory(before: .date(.greatestFiniteMagnitude))
    #expect(permissions("s.xml-history") == 0o600)
  }
}
