import Predicates
import ManagedModel

extension LinkResolver {
  /// A property of an object: `'tags' of Movie 'heat'`.
  private func subject(_ table: Int, _ column: Int, _ row: Int) -> String {
    "'\(schema.tables[table].columns[column].name)' of "
      + name(RecordReference(table: table, row: row))
  }

  /// An object: `Movie 'heat'`.
  private func name(_ reference: RecordReference) -> String {
    let entity = schema.tables[reference.table].name
    return id(reference).map { "\(entity) '\($0)'" }
      ?? "the \(entity) without id in line \(line(start(of: reference)))"
  }

  private func id(_ reference: RecordReference) -> String? {
    guard idsByReference == nil else { return idsByReference?[reference.bits] }
    var ids: [UInt64: String] = [:]
    for symbol in 0..<reader.symbols.count {
      if let reference = reader.symbols.reference(symbol) {
        ids[reference.bits] = reader.symbols.text(symbol)
      }
    }
    idsByReference = ids
    return ids[reference.bits]
  }

  private func start(of reference: RecordReference) -> Int {
    reader.spans[reference.table].starts[reference.row]
  }

  private func line(_ offset: Int) -> Int { reader.source.line(of: offset) }

  /// The row whose list has the member with an index.
  private func row(ofMember index: Int, _ links: LinkColumn) -> Int {
    var low = 0
    var high = links.rows.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(links.starts[middle]) <= index { low = middle } else { high = middle - 1 }
    }
    // Empty lists before it begin at the same member.
    return Int(links.rows[low])
  }

  private func place(_ table: Int, _ column: Int, _ index: Int) -> Int {
    reader.tagStart(Int(sides[table][column].links.places[index]))
  }

  func reportDangling(_ symbol: Int, _ table: Int, _ column: Int, _ index: Int) {
    guard !reader.problems.isFull else { return }
    let id = reader.symbols.text(symbol)
    // Comparing takes time, and nobody reads a thousand suggestions.
    suggestionsLeft -= 1
    let question = suggestionsLeft < 0 ? "" : didYouMean(id, among: definedIDs)
    let row = row(ofMember: index, sides[table][column].links)
    reader.problems.add(
      "\(subject(table, column, row)) names '\(id)', and no object has that id"
        + (question.isEmpty ? "; add the object or remove the reference" : question),
      at: place(table, column, index))
  }

  func reportNoFreeID(_ table: Int, _ row: Int) {
    let name = schema.tables[table].name
    reader.problems.add(
      "this \(name) has no id, and all ids up to '\(name)-\(RecordID.largestNumber)' count as given; "
        + "write an id of your own into it",
      at: start(of: RecordReference(table: table, row: row)))
  }

  func reportWrongEntity(
    _ symbol: Int, _ target: RecordReference, _ table: Int, _ column: Int, _ index: Int
  ) {
    guard !reader.problems.isFull else { return }
    let wanted = schema.tables[table].columns[column].relationship?.destinationName ?? ""
    let row = row(ofMember: index, sides[table][column].links)
    reader.problems.add(
      "\(subject(table, column, row)) names '\(reader.symbols.text(symbol))', which is a "
        + "'\(schema.tables[target.table].name)'; a '\(wanted)' was expected",
      at: place(table, column, index))
  }

  func reportRepetition(first: Int, _ index: Int, _ table: Int, _ column: Int) {
    guard !reader.problems.isFull else { return }
    let links = sides[table][column].links
    let id = reader.symbols.text(Int(links.members[index]))
    reader.problems.add(
      "\(subject(table, column, row(ofMember: index, links))) names '\(id)' a second time; line "
        + "\(line(place(table, column, first))) has the first; remove one",
      at: place(table, column, index))
  }

  /// `owner` names a record whose own list is there and does not name `owner`.
  func reportDisagreement(
    _ owner: RecordReference, _ place: Int, _ table: Int, _ column: Int, _ row: Int
  ) {
    guard !reader.problems.isFull,
      let relationship = schema.tables[table].columns[column].relationship
    else { return }
    let inverse = relationship.inverseColumns[owner.table]
    let own = RecordReference(table: table, row: row)
    let isToOne = schema.tables[table].columns[column].type == .toOne
    let index = Int(sides[table][column].indices[row])
    let element =
      index >= 0 ? reader.tagStart(Int(sides[table][column].links.elementPlaces[index])) : nil
    let elementLine = element.map(line) ?? 0
    let named = isToOne ? nil : id(owner)
    let change =
      isToOne
      ? "write ref=\"\(id(owner) ?? "")\" there" : "add <ref id=\"\(id(owner) ?? "")\"/> there"
    reader.problems.add(
      "\(subject(owner.table, inverse, owner.row)) names '\(id(own) ?? "")', but "
        + "\(subject(table, column, row)) in line \(elementLine) does not name "
        + "'\(id(owner) ?? "")'; \(change), or remove the reference here",
      at: reader.tagStart(place),
      remedy: named.flatMap { id in element.map { .addMember(id, list: $0) } } ?? .leaveOut)
  }

  /// A to-one relationship that more than one object claims.
  func reportTwoClaims(
    _ mentions: Mentions, _ mentioned: Range<Int>, _ list: [UInt64], _ table: Int, _ column: Int,
    _ row: Int
  ) {
    guard !reader.problems.isFull, let last = mentioned.last,
      let relationship = schema.tables[table].columns[column].relationship
    else { return }
    let claimant = RecordReference(bits: mentions.owners[last])
    let claim = subject(claimant.table, relationship.inverseColumns[claimant.table], claimant.row)
    let own = RecordReference(table: table, row: row)
    let side = sides[table][column]
    let ownPlace = side.list(ofRow: row).map { Int(side.links.places[$0.lowerBound]) }
    let other = RecordReference(bits: list[0])
    let otherPlace = ownPlace ?? Int(mentions.places[mentioned.lowerBound])
    let otherClaim =
      ownPlace == nil
      ? subject(other.table, relationship.inverseColumns[other.table], other.row)
        + " names it, too, in line \(line(reader.tagStart(otherPlace)))"
      : "\(subject(table, column, row)) in line \(line(reader.tagStart(otherPlace))) names '\(id(other) ?? "")'"
    reader.problems.add(
      "\(claim) names '\(id(own) ?? "")', but \(otherClaim); "
        + "'\(schema.tables[table].columns[column].name)' is to-one: remove one of the references",
      at: reader.tagStart(Int(mentions.places[last])))
  }
}
