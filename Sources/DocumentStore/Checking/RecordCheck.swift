/// A record that breaks a rule of its model.
package struct RecordFinding: Sendable, Hashable {
  /// The record.
  package var reference: RecordReference
  /// The column at fault; nil where it is the record as a whole.
  package var column: Int?
  /// The names that lead to the part at fault, where the column is a composite.
  package var parts: [String] = []
  /// What is wrong and what to do, with the record and the property named.
  package var message: String

  /// Makes a finding about a column of a record.
  package init(
    reference: RecordReference, column: Int?, parts: [String] = [], message: String
  ) {
    self.reference = reference
    self.column = column
    self.parts = parts
    self.message = message
  }
}

/// Checks all records of a generation against the rules of their model.
///
/// Costs a look at every value. What a document's reader has checked by then (types, references) is checked
/// again here, because binary stores come this way, too.
package struct RecordCheck {
  private let generation: Generation
  private var findings: [RecordFinding] = []
  /// The members of long to-many relationships that have been asked for.
  private var sides: [Side: Set<RecordReference>] = [:]
  /// Most findings that are collected.
  private let limit: Int

  /// Everything that is wrong with the records of a generation, up to a limit.
  package static func findings(
    in generation: Generation, limit: Int = 1000
  ) throws(StoreError) -> [RecordFinding] {
    var check = RecordCheck(generation: generation, limit: limit)
    try check.checkIDs()
    for index in generation.tables.indices {
      try check.checkValues(index)
      try check.checkUniqueness(index)
    }
    return check.findings
  }

  private init(generation: Generation, limit: Int) {
    self.generation = generation
    self.limit = limit
  }

  private mutating func report(
    _ reference: RecordReference, _ column: Int?, parts: [String] = [],
    _ what: (String) -> String
  ) throws(StoreError) {
    guard findings.count < limit else { return }
    let schema = generation.schema.tables[reference.table]
    let record = "\(schema.name) '\(try generation.id(of: reference))'"
    let subject = column.map { "'\(schema.columns[$0].name)' of \(record)" } ?? record
    findings.append(
      RecordFinding(reference: reference, column: column, parts: parts, message: what(subject)))
  }
}

/// A relationship of one record.
private struct Side: Hashable {
  var owner: RecordReference
  var column: Int
}

// MARK: - Ids

extension RecordCheck {
  private mutating func checkIDs() throws(StoreError) {
    var identities = Identities(generation.schema)
    for table in generation.tables {
      for row in table.liveRows() {
        let id = RecordID(try table.id(of: row), in: table.schema.name)
        let reference = RecordReference(table: table.schema.index, row: row)
        guard let other = identities.insert(id, reference) else { continue }
        let entity = generation.schema.tables[other.table].name
        try report(reference, nil) {
          "\($0) has the id of another \(entity); give it one of its own"
        }
      }
    }
  }
}

// MARK: - Values

extension RecordCheck {
  private mutating func checkValues(_ index: Int) throws(StoreError) {
    let table = generation.tables[index]
    for row in table.liveRows() {
      let values = try table.values(of: row)
      for (column, schema) in table.schema.columns.enumerated() where !schema.isTransient {
        let reference = RecordReference(table: index, row: row)
        try check(values[column], schema, reference, column)
      }
    }
  }

  private mutating func check(
    _ value: Value, _ column: ColumnSchema, _ reference: RecordReference, _ index: Int
  ) throws(StoreError) {
    switch value {
    case .null:
      if !column.isOptional, !column.isDerived, column.type != .toMany {
        try report(reference, index) { "\($0) is required and has no value; give it one" }
      }
      try checkCount(0, column, reference, index)
    case .reference(let member): try check([member], column, reference, index)
    case .references(let members):
      try check(members, column, reference, index)
      try checkCount(members.count, column, reference, index)
    case .composite(let elements): try checkParts(elements, column, [], reference, index)
    default:
      for violation in column.violations(of: value) {
        try report(reference, index) { "\($0) \(column.sentence(for: violation))" }
      }
    }
  }
}

