import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// A column of dictionaries: its key, and how its value is found.
struct DictionaryColumn {
  let name: String
  private let expression: NSExpression
  private let type: NSAttributeType
  /// Whether the name is a key of the record, which needs no expression.
  private let isKey: Bool
  /// Whether the value is computed over all records of a group.
  let isAggregate: Bool

  /// A column as a request states it: by name, path or description; nil for what is none of these.
  init?(_ stated: Any) {
    switch stated {
    case let description as NSExpressionDescription:
      guard let expression = description.expression else { return nil }
      self.init(description.name, expression, description.expressionResultType)
    case let property as NSPropertyDescription: self.init(path: property.name)
    case let path as String: self.init(path: path)
    default: return nil
    }
  }

  init(path: String) {
    let expression = NSExpression(.keyPath(NSExpression(.evaluatedObject), PropertyPath(path)))
    let isKey = !path.contains(".") && path.uppercased() != "SELF"
    self.init(path, expression, .undefinedAttributeType, isKey: isKey)
  }

  private init(
    _ name: String, _ expression: NSExpression, _ type: NSAttributeType, isKey: Bool = false
  ) {
    self.name = name
    self.expression = expression
    self.type = type
    self.isKey = isKey
    isAggregate = expression.runsOverRows
  }

  /// The value for one record.
  func value(of record: RecordView) throws -> Any? {
    if isKey { return record.value(forKey: name) }
    let value = try CocoaError.converting { () throws(EvaluationError) in
      try expression.evaluated(with: record)
    }
    return value.map { ColumnValue.converted($0, to: type) }
  }

  /// The value for a group of records.
  func value(of group: RecordGroup) throws -> Any? {
    guard isAggregate else {
      return try group.first.flatMap { record in try self.value(of: record) }
    }
    let value = try CocoaError.converting { () throws(EvaluationError) in
      try expression.computed(over: group).evaluated(with: group.first)
    }
    return value.map { ColumnValue.converted($0, to: type) }
  }
}

/// What happens to the values of columns on their way to programs.
enum ColumnValue {
  /// What tells a value from others where records are grouped, or rows are to be distinct.
  static func distinction(_ value: Any?) -> AnyHashable? {
    switch value {
    case nil: nil
    case let record as RecordView: record.identity
    case let entries as [String: Any]: NSDictionary(dictionary: entries)
    case let list as [Any]: list.map(distinction)
    case let value as AnyHashable: value
    case let value?: String(describing: value)
    }
  }

  /// A value in the form that dictionaries have it: ids in place of records, numbers as `NSNumber`.
  static func forPrograms(_ value: Any) -> Any? {
    switch value {
    case let record as RecordView: record.objectID
    case let object as NSManagedObject: object.objectID
    case let list as [Any]: list.compactMap(forPrograms)
    default: NumberObject.boxed(value)
    }
  }

  /// A value in the form of an attribute's type, where it has one.
  static func converted(_ value: Any, to type: NSAttributeType) -> Any {
    guard let column = columnType(type), let converted = Value(value, as: column) else {
      return value
    }
    return converted.decoded(as: ColumnSchema(name: "", type: column), column) ?? value
  }

  private static func columnType(_ type: NSAttributeType) -> ColumnType? {
    switch type {
    case .integer16AttributeType: .int16
    case .integer32AttributeType: .int32
    case .integer64AttributeType: .int64
    case .decimalAttributeType: .decimal
    case .doubleAttributeType: .double
    case .floatAttributeType: .float
    case .booleanAttributeType: .boolean
    case .stringAttributeType: .string
    case .dateAttributeType: .date
    case .binaryDataAttributeType: .data
    case .UUIDAttributeType: .uuid
    case .URIAttributeType: .uri
    default: nil
    }
  }
}
