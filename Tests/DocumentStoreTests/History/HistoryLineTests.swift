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
      ("", "'{' was expected"), ("[]", "'{' was expected"),
      (#"{"id":1}"#, "'number' was expected, not 'id'"),
      (#"{"number":-1"#, "'-1' is no whole number"), (#"{"number":1.5"#, "'1.5' is no whole"),
      (#"{"number":01"#, "a number was expected"), (#"{"number":0"#, "no transaction 0"),
      (#"{"number":9223372036854775807"#, "no transaction 9223372036854775807"),
      (#"{"number":1,"id":"x""#, "'x' is not the id of a transaction"),
      (#"{"number":1,"id":"ID","time":"soon""#, "'soon' is no time"),
      (#"{"number":1,"id":"ID","time":1e999"#, "'1e999' is no number"),
      (#"{"number":1,"id":"ID","time":1}"#, "a transaction has 'changes'"),
      (#"{"number":1,"id":"ID","time":1,"changes":[{}]}"#, "a change names what it inserts"),
      (
        #"{"number":1,"id":"ID","time":1,"changes":[{"insert":"A","delete":"B"}]}"#,
        "a change is of one kind"
      ),
      (#"{"number":1,"id":"ID","time":1,"changes":[]} x"#, "something stands behind the end"),
      (#"{"number":1,"id":"ID","time":1,"changes":[],"#, "'\"' was expected"),
      (#"{"number":1,"id":"ID","time":1,"a":"\ud800x""#, "half of a surrogate pair"),
      (#"{"number":1,"id":"ID","time":1,"a":"\q""#, "an escape that JSON does not know"),
      (
        #"{"number":1,"id":"ID","time":1,"a":"# + String(repeating: "[", count: 200),
        "nested more than 128 deep"
      ),
    ])
  func damage(line: String, message: String) throws {
    let line = line.replacing("ID", with: Self.id?.uuidString ?? "")
    let fault = #expect(throws: JSONFault.self) { try HistoryLine.transaction(Array(line.utf8)) }
    #expect(fault?.sentence.contains(message) == true, "\(fault?.sentence ?? "")")
  }

  @Test("every beginning of a line, and ten thousand mutations of it, are read or refused")
  func mutations() throws {
    let bytes = Array(try HistoryLine.bytes(of: Self.transaction()).dropLast())
    for end in 0..<bytes.count {
      #expect(throws: JSONFault.self) { try HistoryLine.transaction(Array(bytes[..<end])) }
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
