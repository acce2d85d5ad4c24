import Foundation
import Predicates

@testable import DocumentStore

/// Makes predicates about the records of a table of ``QuerySchema``, nearly all of which are of fitting types.
struct RandomPredicates {
  typealias Operator = NSComparisonPredicate.Operator

  let schema = QuerySchema.schema
  let rowCounts: [Int]
  var random: SeededRandom

  init(_ generation: Generation, _ random: SeededRandom) {
    rowCounts = generation.tables.map(\.rowCount)
    self.random = random
  }

  mutating func predicate(
    about table: Int, from subject: NSExpression = NSExpression(.evaluatedObject), depth: Int = 3
  ) -> NSPredicate {
    if depth == 0 || random.chance(50) { return comparison(about: table, from: subject, depth) }
    if random.chance(25) {
      return NSCompoundPredicate(
        notPredicateWithSubpredicate: predicate(about: table, from: subject, depth: depth - 1))
    }
    let parts = (0..<random.int(0...3)).map { _ in
      predicate(about: table, from: subject, depth: depth - 1)
    }
    return NSCompoundPredicate(type: random.chance(50) ? .and : .or, subpredicates: parts)
  }

  // MARK: Paths

  private struct Path {
    var keys: [String]
    var column: ColumnSchema
    var isCollection: Bool
  }

  /// A path of attributes and relationships.
  private mutating func path(from table: Int, limit: Int = 3) -> Path {
    let column = random.element(
      schema.tables[table].columns.filter { !$0.isTransient && $0.type != .transformable })
    if let relationship = column.relationship, limit > 0, random.chance(70) {
      // The first destination's columns are those of all.
      let next = relationship.destinationTables.firstIndex(of: true) ?? 0
      let rest = path(from: next, limit: limit - 1)
      return Path(
        keys: [column.name] + rest.keys, column: rest.column,
        isCollection: column.type == .toMany || rest.isCollection)
    }
    if column.type == .composite, random.chance(80) {
      return random.chance(50)
        ? Path(keys: [column.name, "city"], column: column.elements[0], isCollection: false)
        : Path(
          keys: [column.name, "inner", "deep"], column: column.elements[1].elements[0],
          isCollection: false)
    }
    return Path(keys: [column.name], column: column, isCollection: column.type == .toMany)
  }

  private func expression(_ keys: [String], from subject: NSExpression) -> NSExpression {
    keys.isEmpty ? subject : NSExpression(.keyPath(subject, PropertyPath(keys)))
  }

  // MARK: Comparisons

  private mutating func comparison(
    about table: Int, from subject: NSExpression, _ depth: Int
  ) -> NSPredicate {
    switch random.int(0...19) {
    case 0: return NSPredicate(value: random.chance(50))
    case 1: return identityComparison(subject)
    case 2, 3: return countComparison(about: table, from: subject, depth)
    case 4: return columnComparison(about: table, from: subject)
    case 5: return computedComparison(about: table, from: subject)
    default: return pathComparison(about: table, from: subject)
    }
  }

  private mutating func identityComparison(_ subject: NSExpression) -> NSPredicate {
    let isList = random.chance(50)
    let constant: Any = isList ? (0..<random.int(0...4)).map { _ in record() } : record()
    return NSComparisonPredicate(
      leftExpression: subject, rightExpression: NSExpression(.constant(constant)),
      type: isList ? .in : random.chance(70) ? .equalTo : .notEqualTo)
  }

  private mutating func countComparison(
    about table: Int, from subject: NSExpression, _ depth: Int
  ) -> NSPredicate {
    var keys: [String] = []
    var table = table
    if random.chance(30) {
      keys.append(table == 2 ? "owner" : "parent")
      table = 0
    }
    let name = random.element(table == 2 ? ["items"] : ["children", "tags", "ordered"])
    var counted = expression(keys + [name], from: subject)
    if depth > 0, random.chance(60) {
      let variable = "x\(depth)"
      let condition = predicate(
        about: name == "tags" ? 2 : 0, from: NSExpression(.variable(variable)), depth: depth - 1)
      counted = NSExpression(.subquery(counted, variable: variable, condition))
    }
    return NSComparisonPredicate(
      leftExpression: NSExpression(.keyPath(counted, PropertyPath(["@count"]))),
      rightExpression: NSExpression(.constant(random.int(0...4))),
      type: random.element([.equalTo, .notEqualTo, .lessThan, .greaterThan, .greaterThanOrEqualTo]))
  }

