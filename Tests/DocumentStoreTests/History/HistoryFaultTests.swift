import Foundation
import Testing

@testable import DocumentStore

@Suite("Saving with a history, whatever happens")
struct HistoryFaultTests {
  /// What the files are before the save that goes wrong.
  enum Situation: CaseIterable, Sendable {
    /// Nothing.
    case new
    /// A document and its history.
    case appending
    /// A document, and a history with a line too many.
    case rewriting
    /// A document whose history is missing.
    case anew
    /// A document that has not been tracked.
    case starting
  }

  static func bench(
    _ kind: HistoryBench.Kind, _ situation: Situation
  ) throws -> HistoryBench {
    let bench = HistoryBench(kind)
    if situation == .new { return bench }
    let store = try bench.open(tracking: situation == .starting ? nil : true)
    try store.addMovie("Heat")
    let document = bench.document
    try store.addMovie("Ran")
    switch situation {
    case .rewriting: return bench.copy([kind.rawValue: document])
    case .anew: return bench.copy([bench.historyName: nil])
    default: return bench.copy()
    }
  }

  /// Whether the history tells what the document has, as far back as it goes.
  static func expectAgreement(
    _ bench: HistoryBench, _ situation: Situation, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let store = try bench.open(tracking: nil)
    guard let point = store.historyPoint else {
      #expect(situation == .starting || situation == .new, sourceLocation: sourceLocation)
      return
    }
    let all = try store.transactions(after: .beginning)
    #expect(all.isEmpty || all.last?.point == point, sourceLocation: sourceLocation)
    let known: Int =
      switch situation {
      case .new, .appending, .rewriting: 0
      case .anew, .starting: 2
      }
    #expect(
      try store.titles.count == known + store.countByHistory, sourceLocation: sourceLocation)
  }

  static func callCount(_ kind: HistoryBench.Kind, _ situation: Situation) throws -> Int {
    let bench = try bench(kind, situation)
    let store = try bench.open()
    let before = bench.files.calls
    try store.addMovie("Ikiru")
    let count = bench.files.calls - before
    try expectAgreement(bench, situation)
    return count
  }

  @Test(
    "a call that fails leaves document and history in agreement, and the next save works",
    arguments: HistoryBench.Kind.allCases, Situation.allCases)
  func failures(kind: HistoryBench.Kind, situation: Situation) throws {
    for call in 1...(try Self.callCount(kind, situation)) {
      for code in [EIO, ENOSPC] {
        let bench = try Self.bench(kind, situation)
        var store = try bench.open()
        let (document, point) = (bench.document, store.historyPoint)
        bench.files.plan(.failure(code), at: call)
        do {
          try store.addMovie("Ikiru")
        } catch {
          // A part of a save may lie behind the end of a binary store.
          let isThere =
            kind == .xml
            ? bench.document == document
            : bench.document?.starts(with: document ?? []) == true || document == nil
          #expect(isThere, "after \(bench.files.log.suffix(5))")
          #expect(store.historyPoint == point)
        }
        try Self.expectAgreement(bench.copy(), situation)
        // A binary store whose file was exchanged and exchanged back must be opened again.
        if kind == .binary { store = try bench.open() }
        try store.addMovie("Ugetsu")
        #expect(try store.titles.contains("Ugetsu"))
        try Self.expectAgreement(bench.copy(), situation)
        #expect(try bench.open().historyPoint == store.historyPoint)
        let names = bench.files.names
        #expect(names == [kind.rawValue, bench.historyName].sorted(), "\(names)")
      }
    }
  }

  @Test(
    "interrupted calls are made again, short reads and writes go on",
    arguments: HistoryBench.Kind.allCases, Situation.allCases)
  func interruptions(kind: HistoryBench.Kind, situation: Situation) throws {
    for call in 1...(try Self.callCount(kind, situation)) {
      for event in [SimulatedFileSystem.Event.failure(EINTR), .short] {
        let bench = try Self.bench(kind, situation)
        let store = try bench.open()
        bench.files.plan(event, at: call)
        try store.addMovie("Ikiru")
        try Self.expectAgreement(bench, situation)
        #expect(try store.transactions(after: .beginning).last?.point == store.historyPoint)
      }
    }
  }

  @Test(
    "every state that a crash can leave has a history that agrees with its document",
    arguments: HistoryBench.Kind.allCases, Situation.allCases)
  func crashes(kind: HistoryBench.Kind, situation: Situation) throws {
    for call in 1...(try Self.callCount(kind, situation)) + 1 {
      let bench = try Self.bench(kind, situation)
      let store = try bench.open()
      bench.files.plan(.crash, at: call)
      _ = try? store.addMovie("Ikiru")
      for files in bench.files.crashStates() {
        let state = HistoryBench(kind, SimulatedFileSystem(files))
        if state.document == nil, situation == .new { continue }
        try Self.expectAgreement(state, situation)
        let again = try state.open()
        try again.addMovie("Ugetsu")
        try Self.expectAgreement(state, situation)
        #expect(try again.transactions(after: .beginning).isEmpty == false)
      }
    }
  }

  @Test("forgetting that fails anywhere keeps all, or has forgotten")
  func deleting() throws {
    let situation = Situation.appending
    for kind in HistoryBench.Kind.allCases {
      for crashes in [false, true] {
        var call = 1
        while true {
          let bench = try Self.bench(kind, situation)
          let store = try bench.open()
          let point = try #require(store.historyPoint)
          let document = bench.document
          let before = bench.files.calls
          bench.files.plan(crashes ? .crash : .failure(EIO), at: call)
          try? store.deleteHistory(before: .point(point))
          let isOver = bench.files.calls - before < call
          for files in bench.files.crashStates() {
            let state = HistoryBench(kind, SimulatedFileSystem(files))
            #expect(state.document == document)
            let numbers = try state.open().numbers
            #expect(numbers == [1, 2] || numbers == [2])
          }
          if isOver { break }
          call += 1
        }
        #expect(call > 10)
      }
    }
  }

  @Test("ending that fails leaves a document that is tracked, or one that is not")
  func ending() throws {
    for kind in HistoryBench.Kind.allCases {
      for call in 1...60 {
        let bench = try Self.bench(kind, .appending)
        let store = try bench.open(tracking: false)
        bench.files.plan(.crash, at: call)
        _ = try? store.save(ChangeSet(schema: store.schema))
        for files in bench.files.crashStates() {
          let state = HistoryBench(kind, SimulatedFileSystem(files))
          let again = try state.open(tracking: nil)
          if again.historyPoint != nil { #expect(try again.numbers == [1, 2]) }
          let anew = try state.open()
          try anew.addMovie("Ikiru")
          #expect(try anew.transactions(after: .beginning).last?.point == anew.historyPoint)
        }
      }
    }
  }
}
