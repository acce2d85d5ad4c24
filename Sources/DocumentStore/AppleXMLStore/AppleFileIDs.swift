/// The ids that records have in a file of Apple's: `z` and a number that no other record of the file has.
///
/// In memory `z102` of the entity Movie is `Movie-102`, the number with which Core Data's own URIs end. Where
/// the two do not correspond (ids that someone wrote, records of another format), the file's id is kept here.
struct AppleFileIDs: Sendable {
  /// The ids in the file that do not follow from those in memory.
  private(set) var exceptions: [RecordReference: String] = [:]
  /// The largest number that an id in the file has, had, or says it had.
  private(set) var highest: Int64

  /// The number before that of the first record of a new file.
  static let first: Int64 = 101

  init(highest: Int64) { self.highest = highest }

  /// The id of a record that is in a file, in memory.
  static func recordID(_ fileID: String, in entityName: String) -> RecordID {
    number(fileID).map(RecordID.number) ?? RecordID(fileID, in: entityName)
  }

  /// The number of an id `z102`, spelled as we would.
  static func number(_ fileID: String) -> Int64? {
    guard fileID.utf8.first == UInt8(ascii: "z"), fileID.utf8.dropFirst().first != 0x30,
      fileID.utf8.dropFirst().allSatisfy({ $0.isDigit }),
      let number = Int64(fileID.dropFirst()), number <= RecordID.largestNumber
    else { return nil }
    return number
  }

  /// Takes in a record that is read.
  mutating func add(_ fileID: String, _ id: RecordID, _ reference: RecordReference) {
    highest = max(highest, id.number ?? 0)
    if Self.number(fileID) == nil { exceptions[reference] = fileID }
  }

  /// The id of a record in the file.
  func fileID(
    of reference: RecordReference, in generation: Generation
  ) throws(StoreError) -> String {
    if let exception = exceptions[reference] { return exception }
    let id = try generation.tables[reference.table].recordID(of: reference.row)
    return id.number.map { "z\($0)" }
      ?? id.text(in: generation.tables[reference.table].schema.name)
  }

  /// Gives ids to records that come into the file: their own numbers where those are free.
  ///
  /// `used` says which numbers are taken below the highest.
  mutating func assign(
    _ records: [(reference: RecordReference, id: RecordID)], used: Set<Int64>
  ) throws(StoreError) {
    var used = used
    var left: [RecordReference] = []
    for (reference, id) in records {
      if let number = id.number, number > 0, used.insert(number).inserted {
        highest = max(highest, number)
      } else {
        left.append(reference)
      }
    }
    for reference in left {
      guard highest < RecordID.largestNumber else {
        throw StoreError(.limit, "all numbers for ids up to \(highest) count as given")
      }
      highest += 1
      exceptions[reference] = "z\(highest)"
    }
  }

  /// The same ids for the rows of a store that has taken up the file.
  func moved(by map: RowMap) -> AppleFileIDs {
    var moved = self
    moved.exceptions = [:]
    for (reference, id) in exceptions {
      if let place = map[reference] { moved.exceptions[place] = id }
    }
    return moved
  }

  /// Forgets records that are gone.
  mutating func remove(_ reference: RecordReference) { exceptions[reference] = nil }

  /// The numbers of the ids that records of a generation have in the file.
  func numbers(in generation: Generation) throws(StoreError) -> Set<Int64> {
    var numbers: Set<Int64> = []
    for table in generation.tables {
      for row in table.liveRows() {
        let reference = RecordReference(table: table.schema.index, row: row)
        if let number = Self.number(try fileID(of: reference, in: generation)) {
          numbers.insert(number)
        }
      }
    }
    return numbers
  }
}

extension AppleFileIDs {
  /// Gives all records ids for a new file, and says in which order they come there.
  ///
  /// `first` is the number before that of the first record.
  static func numbering(
    _ generation: Generation, first: Int64
  ) throws(StoreError) -> (ids: AppleFileIDs, order: [RecordReference]) {
    var records: [(reference: RecordReference, id: RecordID)] = []
    for table in generation.tables {
      for row in try table.rowsInIDOrder() {
        records.append(
          (RecordReference(table: table.schema.index, row: row), try table.recordID(of: row)))
      }
    }
    // Where all tables count together, numbers of records that are gone must not come again.
    let counts = Set(generation.tables.map(\.highestNumber))
    var ids = AppleFileIDs(highest: max(first, counts.count == 1 ? counts.first ?? 0 : 0))
    try ids.assign(records, used: [])
    var numbered: [(number: Int64, reference: RecordReference)] = []
    for (reference, _) in records {
      numbered.append((try ids.number(of: reference, in: generation), reference))
    }
    return (ids, numbered.sorted { $0.number < $1.number }.map(\.reference))
  }

  /// The number of a record's id in the file; 0 where that has none.
  func number(
    of reference: RecordReference, in generation: Generation
  ) throws(StoreError) -> Int64 {
    Self.number(try fileID(of: reference, in: generation)) ?? 0
  }
}