  private mutating func columnComparison(
    about table: Int, from subject: NSExpression
  ) -> NSPredicate {
    let names =
      table == 2
      ? ["name", "weight"]
      : [
        "aint16", "aint64", "aboolean", "afloat", "adouble", "number", "adate", "adecimal",
        "astring", "other",
      ]
    return NSComparisonPredicate(
      leftExpression: expression([random.element(names)], from: subject),
      rightExpression: expression([random.element(names)], from: subject),
      type: random.element([.equalTo, .notEqualTo, .lessThan, .greaterThanOrEqualTo]))
  }

  private mutating func computedComparison(
    about table: Int, from subject: NSExpression
  ) -> NSPredicate {
    let number = expression([table == 2 ? "weight" : "aint32"], from: subject)
    let two = NSExpression(.constant(2))
    let left = NSExpression(
      .function(operand: nil, name: FunctionName.add.rawValue, arguments: [number, two]))
    let right = NSExpression(
      .function(operand: nil, name: FunctionName.multiply.rawValue, arguments: [two, two]))
    return NSComparisonPredicate(
      leftExpression: left, rightExpression: right,
      type: random.element([.equalTo, .notEqualTo, .lessThan, .greaterThan]))
  }

  private mutating func pathComparison(
    about table: Int, from subject: NSExpression
  ) -> NSPredicate {
    let path = path(from: table)
    let type = random.chance(90) ? path.column.type : random.element(ColumnType.allCases)
    let isText = type == .string
    var operations: [Operator] = [
      .equalTo, .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan,
      .greaterThanOrEqualTo, .in, .between,
    ]
    if isText { operations += [.beginsWith, .endsWith, .contains, .contains, .like, .matches] }
    let operation = random.element(operations)
    let constant = constant(of: type, for: operation)
    var options: NSComparisonPredicate.Options = []
    if isText {
      options = random.element([
        [], [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
      ])
    }
    let left = expression(path.keys, from: subject)
    let right = NSExpression(.constant(constant))
    if !path.isCollection, random.chance(15) {
      return NSComparisonPredicate(
        leftExpression: right, rightExpression: left, type: operation, options: options)
    }
    let isDirect = random.chance(path.isCollection ? 5 : 95)
    return NSComparisonPredicate(
      leftExpression: left, rightExpression: right,
      modifier: isDirect ? .direct : random.chance(60) ? .any : .all, type: operation,
      options: options)
  }

  // MARK: Constants

  private mutating func record() -> RecordReference {
    let table = random.int(0...rowCounts.count - 1)
    return RecordReference(table: table, row: random.int(0...rowCounts[table] - 1))
  }

  private mutating func constant(of type: ColumnType, for operation: Operator) -> Any? {
    switch operation {
    case .in where type != .string || random.chance(80):
      return (0..<random.int(0...6)).map { _ in constant(of: type) ?? NSNull() }
    case .between:
      return [constant(of: type) ?? NSNull(), constant(of: type) ?? NSNull()]
    case .like: return random.element(QueryValues.patterns)
    case .matches: return random.element(QueryValues.expressions)
    default: return constant(of: type)
    }
  }

  private mutating func constant(of type: ColumnType) -> Any? {
    if random.chance(10) { return nil }
    switch type {
    case .int16, .int32, .int64, .float, .double, .decimal: return number()
    case .boolean: return random.chance(80) ? random.chance(50) : number()
    case .string: return random.element(QueryValues.texts)
    case .date: return Date(timeIntervalSinceReferenceDate: random.element(QueryValues.doubles))
    case .data, .transformable: return random.element(QueryValues.data)
    case .uuid: return random.element(QueryValues.uuids)
    case .uri: return URL(string: random.element(QueryValues.addresses))
    case .toOne, .toMany, .composite: return record()
    }
  }

  /// A number of any type.
  private mutating func number() -> Any {
    switch random.int(0...6) {
    case 0: random.element(QueryValues.doubles)
    case 1: random.element(QueryValues.decimals)
    case 2: UInt64(truncatingIfNeeded: random.element(QueryValues.integers))
    case 3: random.chance(50)
    case 4: NSNumber(value: random.element(QueryValues.doubles))
    case 5: Float(random.element(QueryValues.doubles))
    default: Int(random.element(QueryValues.integers))
    }
  }
}
