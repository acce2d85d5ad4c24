import ManagedModel

/// Makes rows of the ids that references name, and both sides of every relationship of the sides
/// that are there.
///
/// What a document has of a side is complete: an object whose element for a relationship is there
/// has exactly those members. Where the element is missing, the members are those that name the
/// object on their side. A relationship that is its own inverse is complete only towards objects
/// that stand later.
final class LinkResolver {
  /// One column with references, and for each row the index of its list, -1 where the element is
  /// missing.
  struct Side {
    var links: LinkColumn
    var indices: [Int32] = []
    /// The members as bits of ``RecordReference``.
    var members: [UInt64] = []

    func list(ofRow row: Int) -> Range<Int>? {
      guard !indices.isEmpty, indices[row] >= 0 else { return nil }
      return links.range(Int(indices[row]))
    }
  }

  var reader: DocumentReader
  let schema: Schema
  private(set) var sides: [[Side]]
  /// The ids of records, made when a message needs them.
  var idsByReference: [UInt64: String]?
  /// The ids that a misspelled one is compared with.
  private(set) lazy var definedIDs = reader.symbols.definedTexts
  /// For how many misspelled ids that is still done.
  var suggestionsLeft = 50

  init(_ reader: consuming DocumentReader) {
    self.reader = reader
    schema = self.reader.schema
    sides = self.reader.links.map { $0.map { Side(links: $0) } }
  }

  /// Finds the objects that references name; reports those that name none, one of another entity,
  /// or one twice.
  func findMembers() {
    for table in sides.indices {
      for column in sides[table].indices where !sides[table][column].links.isEmpty {
        findMembers(table, column)
      }
    }
  }

  private func findMembers(_ table: Int, _ column: Int) {
    let links = sides[table][column].links
    let destinations = schema.tables[table].columns[column].relationship?.destinationTables ?? []
    var members: [UInt64] = []
    members.reserveCapacity(links.members.count)
    for (index, symbol) in links.members.enumerated() {
      let bits = reader.symbols.references[Int(symbol)]
      members.append(bits)
      if bits == SymbolTable.undefined {
        reportDangling(Int(symbol), table, column, index)
      } else if !destinations[RecordReference(bits: bits).table] {
        reportWrongEntity(Int(symbol), RecordReference(bits: bits), table, column, index)
      }
    }
    var indices = [Int32](repeating: -1, count: reader.builders[table].rowCount)
    for (index, row) in links.rows.enumerated() {
      indices[Int(row)] = Int32(truncatingIfNeeded: index)
      findRepetitions(members, links.range(index), table, column)
    }
    sides[table][column].members = members
    sides[table][column].indices = indices
  }

  private func findRepetitions(
    _ members: [UInt64], _ range: Range<Int>, _ table: Int, _ column: Int
  ) {
    guard range.count > 1 else { return }
    var first: [UInt64: Int] = [:]
    for index in range where members[index] != SymbolTable.undefined {
      if let other = first.updateValue(index, forKey: members[index]) {
        reportRepetition(first: other, index, table, column)
      }
    }
  }
}

// MARK: - Inverses

extension LinkResolver {
  /// Who names the records of a table in the inverses of one of its relationships.
  struct Mentions {
    /// Where the mentions of each row begin; one more at the end.
    ///
    /// Empty where there are none at all.
    var starts: [Int32] = []
    /// Who names it, as bits of ``RecordReference``, in the order of tables and rows.
    var owners: [UInt64] = []
    /// Where.
    var places: [UInt32] = []

    func range(_ row: Int) -> Range<Int> {
      starts.isEmpty ? 0..<0 : Int(starts[row])..<Int(starts[row + 1])
    }
  }

  private func mentions(_ table: Int, _ relationship: RelationshipSchema) -> Mentions {
    let rowCount = reader.builders[table].rowCount
    var counts = [Int32](repeating: 0, count: rowCount + 1)
    var total = 0
    forEachMention(table, relationship) { row, _, _ in
      counts[row + 1] += 1
      total += 1
    }
    guard total > 0 else { return Mentions() }
    for row in 0..<rowCount { counts[row + 1] += counts[row] }
    var mentions = Mentions(
      starts: counts, owners: Array(repeating: 0, count: total),
      places: Array(repeating: 0, count: total))
    forEachMention(table, relationship) { row, owner, place in
      let index = Int(counts[row])
      counts[row] += 1
      mentions.owners[index] = owner
      mentions.places[index] = place
    }
    return mentions
  }

  private func forEachMention(
    _ table: Int, _ relationship: RelationshipSchema, _ body: (Int, UInt64, UInt32) -> Void
  ) {
    for (other, column) in relationship.inverseColumns.enumerated() where column >= 0 {
      let side = sides[other][column]
      for (index, row) in side.links.rows.enumerated() {
        for member in side.links.range(index) {
          let target = RecordReference(bits: side.members[member])
          guard target.table == table else { continue }
          body(
            target.row, RecordReference(table: other, row: Int(row)).bits, side.links.places[member]
          )
        }
      }
    }
  }

  /// Calls `body` with the members of each row of a relationship, rows ascending.
  ///
  /// Reports where the two sides of a relationship say different things.
  func forEachList(_ table: Int, _ column: Int, _ body: ([UInt64]) -> Void) {
    guard let relationship = schema.tables[table].columns[column].relationship else { return }
    let side = sides[table][column]
    let mentions = mentions(table, relationship)
    let isToOne = schema.tables[table].columns[column].type == .toOne
    var list: [UInt64] = []
    for row in 0..<reader.builders[table].rowCount {
      let mentioned = mentions.range(row)
      list.removeAll(keepingCapacity: true)
      if let own = side.list(ofRow: row) {
        list.append(contentsOf: side.members[own])
        if !mentioned.isEmpty { merge(mentions, mentioned, into: &list, own, table, column, row) }
      } else {
        list.append(contentsOf: mentions.owners[mentioned])
      }
      if isToOne, list.count > 1 {
        reportTwoClaims(mentions, mentioned, list, table, column, row)
      }
      body(list)
    }
  }

  /// Compares a list that is there with those who name its owner.
  private func merge(
    _ mentions: Mentions, _ mentioned: Range<Int>, into list: inout [UInt64], _ own: Range<Int>,
    _ table: Int, _ column: Int, _ row: Int
  ) {
    let relationship = schema.tables[table].columns[column].relationship ?? RelationshipSchema()
    let known = mentioned.count * own.count > 64 ? Set(list) : []
    let isOneSided = relationship.isSelfInverse && !relationship.isOrdered
    for index in mentioned {
      let owner = mentions.owners[index]
      if known.isEmpty ? list[..<own.count].contains(owner) : known.contains(owner) { continue }
      if isOneSided, start(of: owner) < start(of: RecordReference(table: table, row: row).bits) {
        list.append(owner)
      } else {
        reportDisagreement(
          RecordReference(bits: owner), Int(mentions.places[index]), table, column, row)
      }
    }
  }

  private func start(of bits: UInt64) -> Int {
    let reference = RecordReference(bits: bits)
    return reader.spans[reference.table].starts[reference.row]
  }
}
