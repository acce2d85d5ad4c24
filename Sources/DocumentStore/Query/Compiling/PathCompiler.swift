import Predicates

/// Makes the filter for a comparison of what a path leads to with a constant.
///
/// The first key is a column of the table that is filtered. Where it is a relationship, the rest of the path is
/// a filter on the destination tables.
struct PathCompiler {
  private let context: QueryContext
  private let asked: PathQuestion
  private var question: Question { asked.question }
  /// Whether the path has led over a to-many relationship already, so that what it leads to is one of several.
  private var isInCollection = false

  init(_ context: QueryContext, _ asked: PathQuestion) {
    self.context = context
    self.asked = asked
  }

  /// The filter for the rest of the path, beginning in a table; nil where there is none.
  func filter(
    _ keys: ArraySlice<String>, in table: TableSchema
  ) throws(QueryError) -> (any Filter)? {
    guard let key = keys.first else { return identityFilter(in: table) }
    let rest = keys.dropFirst()
    guard let index = context.reader.column(key, of: table.index) else {
      if key == "entity" { return try entityFilter(rest, in: table) }
      return ["self", "SELF", "objectID"].contains(key) ? try filter(rest, in: table) : nil
    }
    let column = table.columns[index]
    if column.isTransient { return nil }
    switch column.type {
    case .toOne: return try toOneFilter(column, rest)
    case .toMany: return try toManyFilter(column, rest)
    default: return try attributeFilter(column, rest)
    }
  }

  /// What holds where the path leads to nothing.
  private func outcomeOfNil() throws(QueryError) -> Bool {
    if asked.modifier == .direct || isInCollection { return try question.holds(nil) }
    return asked.modifier == .all
  }

  /// The filter for a comparison of the entity, which all records of a table share, or of its name.
  private func entityFilter(
    _ rest: ArraySlice<String>, in table: TableSchema
  ) throws(QueryError) -> (any Filter)? {
    guard asked.path.subquery == nil else { return nil }
    let entity = EntityView(table)
    if rest.isEmpty { return FixedFilter(try question.holds(entity)) }
    return rest.elementsEqual(["name"])
      ? FixedFilter(try question.holds(entity.value(forKey: "name"))) : nil
  }

  private func attributeFilter(
    _ column: ColumnSchema, _ rest: ArraySlice<String>
  ) throws(QueryError) -> (any Filter)? {
    let leaf = column.leaves.lowerBound
    guard let key = rest.first else {
      guard column.type != .composite else { return try presenceFilter(leaf) }
      return try LeafCompiler(
        question: question, type: column.type, leaf: leaf, null: try outcomeOfNil()
      ).filter()
    }
    guard column.type == .composite,
      let element = column.elements.first(where: { $0.name == key })
    else { return nil }
    return try attributeFilter(element, rest.dropFirst())
  }

  /// The filter for a comparison with nil of what can be compared with nothing else here.
  private func presenceFilter(_ leaf: Int) throws(QueryError) -> (any Filter)? {
    guard question.constant == nil,
      question.operation == .equalTo || question.operation == .notEqualTo
    else { return nil }
    return LeafFilter(
      leaf: leaf, AnyValueTest(holds: question.operation == .notEqualTo),
      null: try outcomeOfNil(), cost: 1)
  }
}

// MARK: - Relationships

extension PathCompiler {
  private func toOneFilter(
    _ column: ColumnSchema, _ rest: ArraySlice<String>
  ) throws(QueryError) -> (any Filter)? {
    let leaf = column.leaves.lowerBound
    let null = try outcomeOfNil()
    guard !rest.isEmpty else {
      if let filter = try presenceFilter(leaf) { return filter }
      guard let (set, isInverted) = try records() else { return nil }
      let test = ReferenceTest(set: set, isInverted: isInverted)
      return LeafFilter(leaf: leaf, test, null: null, cost: set.cost)
    }
    guard let rows = try rows(column, rest) else { return nil }
    let test = ReferenceTest(set: .meeting(rows), isInverted: false)
    return LeafFilter(leaf: leaf, test, null: null, cost: 5 + rows.cost)
  }

