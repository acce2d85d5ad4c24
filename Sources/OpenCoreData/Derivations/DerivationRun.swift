import DocumentStore
import Foundation
import ManagedModel

/// The computing of derived attributes at one save.
///
/// All that is derived in a changed object is computed anew. What other objects derive from it is found by going
/// back along the path: from the changed object over the inverse of each relationship to where the path begins.
/// Where a path itself was redirected, the object in which that happened is a changed one, too.
struct DerivationRun<Source: DerivationSource> {
  private struct Task: Hashable {
    let node: Source.Node
    let slot: Int
  }

  private let source: Source
  private let table: DerivationTable
  private let layouts: [ObjectLayout]
  /// The time of the save, the same for all objects.
  private let now: Date
  private var waiting: [(task: Task, column: DerivedColumn)] = []
  private var isWaiting: Set<Task> = []
  /// How often each value was computed: attributes derived from each other might never settle.
  private var rounds: [Task: Int] = [:]
  private let mostRounds = 8

  init(_ source: Source, _ model: ModelLayout, now: Date = Date()) {
    self.source = source
    table = model.derivations
    layouts = model.layouts
    self.now = now
  }

  /// Computes all that depends on changed objects.
  mutating func run(_ causes: [DerivationCause<Source.Node>]) throws {
    for cause in causes { try note(cause) }
    var next = 0
    while next < waiting.count {
      let (task, column) = waiting[next]
      next += 1
      isWaiting.remove(task)
      let value = try value(of: column, task.node)
      if try source.value(task.slot, of: task.node).holdsSame(as: value) { continue }
      try source.write(value, to: task.slot, of: task.node)
      try noteDependents(of: task.slot, in: task.node)
    }
  }

  private mutating func note(_ cause: DerivationCause<Source.Node>) throws {
    let layout = try source.layout(of: cause.node)
    let isTouched = cause.slots?.contains { !layout.columns[$0].isDerived } ?? true
    for column in table.columns[layout.index] where isTouched || column.derivation != .now {
      add(cause.node, column)
    }
    for slot in cause.slots ?? [] { try noteDependents(of: slot, in: cause.node) }
  }

  private mutating func noteDependents(of slot: Int, in node: Source.Node) throws {
    let layout = try source.layout(of: node)
    for dependent in table.dependents[layout.index][slot] ?? [] {
      for root in try roots(of: dependent, from: node) { add(root, dependent.column) }
    }
  }

  private mutating func add(_ node: Source.Node, _ column: DerivedColumn) {
    let task = Task(node: node, slot: column.slot)
    guard isWaiting.insert(task).inserted else { return }
    rounds[task, default: 0] += 1
    if rounds[task, default: 0] <= mostRounds { waiting.append((task, column)) }
  }

  /// The objects whose path leads over an object.
  private func roots(of dependent: Dependent, from node: Source.Node) throws -> Set<Source.Node> {
    let column = dependent.column
    var nodes: Set<Source.Node> = [node]
    for position in (0..<dependent.position).reversed() {
      var holders: Set<Source.Node> = []
      for index in column.families[position] {
        let layout = layouts[index]
        guard let slot = layout.keys.slot(of: column.keys[position]),
          let relationship = layout.relationships[slot]
        else { continue }
        for node in nodes { holders.formUnion(try self.holders(of: node, relationship, layout)) }
      }
      nodes = holders
    }
    return nodes
  }

  private func holders(
    of node: Source.Node, _ relationship: RelationshipLayout, _ layout: ObjectLayout
  ) throws -> [Source.Node] {
    guard let inverse = relationship.inverse(in: try source.layout(of: node)) else {
      return try source.holders(of: node, by: relationship, in: layout)
    }
    return try source.members(inverse.slot, of: node).filter {
      try source.layout(of: $0) === layout
    }
  }
}

// MARK: - Values

extension DerivationRun {
  /// The value of a derived attribute as things are.
  func value(of column: DerivedColumn, _ node: Source.Node) throws -> Value {
    let target = layouts[column.layout].columns[column.slot]
    switch column.derivation {
    case .now: return .date(now.timeIntervalSinceReferenceDate)
    case .count:
      return Value(try end(of: column, from: node).nodes.count, as: target.type) ?? .null
    case .sum:
      let end = try end(of: column, from: node)
      return Value(sum(end.values, in: end.column), as: target.type) ?? .null
    case .value:
      let end = try end(of: column, from: node)
      return end.values.first?.converted(from: end.column, to: target) ?? .null
    case .text(let function, _):
      guard case .string(let text)? = try end(of: column, from: node).values.first else {
        return .null
      }
      return function.form(of: text).map(Value.string) ?? .null
    }
  }

  /// What a path leads to: objects, or values and the column that they are of.
  private func end(
    of column: DerivedColumn, from node: Source.Node
  ) throws -> (nodes: [Source.Node], values: [Value], column: ColumnSchema?) {
    var nodes = [node]
    for (position, key) in column.keys.enumerated() {
      var members: [Source.Node] = []
      var values: [Value] = []
      var schema: ColumnSchema?
      for node in nodes {
        let layout = try source.layout(of: node)
        guard let slot = layout.keys.slot(of: key) else { continue }
        if layout.relationships[slot] != nil {
          members += try source.members(slot, of: node)
        } else {
          let rest = column.keys[(position + 1)...]
          schema = layout.columns[slot].element(at: rest)
          values.append(
            try source.value(slot, of: node).element(at: rest, of: layout.columns[slot]))
        }
      }
      if let schema { return ([], values, schema) }
      nodes = members
    }
    return (nodes, [], nil)
  }

  /// The sum of numbers, in the widest form that their type needs; nil counts as nothing.
  private func sum(_ values: [Value], in column: ColumnSchema?) -> Any {
    var whole: Int64 = 0
    var fraction = 0.0
    var decimal = Decimal()
    for value in values {
      switch value {
      case .integer(let number):
        let (sum, overflow) = whole.addingReportingOverflow(number)
        fraction += Double(number)
        // The sum of what does not fit is one that does not fit either: saving finds it.
        if overflow { return fraction * 4 } else { whole = sum }
      case .double(let number): fraction += number
      case .float(let number): fraction += Double(number)
      case .decimal(let number): decimal += number
      default: continue
      }
    }
    return switch column?.type {
    case .double, .float: fraction
    case .decimal: decimal
    default: whole
    }
  }
}

extension ColumnSchema {
  /// The element that keys lead to in a composite; the column itself for none.
  fileprivate func element(at keys: ArraySlice<String>) -> ColumnSchema? {
    guard let key = keys.first else { return self }
    return elements.first { $0.name == key }?.element(at: keys.dropFirst())
  }
}

extension Value {
  /// The value that keys lead to in a composite; the value itself for none.
  fileprivate func element(at keys: ArraySlice<String>, of column: ColumnSchema) -> Value {
    guard let key = keys.first else { return self }
    guard case .composite(let parts) = self,
      let index = column.elements.firstIndex(where: { $0.name == key }), index < parts.count
    else { return .null }
    return parts[index].element(at: keys.dropFirst(), of: column.elements[index])
  }

  /// The value in a column of another type; null where it has no form there.
  fileprivate func converted(from column: ColumnSchema?, to target: ColumnSchema) -> Value {
    guard let column, column.type != target.type else { return self }
    guard let any = decoded(as: column, column.type) else { return .null }
    return Value(stored: any, as: target) ?? .null
  }
}
