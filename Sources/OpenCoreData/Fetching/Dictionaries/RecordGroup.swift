import Foundation
import Predicates

/// Records that become one dictionary.
final class RecordGroup {
  private(set) var records: [RecordView]

  init(_ records: [RecordView] = []) {
    self.records = records
  }

  /// The record that stands for all where they agree.
  var first: RecordView? { records.first }

  func add(_ record: RecordView) { records.append(record) }
}

extension NSExpression {
  /// The expression with its functions over records, such as `sum:`, computed for a group.
  func computed(over group: RecordGroup) throws(EvaluationError) -> NSExpression {
    try replacing { part throws(EvaluationError) in
      guard part.isRowFunction, case .function(_, let name, let arguments) = part.form else {
        return nil
      }
      return NSExpression(.constant(try Self.result(of: name, arguments, group)))
    }
  }

  /// What a function makes of the values that an expression has for some records.
  ///
  /// As in SQL, records without a value do not count; of no values the number and the sum are 0, and
  /// there is no other result.
  private static func result(
    of name: String, _ arguments: [NSExpression], _ group: RecordGroup
  ) throws(EvaluationError) -> Any? {
    var values: [Any] = []
    for record in group.records {
      for argument in arguments {
        switch try argument.evaluated(with: record) {
        case nil: continue
        case let list as [Any]: values += list.filter { !($0 is NSNull) }
        case let value?: values.append(value)
        }
      }
    }
    if name == FunctionName.count.rawValue { return values.count }
    if values.isEmpty { return name == FunctionName.sum.rawValue ? 0 : nil }
    let list = NSExpression(.constant(values))
    return try NSExpression(.function(operand: nil, name: name, arguments: [list]))
      .evaluated(with: nil)
  }
}

extension NSPredicate {
  /// The predicate with its functions over records computed for a group.
  func computed(over group: RecordGroup) throws(EvaluationError) -> NSPredicate {
    try replacing { expression throws(EvaluationError) in
      guard expression.isRowFunction else { return nil }
      return try expression.computed(over: group)
    }
  }
}

/// A dictionary before it is one: what conditions on groups and orders of dictionaries ask.
final class DictionaryRow: KeyValueCoding {
  private let columns: [DictionaryColumn]
  let values: [Any?]
  let group: RecordGroup

  init(_ columns: [DictionaryColumn], _ group: RecordGroup) throws {
    self.columns = columns
    self.group = group
    values = try columns.map { try $0.value(of: group) }
  }

  func value(forKey key: String) -> Any? {
    if let column = columns.firstIndex(where: { $0.name == key }) { return values[column] }
    return group.first?.value(forKey: key)
  }

  /// What tells the row from others.
  var distinction: [AnyHashable?] { values.map(ColumnValue.distinction) }

  /// The dictionary; a missing value has no key.
  var dictionary: NSDictionary {
    var entries: [String: Any] = [:]
    entries.reserveCapacity(columns.count)
    for (column, value) in zip(columns, values) {
      if let value { entries[column.name] = ColumnValue.forPrograms(value) }
    }
    return NSDictionary(dictionary: entries)
  }
}