  private func toManyFilter(
    _ column: ColumnSchema, _ rest: ArraySlice<String>
  ) throws(QueryError) -> (any Filter)? {
    let leaf = column.leaves.lowerBound
    if rest.first == "@count", rest.count == 1, !isInCollection {
      return try countFilter(column, rest)
    }
    guard asked.path.subquery == nil else { return nil }
    guard let quantifier = Quantifier(asked.modifier) else {
      // The collection itself: what is asked of it is whether it has a member.
      guard rest.isEmpty, question.operation == .contains,
        let wanted = question.constant as? RecordReference
      else { return nil }
      let test = MembersTest(quantifier: .any, set: ReferenceSet([wanted]), isInverted: false)
      return LeafFilter(leaf: leaf, test, null: false, cost: 20)
    }
    // No members: nobody meets it, and nobody fails it.
    let null = quantifier == .all
    guard !rest.isEmpty else {
      guard let (set, isInverted) = try records() else { return nil }
      let test = MembersTest(quantifier: quantifier, set: set, isInverted: isInverted)
      return LeafFilter(leaf: leaf, test, null: null, cost: 20 + set.cost)
    }
    var inner = self
    inner.isInCollection = true
    guard let rows = try inner.rows(column, rest) else { return nil }
    let test = MembersTest(quantifier: quantifier, set: .meeting(rows), isInverted: false)
    return LeafFilter(leaf: leaf, test, null: null, cost: 20 + rows.cost)
  }

  private func countFilter(
    _ column: ColumnSchema, _ rest: ArraySlice<String>
  ) throws(QueryError) -> (any Filter)? {
    guard let relationship = column.relationship else { return nil }
    var set: ReferenceSet?
    if let subquery = asked.path.subquery {
      let key = DestinationKey(
        predicate: ObjectIdentifier(subquery.condition), depth: 0,
        destinations: relationship.destinationTables)
      let context = context
      let rows = try context.rows(relationship, key: key) { (table) throws(QueryError) in
        try FilterCompiler(context, table, variable: subquery.variable)
          .filter(for: subquery.condition)
      }
      guard let rows else { return nil }
      set = .meeting(rows)
    }
    let question = question
    let outcomes = CountOutcomes { (count) throws(QueryError) in try question.holds(count) }
    return LeafFilter(
      leaf: column.leaves.lowerBound, CountTest(outcomes: outcomes, set: set),
      null: try outcomes.holds(0), cost: set == nil ? 4 : 30)
  }

  /// The rows of the destinations that meet the rest of the path.
  private func rows(
    _ column: ColumnSchema, _ rest: ArraySlice<String>
  ) throws(QueryError) -> DestinationRows? {
    guard let relationship = column.relationship else { return nil }
    let key = DestinationKey(
      predicate: asked.identity, depth: rest.startIndex,
      destinations: relationship.destinationTables, isInCollection: isInCollection)
    return try context.rows(relationship, key: key) { (table) throws(QueryError) in
      try filter(rest, in: table)
    }
  }
}

// MARK: - Records

extension PathCompiler {
  /// The records that the constant stands for, and whether it is the others that pass; nil where records are
  /// compared in another way.
  private func records() throws(QueryError) -> (set: ReferenceSet, isInverted: Bool)? {
    switch question.operation {
    case .equalTo, .notEqualTo:
      guard let reference = question.constant as? RecordReference else { return nil }
      return (ReferenceSet([reference]), question.operation == .notEqualTo)
    case .in:
      guard let members = question.members else { return nil }
      return (ReferenceSet(members.compactMap { $0 as? RecordReference }), false)
    default: return nil
    }
  }

  /// The filter for a comparison of the record itself.
  private func identityFilter(in table: TableSchema) -> (any Filter)? {
    guard asked.path.subquery == nil else { return nil }
    let references: [RecordReference]
    switch question.operation {
    case .equalTo, .notEqualTo:
      if question.constant == nil { return FixedFilter(question.operation == .notEqualTo) }
      guard let reference = question.constant as? RecordReference else { return nil }
      references = [reference]
    case .in:
      guard let members = question.members else { return nil }
      references = members.compactMap { $0 as? RecordReference }
    default: return nil
    }
    return RecordFilter(
      references.filter { $0.table == table.index }.map(\.row),
      isInverted: question.operation == .notEqualTo)
  }
}

extension Quantifier {
  fileprivate init?(_ modifier: NSComparisonPredicate.Modifier) {
    switch modifier {
    case .direct: return nil
    case .any: self = .any
    case .all: self = .all
    }
  }
}
