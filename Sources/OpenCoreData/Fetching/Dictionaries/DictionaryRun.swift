import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// One execution of a request for dictionaries: of what is saved, never of unsaved changes.
struct DictionaryRun {
  private let core: FetchRequestCore
  private let run: FetchRun
  private let columns: [DictionaryColumn]
  private let groups: [DictionaryColumn]
  /// The condition on groups; variables in it that are called as columns are these.
  private let having: NSPredicate?
  /// Whether each dictionary is made of a group of records, and not of one.
  private let isGrouped: Bool
  /// Whether the stores cannot order the results, because the order is that of dictionaries.
  private let ordersRows: Bool

  init(_ graph: ObjectGraph, _ core: FetchRequestCore, _ affected: [NSPersistentStore]?) throws {
    self.core = core
    let entity = try FetchPlan.of(core, graph.coordinator).entity
    let stated = core.propertiesToFetch ?? []
    columns =
      stated.isEmpty
      ? entity.storedAttributeNames.map { DictionaryColumn(path: $0) }
      : stated.compactMap { DictionaryColumn($0) }
    groups = (core.propertiesToGroupBy ?? []).compactMap { DictionaryColumn($0) }
    let names = Set(columns.map(\.name))
    having = core.havingPredicate?.replacing { part in
      guard case .variable(let name) = part.form, names.contains(name) else { return nil }
      return NSExpression(.keyPath(NSExpression(.evaluatedObject), PropertyPath([name])))
    }
    isGrouped = !groups.isEmpty || columns.contains(where: \.isAggregate)
    let own = entity.propertiesByName
    ordersRows =
      isGrouped
      || (core.sortDescriptors ?? []).contains { descriptor in
        descriptor.key.map { names.contains($0) && own[$0] == nil && !$0.contains(".") } ?? false
      }
    run = try FetchRun(
      graph, core, affected, sorting: !ordersRows, showingChanges: false,
      windowing: !ordersRows && !core.returnsDistinctResults)
  }

  /// The dictionaries.
  func dictionaries() throws -> [NSDictionary] {
    let records = run.views(try run.find())
    return try run.graph.whileEvaluating {
      var rows = try self.rows(of: records)
      if let having { rows = try rows.filter { try meets(having, $0) } }
      if core.returnsDistinctResults {
        var seen: Set<[AnyHashable?]> = []
        rows = rows.filter { seen.insert($0.distinction).inserted }
      }
      if ordersRows { rows = try sorted(rows) }
      if ordersRows || core.returnsDistinctResults {
        rows = Array(rows.dropFirst(run.offset).prefix(run.limit ?? .max))
      }
      for source in run.sources { try source.rethrow() }
      return rows.map(\.dictionary)
    }
  }

  private func rows(of records: [RecordView]) throws -> [DictionaryRow] {
    guard isGrouped else {
      return try records.map { try DictionaryRow(columns, RecordGroup([$0])) }
    }
    guard !groups.isEmpty else { return [try DictionaryRow(columns, RecordGroup(records))] }
    var known: [[AnyHashable?]: RecordGroup] = [:]
    var inOrder: [RecordGroup] = []
    for record in records {
      let key = try groups.map { ColumnValue.distinction(try $0.value(of: record)) }
      if let group = known[key] {
        group.add(record)
      } else {
        let group = RecordGroup([record])
        known[key] = group
        inOrder.append(group)
      }
    }
    return try inOrder.map { try DictionaryRow(columns, $0) }
  }

  private func meets(_ condition: NSPredicate, _ row: DictionaryRow) throws -> Bool {
    try CocoaError.converting { () throws(EvaluationError) in
      try condition.computed(over: row.group).matches(row)
    }
  }

  private func sorted(_ rows: [DictionaryRow]) throws -> [DictionaryRow] {
    let order = run.plan.order
    if order.isEmpty { return rows }
    let keyed = try rows.enumerated().map { position, row in
      let keys = try CocoaError.converting { () throws(EvaluationError) in
        try order.keys(of: row)
      }
      return (position, row, keys)
    }
    return keyed.sorted { one, other in
      switch order.compare(one.2, other.2) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: one.0 < other.0
      }
    }.map(\.1)
  }
}

extension NSEntityDescription {
  /// The attributes that a store has, in the model's order: what a dictionary holds if nothing else is asked for.
  fileprivate var storedAttributeNames: [String] {
    properties.compactMap { $0 as? NSAttributeDescription }.filter { !$0.isTransient }.map(\.name)
  }
}
