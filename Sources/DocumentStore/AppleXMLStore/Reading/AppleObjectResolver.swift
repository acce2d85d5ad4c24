import ManagedModel
import Predicates

/// Makes rows of the objects of a file of Apple's, finds what references name, and makes both sides of every relationship
/// agree.
///
/// Apple writes both sides. Where one of them does not name what the other does, as after editing by hand, it
/// is taken to name it, too, which is told as a warning; a to-one that would name two is an error.
struct AppleObjectResolver {
  private let found: AppleObjectList
  private let schema: Schema
  /// Where each object comes to be.
  private var references: [RecordReference] = []
  private var byID: [ExactText: RecordReference] = [:]
  /// For each table, its objects, by row.
  private var rows: [[Int]]
  /// What is named, by owner and column.
  private var members: [Side: [RecordReference]] = [:]
  private var places: [Side: Int] = [:]
  private var known: Set<Pair> = []
  private(set) var ids: AppleFileIDs

  private struct Side: Hashable {
    var owner: RecordReference
    var column: Int
  }

  private struct Pair: Hashable {
    var side: Side
    var member: RecordReference
  }

  init(_ found: AppleObjectList) {
    self.found = found
    schema = found.schema
    rows = schema.tables.map { _ in [] }
    ids = AppleFileIDs(highest: max(found.counter ?? 0, 0))
  }

  /// The records; reports what does not fit, and gives nil where that is an error.
  mutating func finish() throws(StoreError) -> Generation? {
    place()
    findMembers()
    reconcile()
    guard !found.problems.hasErrors else { return nil }
    var tables: [Table] = []
    for table in schema.tables { tables.append(try finish(table)) }
    // Whatever the entity, no number may be given twice.
    return Generation(
      number: 0, schema: schema,
      tables: tables.map {
        Table(schema: $0.schema, groups: $0.groups, highestNumber: ids.highest)
      })
  }

  /// For each table, where its objects stand.
  var spans: [ElementSpans] {
    rows.map { rows in
      var spans = ElementSpans(rowCount: rows.count)
      for (row, object) in rows.enumerated() {
        spans.starts[row] = found.objects[object].range.lowerBound
        spans.ends[row] = found.objects[object].range.upperBound
      }
      return spans
    }
  }

  private func finish(_ table: TableSchema) throws(StoreError) -> Table {
    let builder = TableBuilder(table)
    for (row, index) in rows[table.index].enumerated() {
      let owner = RecordReference(table: table.index, row: row)
      var values = found.objects[index].values
      for (column, schema) in table.columns.enumerated() where schema.type.isRelationship {
        let members = members[Side(owner: owner, column: column)] ?? []
        values[column] =
          members.isEmpty
          ? .null : schema.type == .toOne ? .reference(members[0]) : .references(members)
      }
      builder.append(
        AppleFileIDs.recordID(found.objects[index].id, in: table.name), values)
    }
    return try builder.finish()
  }

  // MARK: Objects

  private mutating func place() {
    var taken: [RecordID: Int] = [:]
    for (index, object) in found.objects.enumerated() {
      let reference = RecordReference(table: object.table, row: rows[object.table].count)
      references.append(reference)
      rows[object.table].append(index)
      let name = schema.tables[object.table].name
      let id = AppleFileIDs.recordID(object.id, in: name)
      let isNew = byID.updateValue(reference, forKey: ExactText(object.id)) == nil
      // `Movie-5` written by hand would be `z5` in memory.
      let other = taken.updateValue(index, forKey: .text(id.text(in: name)))
      if !isNew || other != nil { reportRepeatedID(object, other.map { found.objects[$0] }) }
      ids.add(object.id, id, reference)
    }
  }

  // MARK: References

  private mutating func findMembers() {
    for (index, object) in found.objects.enumerated() {
      for link in object.links {
        let side = Side(owner: references[index], column: link.column)
        places[side] = link.place
        findMembers(of: side, link, object)
      }
    }
  }

  private mutating func findMembers(
    of side: Side, _ link: AppleObject.Link, _ object: AppleObject
  ) {
    let column = schema.tables[object.table].columns[link.column]
    var members: [RecordReference] = []
    for id in link.ids {
      guard let member = byID[ExactText(id)] else {
        report(
          side, "names '\(id)', and no object has that id; add the object or remove the reference")
        continue
      }
      guard column.relationship?.destinationTables[member.table] == true else {
        report(
          side,
          "names '\(id)', which is a '\(schema.tables[member.table].name)'; a "
            + "'\(column.relationship?.destinationName ?? "")' was expected")
        continue
      }
      if known.insert(Pair(side: side, member: member)).inserted {
        members.append(member)
      } else {
        report(side, "names '\(id)' a second time; remove one")
      }
    }
    if column.type == .toOne, members.count > 1 {
      report(side, "is to-one and names \(members.count) objects; leave one")
    }
    if !members.isEmpty { self.members[side] = members }
  }

  // MARK: Both sides

  private mutating func reconcile() {
    for (index, object) in found.objects.enumerated() {
      for link in object.links {
        guard let relationship = schema.tables[object.table].columns[link.column].relationship,
          relationship.hasInverse
        else { continue }
        let side = Side(owner: references[index], column: link.column)
        for member in members[side] ?? [] { reconcile(side, member, relationship) }
      }
    }
  }

  private mutating func reconcile(
    _ side: Side, _ member: RecordReference, _ relationship: RelationshipSchema
  ) {
    let column = relationship.inverseColumns[member.table]
    guard column >= 0, !schema.tables[member.table].columns[column].isTransient else { return }
    let inverse = Side(owner: member, column: column)
    guard known.insert(Pair(side: inverse, member: side.owner)).inserted else { return }
    let isToOne = schema.tables[member.table].columns[column].type == .toOne
    if isToOne, let other = members[inverse]?.first {
      report(
        side,
        "names '\(id(member))', but \(name(inverse)) names '\(id(other))' and is to-one; "
          + "remove one of the references")
      return
    }
    members[inverse, default: []].append(side.owner)
    report(
      side,
      "names '\(id(member))', and \(name(inverse)) does not name '\(id(side.owner))'; both are taken to name "
        + "each other", .warning)
  }

  // MARK: Messages

  private func object(_ reference: RecordReference) -> AppleObject {
    found.objects[rows[reference.table][reference.row]]
  }

  private func id(_ reference: RecordReference) -> String { object(reference).id }

  private func name(_ side: Side) -> String {
    let table = schema.tables[side.owner.table]
    return "'\(table.columns[side.column].name)' of \(table.name) '\(id(side.owner))'"
  }

  private func report(
    _ side: Side, _ sentence: String, _ severity: Diagnostic.Severity = .error
  ) {
    found.problems.add(
      "\(name(side)) \(sentence)", at: places[side] ?? object(side.owner).range.lowerBound, severity
    )
  }

  private func reportRepeatedID(_ object: AppleObject, _ other: AppleObject?) {
    let what =
      other.map { $0.id == object.id ? "taken" : "the same as '\($0.id)' here" } ?? "taken"
    found.problems.add(
      "the id '\(object.id)' is \(what); ids are unique in a document", at: object.range.lowerBound)
  }
}