extension RecordCheck {
  /// Checks the parts of a composite, and those of the composites inside; `path` leads to it.
  private mutating func checkParts(
    _ values: [Value], _ composite: ColumnSchema, _ path: [String], _ reference: RecordReference,
    _ index: Int
  ) throws(StoreError) {
    for (part, value) in zip(composite.elements, values) {
      let path = path + [part.name]
      if case .composite(let inner) = value {
        try checkParts(inner, part, path, reference, index)
      }
      let name = path.joined(separator: ".")
      if value.isNull, !part.isOptional {
        try report(reference, index, parts: path) {
          "'\(name)' in \($0) is required and has no value"
        }
      }
      for violation in part.violations(of: value) {
        let sentence = part.sentence(for: violation)
        try report(reference, index, parts: path) { "'\(name)' in \($0) \(sentence)" }
      }
    }
  }
}

// MARK: - Relationships

extension RecordCheck {
  private mutating func check(
    _ members: [RecordReference], _ column: ColumnSchema, _ reference: RecordReference,
    _ index: Int
  ) throws(StoreError) {
    guard let relationship = column.relationship else { return }
    for member in members {
      guard generation.contains(member), relationship.destinationTables[member.table] else {
        try report(reference, index) {
          "\($0) names an object that is not a \(relationship.destinationName) of this store"
        }
        continue
      }
      guard relationship.hasInverse else { continue }
      let inverse = relationship.inverseColumns[member.table]
      // The inverse may be declared by some of the possible destinations only.
      if inverse < 0 { continue }
      if try names(member, inverse, reference) { continue }
      let name = generation.schema.tables[member.table].columns[inverse].name
      let other = try generation.id(of: member)
      try report(reference, index) {
        "\($0) names '\(other)', whose '\(name)' does not name it back"
      }
    }
  }

  /// Whether a relationship of one record names another, in constant time however many it names.
  private mutating func names(
    _ owner: RecordReference, _ column: Int, _ member: RecordReference
  ) throws(StoreError) -> Bool {
    let key = Side(owner: owner, column: column)
    if let known = sides[key] { return known.contains(member) }
    let members = try generation.tables[owner.table].value(of: column, at: owner.row).members
    if members.count < 16 { return members.contains(member) }
    sides[key] = Set(members)
    return sides[key]?.contains(member) ?? false
  }

  private mutating func checkCount(
    _ count: Int, _ column: ColumnSchema, _ reference: RecordReference, _ index: Int
  ) throws(StoreError) {
    guard column.type == .toMany, let relationship = column.relationship else { return }
    let least = max(relationship.minimumCount, column.isOptional ? 0 : 1)
    if count < least, !(count == 0 && column.isOptional) {
      try report(reference, index) { "\($0) has \(count) members and needs \(least)" }
    }
    if relationship.maximumCount > 0, count > relationship.maximumCount {
      try report(reference, index) {
        "\($0) has \(count) members; the model allows \(relationship.maximumCount)"
      }
    }
  }
}

extension Value {
  /// The records that a relationship's value names.
  package var members: [RecordReference] {
    switch self {
    case .reference(let member): [member]
    case .references(let members): members
    default: []
    }
  }
}

// MARK: - Uniqueness

extension RecordCheck {
  private mutating func checkUniqueness(_ index: Int) throws(StoreError) {
    let table = generation.tables[index]
    for constraint in table.schema.uniquenessConstraints {
      var seen: [[Value]: Int] = [:]
      for row in table.liveRows() {
        var key: [Value] = []
        for column in constraint { key.append(try table.value(of: column, at: row)) }
        // Nil is no value that two records could share.
        if key.contains(.null) { continue }
        guard let first = seen[key] else {
          seen[key] = row
          continue
        }
        let names = constraint.map { "'\(table.schema.columns[$0].name)'" }
          .joined(separator: " and ")
        let other = try table.id(of: first)
        try report(RecordReference(table: index, row: row), constraint.first) {
          "\($0) must be unique: '\(other)' has the same \(names)"
        }
      }
    }
  }
}
