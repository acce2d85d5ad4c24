import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("A binary store with right checksums and wrong contents is refused")
struct ForgedStoreTests {
  let forge = StoreForge()

  /// What is wrong with a file, which must be told with its name.
  func fault(_ change: (inout StoreForge) -> Void) throws -> String? {
    let error = try forge.changed(change).refusal()
    if let error, !error.description.contains("two records have the id") {
      #expect(error.diagnostics.first?.location.file == "/s.plist")
    }
    return error?.description
  }

  @Test("one with right contents is read")
  func good() throws {
    #expect(try forge.refusal() == nil)
    _ = try unsafe PropertyListSerialization.propertyList(from: Data(try forge.file()), format: nil)
  }

  // MARK: Ids

  static func texts(_ texts: [String]) -> [UInt8] {
    StoreForge.chunk(.string) { for text in texts { $0.append(text: text) } }
  }

  @Test(
    "ids that are no names",
    arguments: ["", "a b", "1a", "x:y", "a\u{1}", "-a", "a\0", "a\n", "<", "é\u{301}\u{2028}"])
  func names(id: String) throws {
    let fault = try fault { forge in
      forge.a.hasTextIDs = true
      forge.a.ids = Self.texts(["b", id, "c"])
    }
    #expect(fault?.contains("an id is not a name") == true)
    #expect(
      try self.fault { forge in
        forge.a.hasTextIDs = true
        forge.a.ids = Self.texts(["b", id, "c"])
        forge.a.live = Bitmap(size: 3, words: [0b101])
        forge.a.records = 2
      } == nil)
  }

  @Test("ids that are names", arguments: ["a", "_", "é", "日本", "A-0", "A-03", "a.b-c", "B-7"])
  func goodNames(id: String) throws {
    let fault = try fault { forge in
      forge.a.hasTextIDs = true
      forge.a.ids = Self.texts(["A-1", id, "A-3"])
    }
    #expect(fault == nil)
  }

  @Test("numbers that were never given", arguments: [["A-4", "b", "c"], ["a", "A-99", "c"]])
  func numbersNeverGiven(ids: [String]) throws {
    let fault = try fault { forge in
      forge.a.hasTextIDs = true
      forge.a.ids = Self.texts(ids)
    }
    #expect(fault?.contains("not among those that were given") == true)
    #expect(try self.fault { $0.a.highestNumber = 2 }?.contains("not among those") == true)
  }

  @Test("ids that two records have, when one is looked up")
  func repeated() throws {
    let numbers = StoreForge.chunk(.int64) {
      for number: Int64 in [1, 2, 2] { $0.append(integer: number) }
    }
    #expect(try fault { $0.a.ids = numbers }?.contains("the id 'A-2'") == true)
    for (one, other) in [("x", "x"), ("B-2", "b")] {
      let fault = try fault { forge in
        forge.a.hasTextIDs = true
        forge.a.ids = Self.texts(["a", one, "c"])
        if other == "x" {
          forge.b.hasTextIDs = true
          forge.b.ids = Self.texts(["a1", "b1", other])
        }
      }
      #expect(fault?.contains("two records have the id '\(one)'") == true)
    }
  }

  @Test("ids that are missing, or of the wrong form")
  func missing() throws {
    let chunk = StoreForge.chunk(.int64) { builder in
      builder.append(integer: 1)
      builder.appendNull()
      builder.append(integer: 3)
    }
    #expect(try fault { $0.a.ids = chunk }?.contains("a row has no id") == true)
    #expect(try fault { $0.a.hasTextIDs = true } != nil)
    #expect(try fault { $0.a.ids = Self.texts(["a", "b", "c"]) } != nil)
  }

  // MARK: Relationships

  @Test(
    "references to rows or tables that are not there, or of another entity",
    arguments: [(0, 3), (1, 0), (2, 0), (7, 7), (0, Int(UInt32.max)), (Int(UInt32.max), 0)])
  func references(table: Int, row: Int) throws {
    let reference = RecordReference(table: table, row: row)
    let first = RecordReference(table: 0, row: 0)
    for members in [[reference], [first, reference]] {
      let fault = try fault { forge in
        forge.a.columns[2].chunk = StoreForge.chunk(.toMany) { builder in
          builder.append(references: members)
          builder.appendNull()
          builder.appendNull()
        }
      }
      #expect(fault?.contains("leads to no record") == true)
    }
    let fault = try fault { forge in
      forge.a.columns[1].chunk = StoreForge.chunk(.toOne) { builder in
        for reference in [first, reference, first] { builder.append(reference: reference) }
      }
    }
    #expect(fault?.contains("leads to no record") == true)
  }

  @Test("members named twice", arguments: [[0, 0], [1, 0, 1], [2, 1, 0, 2], [0, 1, 1]])
  func members(rows: [Int]) throws {
    func fault(_ rows: [Int]) throws -> String? {
      try self.fault { forge in
        forge.a.columns[2].chunk = StoreForge.chunk(.toMany) { builder in
          builder.append(references: [RecordReference(table: 0, row: 2)])
          builder.append(references: rows.map { RecordReference(table: 0, row: $0) })
          builder.append(references: [RecordReference(table: 0, row: 2)])
        }
      }
    }
    #expect(try fault(rows)?.contains("named twice") == true)
    #expect(try fault([2, 0, 1]) == nil)
  }

  // MARK: Counts and sizes

  @Test("counts that cannot be")
  func counts() throws {
    for edit: (inout StoreForge) -> Void in [
      { $0.a.records = 4 }, { $0.a.records = 2 }, { $0.a.rows = 4 }, { $0.a.rows = 2 },
      { $0.a.rows = Int(UInt32.max) }, { $0.a.highestNumber = -1 },
      { $0.a.highestNumber = 1 << 62 + 1 },
      { $0.generation = .max }, { $0.generation = 1 << 62 + 1 },
    ] {
      #expect(try fault(edit) != nil)
    }
    let full = try forge.changed { $0.a.highestNumber = 1 << 62 }.refusal()
    #expect(full?.description.contains("there is no room for 1 more records of 'A'") == true)
    #expect(try fault { $0.generation = 1 << 62 } == nil)
  }

  @Test("chunks of a size that their rows cannot have, before there is room made for them")
  func sizes() throws {
    let text = forge.a.columns[0].chunk
    for (column, bytes) in [
      (1, []), (1, Array(repeating: 0, count: 40)), (1, Array(repeating: 0, count: 24)), (0, []),
      (0, Array(text.prefix(16))), (0, text + Array(repeating: 0, count: 8)),
    ] as [(Int, [UInt8])] {
      #expect(try fault { $0.a.columns[column].chunk = bytes } != nil)
    }
  }

  // MARK: Patches

  /// A patch that tells of rows, and the rows of its table, in its group and in all.
  struct PatchCase: CustomTestStringConvertible {
    var inGroup: Int
    var inTable: Int
    var rows: [Int]
    var testDescription: String { "\(rows) in \(inGroup) of \(inTable)" }

    init(_ inGroup: Int, _ inTable: Int, _ rows: [Int]) {
      (self.inGroup, self.inTable, self.rows) = (inGroup, inTable, rows)
    }
  }

  /// What is wrong with a file whose table has a patch, behind others.
  private func fault(
    _ patch: PatchCase, _ fate: TablePatch.Fate, behind others: [[Int]]
  ) throws -> String? {
    try fault { forge in
      var live = Set(0..<patch.inGroup)
      var number: Int64 = 3
      forge.a.groupRows = patch.inGroup
      forge.a.rows = patch.inTable
      for rows in others + [patch.rows] {
        let ids = rows.map { _ in
          number += 1
          return RecordID.number(number)
        }
        forge.a.patches.append(
          TablePatch(
            rows: rows, fates: rows.map { _ in fate },
            ids: .ids(fate == .inserted ? ids : [], of: "A"), leaves: [nil, nil, nil]))
        if fate == .inserted { live.formUnion(rows) }
        if fate == .removed { live.subtract(rows) }
      }
      forge.a.highestNumber = 100
      forge.a.records = min(live.count, patch.inTable)
    }
  }

  @Test(
    "patches of rows that the table has",
    arguments: [
      PatchCase(0, 0, []), PatchCase(0, 1, [0]), PatchCase(0, 3, [0, 2]), PatchCase(0, 3, [2]),
      PatchCase(3, 3, [2]), PatchCase(3, 3, [0, 1, 2]), PatchCase(3, 4, [3]),
      PatchCase(3, 9, [0, 8]),
    ], [.changed, .inserted, .removed] as [TablePatch.Fate])
  func goodPatches(patch: PatchCase, fate: TablePatch.Fate) throws {
    #expect(try fault(patch, fate, behind: []) == nil)
    let others = [Array(0..<patch.inTable), patch.rows]
    #expect(try fault(patch, fate, behind: others) == nil)
  }

  @Test(
    "patches of rows that the table has not, that do not ascend, or that are named twice",
    arguments: [
      PatchCase(0, 0, [0]), PatchCase(0, 0, [1]), PatchCase(0, 0, [0, 1]), PatchCase(0, 0, [.max]),
      PatchCase(0, 1, [1]), PatchCase(0, 1, [0, 1]), PatchCase(0, 2, [1, 0]),
      PatchCase(0, 2, [0, 0]), PatchCase(3, 3, [3]), PatchCase(3, 3, [2, 3]),
      PatchCase(3, 3, [1, 1]), PatchCase(3, 4, [4]), PatchCase(3, 4, [3, .max]),
      PatchCase(3, 5, [4, 3]), PatchCase(3, 5, [4, 4]), PatchCase(3, 5, [1, 4, 0]),
    ], [.changed, .inserted, .removed] as [TablePatch.Fate])
  func badPatches(patch: PatchCase, fate: TablePatch.Fate) throws {
    for others in [[], [Array(0..<patch.inTable)]] {
      let fault = try fault(patch, fate, behind: others)
      #expect(fault?.contains("in a patch: its parts do not fit together") == true)
    }
  }

  @Test(
    "a patch of a row so far behind that no save can have left it out",
    arguments: [1 << 24, Int(UInt32.max) - 1])
  func distantRows(row: Int) throws {
    let fault = try fault(PatchCase(3, row + 1, [row]), .inserted, behind: [])
    #expect(StoredTable.rowLimit(whole: 0, size: .max) > 1 << 31)
    #expect(fault?.contains("'A' has \(row + 1) rows, more than its") == true)
  }

  // MARK: States

  /// A file with ends of states behind its own, all of which have wrong checksums.
  private func file(withStates count: Int) throws -> [UInt8] {
    var bytes = try forge.file()
    bytes += Array(repeating: 0, count: -bytes.count & 7)
    for _ in 0..<count {
      let table = bytes.count + StoreSeal.size
      let seal = StoreSeal(
        generation: 9, previousEnd: 0, checkedFrom: 8, end: table + 40, checksum: 1)
      bytes += seal.bytes + [0, 0, 0, 0, 0, 0, 0, 8]
      bytes += StoreEnding.trailer(objectCount: 1, root: 0, tableOffset: table)
    }
    return bytes
  }

  @Test("the last complete state is opened, but not behind any number of others")
  func states() throws {
    for count in [0, 1, 2, StateCandidate.limit - 1] {
      let files = SimulatedFileSystem(["s.plist": try file(withStates: count)])
      let found = try BinaryStoreFile(files.stored("s.plist"))
      #expect(found.isTorn == (count > 0))
      #expect(found.seal.generation == 1)
    }
    for count in [StateCandidate.limit, StateCandidate.limit + 1, 3000] {
      let files = SimulatedFileSystem(["s.plist": try file(withStates: count)])
      let error = #expect(throws: StoreError.self) {
        try BinaryStoreFile(files.stored("s.plist"))
      }
      #expect(error?.reason == .corrupt)
      #expect(error?.description.contains("'coredata repair'") == true)
      // Each that was tried takes a few.
      #expect(files.calls < 20 * StateCandidate.limit)
    }
  }

  @Test("seals are found wherever they lie, the last first, and each block is read once")
  func seals() throws {
    var random = SeededRandom(8)
    let block = SealSearch.blockSize
    for size in [0, 8, 47, 48, 49, 56, block - 8, block, block + 48, 3 * block + 8, 5 * block + 3] {
      var bytes = Array<UInt8>(repeating: 0, count: size)
      var places: [Int] = []
      var place = random.int(0...20) * 8
      while place + StoreSeal.size <= size {
        let seal = StoreSeal(
          generation: 1, previousEnd: 0, checkedFrom: 8, end: place + 100, checksum: 1)
        bytes.replaceSubrange(place..<place + StoreSeal.size, with: seal.bytes)
        places.append(place)
        place += StoreSeal.size + random.int(0...(random.chance(5) ? 3000 : 9)) * 8
      }
      let files = SimulatedFileSystem(["s.plist": bytes])
      let file = try OpenFile("/s.plist", fileSystem: files)
      let before = files.calls
      var search = SealSearch(file, before: size)
      var found: [Int] = []
      while let seal = try search.next() { found.append(seal.place) }
      #expect(found == places.reversed())
      #expect(files.calls - before <= 2 * (size / block + 1))
    }
  }

  // MARK: Containers

  @Test("an object that many columns share costs nothing")
  func sharedChunks() throws {
    let error = try forge.changed { forge in
      forge.editTable = { entries, writer in
        let chunks = writer.add(Array(repeating: 0, count: 200_000))
        let columns = (0..<2000).map { index in
          writer.add([
            ("name", writer.add("c\(index)")), ("type", writer.add("String")), ("values", chunks),
          ])
        }
        entries["columns"] = writer.add(columns)
      }
    }.refusal()
    #expect(error != nil)
  }

  @Test("columns that many tables share are read so often, and no oftener")
  func sharedColumns() throws {
    let error = try forge.changed { forge in
      forge.editRoot = { root, writer in
        let name = writer.add(String(repeating: "n", count: 10_000))
        let none = writer.add([Int]())
        let nothing = writer.add(0)
        let column = writer.add([
          ("name", name), ("type", writer.add("String")), ("values", none),
        ])
        let columns = writer.add([column])
        let tables = (0..<5000).map { index in
          writer.add([
            ("entity", writer.add("e\(index)")), ("rows", nothing), ("records", nothing),
            ("highestNumber", nothing), ("columns", columns), ("ids", none), ("directory", nothing),
            ("directoryChecksum", nothing),
          ])
        }
        root["tables"] = writer.add(tables)
      }
    }.refusal()
    #expect(error?.reason == .limit)
  }

  @Test("containers that contain themselves")
  func cycles() throws {
    for key in ["metadata", "tables"] {
      #expect(
        try fault { forge in
          forge.editRoot = { root, writer in
            let next = writer.offsets.count
            root[key] = writer.add([next, next])
          }
        } != nil)
    }
    let composite = try fault { forge in
      forge.editTable = { entries, writer in
        let name = writer.add("c")
        let type = writer.add("Composite")
        let keys = ["name", "type", "values", "elements"].map { writer.add($0) }
        // The dictionary comes next, behind an array that has it.
        let elements = writer.add([writer.offsets.count + 1])
        #expect(keys.count == 4)
        entries["columns"] = elements
        _ = writer.add([("name", name), ("type", type), ("values", name), ("elements", elements)])
      }
    }
    #expect(composite?.contains("nested too deep") == true)
  }

  @Test("metadata that unfold without end")
  func unfolding() throws {
    let error = try forge.changed { forge in
      forge.editRoot = { root, writer in
        var object = writer.add("boom")
        for _ in 0..<12 { object = writer.add(Array(repeating: object, count: 100)) }
        root["metadata"] = writer.add([("a", object)])
      }
    }.refusal()
    #expect(error?.reason == .limit)
  }

  @Test("objects that lie where none can", arguments: [0, 4, 7, -1, Int.max])
  func offsets(offset: Int) throws {
    for object in [0, 1, 4] {
      #expect(try fault { $0.editOffsets = { $0[object] = offset } } != nil)
    }
  }

  // MARK: Anything

  /// A store in which there is something to spoil: texts of ids, members, a row that is no record.
  let rich = StoreForge().changed { forge in
    forge.a.hasTextIDs = true
    forge.a.ids = Self.texts(["A-1", "é", "A-0"])
    forge.a.live = Bitmap(size: 3, words: [0b011])
    forge.a.records = 2
    forge.a.columns[1].chunk = StoreForge.chunk(.toOne) { builder in
      builder.append(reference: RecordReference(table: 0, row: 1))
      builder.appendNull()
      builder.appendNull()
    }
    forge.a.columns[2].chunk = StoreForge.chunk(.toMany) { builder in
      builder.append(references: [0, 1].map { RecordReference(table: 0, row: $0) })
      builder.append(references: [RecordReference(table: 0, row: 1)])
      builder.appendNull()
    }
  }

  @Test("changed bytes of chunks are refused, or make a store that can be saved", arguments: 0..<4)
  func chunks(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    #expect(try rich.refusal() == nil)
    var refused = 0
    for _ in 0..<1500 {
      let error = try rich.changed { forge in
        for _ in 0..<random.int(1...3) {
          let column = random.int(-1...2)
          var bytes = column < 0 ? forge.a.ids : forge.a.columns[column].chunk
          bytes[random.int(0...bytes.count - 1)] =
            random.chance(50) ? UInt8(random.int(0...12)) : UInt8(truncatingIfNeeded: random.next())
          if column < 0 { forge.a.ids = bytes } else { forge.a.columns[column].chunk = bytes }
        }
      }.refusal()
      if error != nil { refused += 1 }
    }
    #expect(200..<1500 ~= refused, "\(refused)")
  }

  @Test("changed numbers of a table are refused, or make a store that can be saved")
  func numbers() throws {
    let edges = [
      0, 1, 2, 3, 4, 64, 4096, 4097, 1 << 31, 1 << 32 - 1, 1 << 32, 1 << 62, Int.max, -1,
    ]
    for number in edges {
      for edit: (inout StoreForge) -> Void in [
        { $0.a.rows = number }, { $0.a.records = number }, { $0.a.highestNumber = number },
        { $0.b.rows = number }, { $0.b.highestNumber = number },
        { $0.generation = UInt64(bitPattern: Int64(number)) },
      ] {
        _ = try rich.changed(edit).refusal()
      }
    }
  }
}
