import Predicates

/// The relationships that a predicate or an order leads over from the records of one table.
final class PathNode {
  /// What comes next, by the relationship's name.
  private(set) var children: [String: PathNode] = [:]

  func child(_ name: String) -> PathNode {
    if let known = children[name] { return known }
    let child = PathNode()
    children[name] = child
    return child
  }
}

/// Finds out which relationships a predicate leads over, and whether records can answer it.
struct PathCollector {
  /// Records that an expression stands for: those of some tables, reached over some relationships.
  private struct Place {
    var tables: [TableSchema]
    var node: PathNode
  }

  /// Where all paths begin.
  let root = PathNode()
  /// Whether the object evaluated is asked.
  private(set) var usesRoot = false
  /// Whether a variable is asked that stands for nothing here.
  private(set) var usesUnknownVariable = false
  private let context: QueryContext
  private let start: Place
  /// What is known of variables; nothing inside where one stands for no records.
  private var variables: [String: Place?] = [:]
  /// Whether something was met that only objects know.
  private var needsObjects = false

  init(_ context: QueryContext, _ table: TableSchema) {
    self.context = context
    start = Place(tables: [table], node: root)
  }

  /// Takes in the paths of a predicate, and says whether only objects can answer it.
  ///
  /// `variable` stands for the record, too, where it is given.
  mutating func collect(_ predicate: NSPredicate, variable: String? = nil) -> Bool {
    needsObjects = false
    if let variable { variables[variable] = .some(start) }
    visit(predicate)
    return needsObjects
  }

  /// Takes in a path of keys.
  mutating func collect(keys: [String]) {
    _ = follow(keys, from: start)
  }

  private mutating func visit(_ predicate: NSPredicate) {
    switch predicate.knownForm {
    case .value: break
    case .compound(let compound):
      for part in compound.subpredicates { visit(part) }
    case .comparison(let comparison):
      if comparison.predicateOperatorType == .customSelector { needsObjects = true }
      _ = visit(comparison.leftExpression)
      _ = visit(comparison.rightExpression)
    case .opaque: needsObjects = true
    }
  }

  /// Takes in the paths of an expression, and says which records it may stand for.
  private mutating func visit(_ expression: NSExpression) -> Place? {
    switch expression.form {
    case .constant: return nil
    case .evaluatedObject:
      usesRoot = true
      return start
    case .variable(let name):
      guard let place = variables[name] else {
        usesUnknownVariable = true
        return nil
      }
      return place
    case .keyPath(let base, let path): return visit(path, of: base)
    case .function(let operand, let name, let arguments):
      // What is called by name, and what nobody knows by name, may expect objects.
      if operand != nil || FunctionName(rawValue: name) == nil { needsObjects = true }
      if let operand { _ = visit(operand) }
      var place: Place?
      for argument in arguments { place = visit(argument) ?? place }
      return place
    case .aggregate(let members):
      for member in members { _ = visit(member) }
      return nil
    case .subquery(let collection, let name, let condition):
      return visit(condition, for: name, in: visit(collection))
    case .set(_, let left, let right):
      let place = visit(left)
      return visit(right) ?? place
    case .conditional(let condition, let first, let second):
      visit(condition)
      let place = visit(first)
      return visit(second) ?? place
    case .element(let list, let index):
      if case .at(let number) = index { _ = visit(number) }
      return visit(list)
    case .assignment(let name, let value):
      let place = visit(value)
      variables[name] = .some(place)
      return place
    case .anyKey, .block, .fetch:
      needsObjects = true
      return nil
    }
  }

  private mutating func visit(
    _ condition: NSPredicate, for name: String, in place: Place?
  ) -> Place? {
    let outer = variables[name]
    variables[name] = .some(place)
    visit(condition)
    variables[name] = outer
    return place
  }

  private mutating func visit(_ path: PropertyPath, of base: NSExpression) -> Place? {
    if case .constant(let constant) = base.form, constant is any IdentifiedValue {
      needsObjects = true  // a path from an object that the predicate brings along
    }
    guard let place = visit(base) else { return nil }
    return follow(path.keys, from: place)
  }

  private mutating func follow(_ keys: [String], from start: Place) -> Place? {
    var place = start
    for (index, key) in keys.enumerated() {
      if key.hasPrefix("@") || ["self", "SELF"].contains(key) { continue }
      if key == "objectID" { return nil }
      let columns = place.tables.map { table in
        context.reader.column(key, of: table.index).map { table.columns[$0] }
      }
      if key == "entity", columns.allSatisfy({ $0 == nil }) { return nil }
      var destinations: Set<Int> = []
      for column in columns {
        guard let column, !column.isTransient else {
          needsObjects = true
          continue
        }
        for (table, isDestination) in (column.relationship?.destinationTables ?? []).enumerated()
        where isDestination { destinations.insert(table) }
        if holdsTransformable(column, keys[(index + 1)...]) { needsObjects = true }
      }
      guard columns.contains(where: { $0?.relationship != nil }) else { return nil }
      place = Place(
        tables: destinations.sorted().map { context.tables[$0] }, node: place.node.child(key))
    }
    return place
  }

  /// Whether the value of an attribute, or of an element of it, is one that a transformer makes.
  private func holdsTransformable(_ column: ColumnSchema, _ rest: ArraySlice<String>) -> Bool {
    guard column.type == .composite else { return column.type == .transformable }
    guard let key = rest.first else {
      return column.elements.contains { holdsTransformable($0, []) }
    }
    guard let element = column.elements.first(where: { $0.name == key }) else { return true }
    return holdsTransformable(element, rest.dropFirst())
  }
}
