import Foundation
import Testing

@testable import DocumentStore

@Suite("The lines of a history")
struct HistoryLineTests {
  static let id = UUID(uuidString: "8C1F0000-0000-4000-8000-00000000000A")

  static func transaction(_ number: Int64 = 12) -> HistoryTransaction {
    var update = HistoryChange(kind: .update, entity: "Movie", id: "heat")
    update.properties = ["title", "director"]
    var deletion = HistoryChange(kind: .delete, entity: "Movie", id: "Movie-3")
    deletion.tombstone = [
      "title": .text("Say \"hi\"\n"), "seen": .seconds(-0.0),
      "place": .composite(["city": .text("Köln"), "zip": .text("50667")]),
    ]
    return HistoryTransaction(
      point: HistoryPoint(number: number, id: id), time: 0.5,
      signature: HistorySignature(
        author: "import", context: "background", process: "films", bundle: nil),
      changes: [
        HistoryChange(kind: .insert, entity: "Movie", id: "Movie-12"), update, deletion,
      ])
  }

  static let text =
    #"{"number":12,"id":"8C1F0000-0000-4000-8000-00000000000A","time":"2001-01-01T00:00:00.5Z","#
    + #""author":"import","context":"background","process":"films","changes":["#
    + #"{"insert":"Movie","id":"Movie-12"},"#
    + #"{"update":"Movie","id":"heat","properties":["title","director"]},"#
    + #"{"delete":"Movie","id":"Movie-3","tombstone":{"#
    + #""place":{"city":"Köln","zip":"50667"},"seen":-0,"title":"Say \"hi\"\n"}}]}"# + "\n"

  @Test("a transaction is one line of JSON that people can read")
  func writing() throws {
    let bytes = try HistoryLine.bytes(of: Self.transaction())
    #expect(String(decoding: bytes, as: UTF8.self) == Self.text)
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
    #expect(try HistoryLine.transaction(bytes.dropLast()) == Self.transaction())
    #expect(try HistoryLine.head(bytes.dropLast()).point == Self.transaction().point)
  }

  @Test("the first line names format, version, store and where the file begins")
  func header() throws {
    let bytes = HistoryLine.header(after: HistoryPoint(number: 7, id: Self.id), store: "S")
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"format":"OpenCoreData history","version":1,"store":"S","after":{"number":7,"#
        + #""id":"8C1F0000-0000-4000-8000-00000000000A"}}"# + "\n")
    let header = try HistoryLine.header(Array(bytes.dropLast()))
    #expect(header == .init(store: "S", after: HistoryPoint(number: 7, id: Self.id)))
    let plain = HistoryLine.header(after: .beginning, store: nil)
    #expect(try HistoryLine.header(Array(plain.dropLast())).after == .beginning)
  }

  @Test("members that are not known, blanks and any order behind the first three are read")
  func tolerance() throws {
    let line =
      #"{ "number" : 1 , "id" : "8C1F0000-0000-4000-8000-00000000000A", "time": 0, "more": [1, {"a": null}], "#
      + #""changes": [ { "id": "a", "insert": "E", "x": true } ], "process": "p\u00e9\ud83d\ude00" } "#
    let found = try HistoryLine.transaction(Array(line.utf8))
    #expect(found.changes == [HistoryChange(kind: .insert, entity: "E", id: "a")])
    #expect(found.signature.process == "pé😀")
  }

  @Test(
    "what is no line of a history says why",
    arguments: [
      ("", "it is not JSON"), ("[]", "the line is not what it should be"),
      ("7", "the line is not what it should be"), (#"{"id":1}"#, "the line has no 'number'"),
      (#"{"number":-1,"id":"ID","time":1}"#, "no transaction -1"),
      (#"{"number":1.5,"id":"ID"}"#, "a number is too large"),
      (#"{"number":1e400,"id":"ID"}"#, "not representable"),
      (#"{"number":99999999999999999999,"id":"ID"}"#, "a number is too large"),
      (#"{"number":null,"id":"ID"}"#, "'number' is not what it should be"),
      (#"{"number":01,"id":"ID"}"#, "it is not JSON"),
      (#"{"number":0,"id":"ID"}"#, "no transaction 0"),
      (#"{"number":9223372036854775807,"id":"ID"}"#, "no transaction 9223372036854775807"),
      (#"{"number":1,"time":1,"changes":[]}"#, "the line has no 'id'"),
      (#"{"number":1,"id":"x"}"#, "'x' is not the id of a transaction"),
      (#"{"number":1,"id":"ID","time":"soon"}"#, "'soon' is no time"),
      (#"{"number":1,"id":"ID","time":1e999}"#, "not representable"),
      (#"{"number":1,"id":"ID","time":NaN}"#, "it is not JSON"),
      (#"{"number":1,"id":"ID","time":true}"#, "'time' is not what it should be"),
      (#"{"number":1,"id":"ID","time":1}"#, "the line has no 'changes'"),
      (#"{"number":1,"id":"ID","time":1,"changes":{}}"#, "'changes' is not what it should be"),
      (#"{"number":1,"id":"ID","time":1,"changes":[{}]}"#, "a change names what it inserts"),
      (
        #"{"number":1,"id":"ID","time":1,"changes":[{"insert":"A","id":2}]}"#,
        "'changes[0].id' is not what it should be"
      ),
      (
        #"{"number":1,"id":"ID","time":1,"changes":[{"insert":"A","delete":"B"}]}"#,
        "a change is of one kind"
      ),
      (#"{"number":1,"id":"ID","time":1,"changes":[]} x"#, "it is not JSON"),
      (#"{"number":1,"id":"ID","time":1,"changes":[],"#, "it is not JSON"),
      (#"{"number":1,"id":"ID","time":1,"author":"\ud800x","changes":[]}"#, "it is not JSON"),
      (#"{"number":1,"id":"ID","time":1,"author":"\q","changes":[]}"#, "it is not JSON"),
      (
        #"{"number":1,"id":"ID","time":1,"a":"# + String(repeating: "[", count: 100_000),
        "it is not JSON"
      ),
      (
        #"{"number":1,"id":"ID","time":1,"changes":[{"delete":"A","id":"b","tombstone":"#
          + String(repeating: #"{"c":"#, count: 300) + "1" + String(repeating: "}", count: 300)
          + "}]}",
        "values are nested more than 128 deep"
      ),
    ])
  func damage(line: String, message: String) throws {
    let line = line.replacing("ID", with: Self.id?.uuidString ?? "")
    let fault = #expect(throws: LineFault.self) { try HistoryLine.transaction(Array(line.utf8)) }
    #expect(fault?.sentence.contains(message) == true, "\(fault?.sentence ?? "")")
  }

  @Test("what is not JSON is told with its place in the line")
  func places() throws {
    let line = #"{"number":1,"id":"x","time":?}"#
    let fault = #expect(throws: LineFault.self) { try HistoryLine.transaction(Array(line.utf8)) }
    #expect(fault?.column == 29, "\(fault?.sentence ?? "")")
    #expect(fault?.sentence.contains("line 1") == false)
  }

  @Test("text that is not UTF-8 is refused")
  func encoding() throws {
    let line = #"{"number":1,"id":"ID","time":1,"author":"~","changes":[]}"#
      .replacing("ID", with: Self.id?.uuidString ?? "")
    #expect(try HistoryLine.transaction(Array(line.utf8)).signature.author == "~")
    let bytes = line.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
    #expect(throws: LineFault.self) { try HistoryLine.transaction(bytes) }
  }

  @Test("of members that stand there twice the first counts")
  func duplicates() throws {
    let line =
      #"{"number":1,"id":"ID","time":1,"number":2,"author":"a","author":"b","#
      + #""changes":[{"delete":"A","id":"b","tombstone":{"c":"1","c":"2"}}],"changes":[]}"#
    let found = try HistoryLine.transaction(
      Array(line.replacing("ID", with: Self.id?.uuidString ?? "").utf8))
    #expect(found.point.number == 1 && found.signature.author == "a")
    #expect(found.changes.map(\.tombstone) == [["c": .text("1")]])
  }

  @Test("numbers come back bit by bit")
  func numbers() throws {
    var random = SeededRandom(4)
    let odd = [
      -0.0, .leastNonzeroMagnitude, -2.2250738585072014e-308, 1.7976931348623157e308, 0.1, 1e22,
      9007199254740992,
    ]
    let others = (0..<2_000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    for number in odd + others {
      var transaction = Self.transaction(HistoryPoint.largestNumber)
      transaction.changes[2].tombstone = ["n": .seconds(number)]
      let line = Array(try HistoryLine.bytes(of: transaction).dropLast())
      let found = try HistoryLine.transaction(line)
      #expect(found.point.number == HistoryPoint.largestNumber)
      guard case .seconds(let read) = found.changes[2].tombstone["n"] else {
        Issue.record("\(number) is no number any more")
        continue
      }
      #expect(read.bitPattern == number.bitPattern)
    }
  }

  @Test("the beginning of a line is told without the rest, and in any order with it")
  func heads() throws {
    let id = Self.id?.uuidString ?? ""
    let known = #"{"number":3,"id":"\#(id)","time":2,"#
    #expect(try HistoryLine.head(Array((known + "what follows").utf8)).point.number == 3)
    let turned = #"{"changes":[],"time":2,"id":"\#(id)","number":3}"#
    #expect(try HistoryLine.head(Array(turned.utf8)).time == 2)
    #expect(throws: LineFault.self) { try HistoryLine.head(Array(#"{"number":3,"id":"#.utf8)) }
  }

  @Test("every beginning of a line, and ten thousand mutations of it, are read or refused")
  func mutations() throws {
    let bytes = Array(try HistoryLine.bytes(of: Self.transaction()).dropLast())
    for end in 0..<bytes.count {
      #expect(throws: LineFault.self) { try HistoryLine.transaction(Array(bytes[..<end])) }
    }
    var random = SeededRandom(1)
    for _ in 0..<10_000 {
      var mutant = bytes
      for _ in 0...random.int(0...3) {
        let place = random.int(0...mutant.count - 1)
        switch random.int(0...2) {
        case 0: mutant[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: mutant.remove(at: place)
        default: mutant.insert(mutant[random.int(0...mutant.count - 1)], at: place)
        }
      }
      if let read = try? HistoryLine.transaction(mutant) {
        let again = try HistoryLine.bytes(of: read)
        #expect(try HistoryLine.transaction(Array(again.dropLast())) == read)
      }
    }
  }

  @Test("values of every type come back from a tombstone")
  func tombstones() throws {
    var random = SeededRandom(2)
    let columns = SampleSchema.schema.tables[0].columns.filter {
      !$0.type.isRelationship && !$0.isTransient
    }
    for _ in 0..<300 {
      for column in columns {
        let value = random.value(of: column, rowCounts: [1, 1, 1])
        guard let kept = TombstoneValue(value, column) else {
          #expect(value == .null)
          continue
        }
        var transaction = Self.transaction()
        transaction.changes[2].tombstone = [column.name: kept]
        let line = try HistoryLine.bytes(of: transaction)
        let read = try HistoryLine.transaction(Array(line.dropLast()))
        #expect(read.changes[2].tombstone[column.name]?.value(as: column) == value)
      }
    }
  }

  @Test("lines are found from the end of a file on, however long they are")
  func lines() throws {
    var random = SeededRandom(3)
    for _ in 0..<20 {
      let lines = (0..<random.int(1...40)).map { _ in
        [UInt8](
          repeating: UInt8(random.int(0x41...0x5A)),
          count: random.chance(10) ? random.int(60_000...300_000) : random.int(0...80))
      }
      let isWhole = random.chance(50)
      let bytes = Array(lines.joined(separator: [0x0A])) + (isWhole ? [0x0A] : [])
      let files = SimulatedFileSystem(["h": bytes])
      let file = try files.stored("h").open().file
      var finder = HistoryLines(file, before: bytes.count)
      var found: [[UInt8]] = []
      var end = bytes.count
      while let line = try finder.previous() {
        #expect(line.end == end)
        #expect(line.isWhole || end == bytes.count)
        end = line.start
        found.insert(line.bytes, at: 0)
      }
      #expect(found == lines || (!isWhole && found + [[]] == lines))
    }
  }
}
