import Foundation
import ManagedModel
import Predicates

/// A record as predicates see objects: its properties by name, in the forms that programs get of objects.
///
/// It shows what the store has and knows no object; where unsaved changes and transient values count, the module above
/// has views of its own.
///
/// What reads the store cannot throw while a predicate is evaluated, so the reader keeps the first failure.
final class StoredRecordView: KeyValueCoding, IdentifiedValue {
  let reference: RecordReference
  private let reader: RecordReader

  init(_ reference: RecordReference, _ reader: RecordReader) {
    self.reference = reference
    self.reader = reader
  }

  var identity: AnyHashable { reference }

  func value(forKey key: String) -> Any? {
    reader.value(of: key, in: reference, self)
  }
}

extension StoredRecordView: Hashable {
  static func == (one: StoredRecordView, other: StoredRecordView) -> Bool {
    one.reference == other.reference
  }

  func hash(into hasher: inout Hasher) { hasher.combine(reference) }
}

extension RecordReference: IdentifiedValue {
  package var identity: AnyHashable { self }
}

/// The entity of a record as predicates see it: the same as its description in the model.
struct EntityView: IdentifiedValue, KeyValueCoding {
  private let name: String

  init(_ table: TableSchema) {
    name = table.name
  }

  var identity: AnyHashable { EntityIdentity(name) }

  func value(forKey key: String) -> Any? { key == "name" ? name : nil }
}

/// Reads the properties of record views.
final class RecordReader {
  private let generation: Generation
  /// For each table, its columns by name.
  private lazy var columns: [[String: Int]] = generation.schema.tables.map { table in
    Dictionary(
      table.columns.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }
  /// Why something could not be read.
  private(set) var failure: StoreError?

  init(_ generation: Generation) {
    self.generation = generation
  }

  /// The column of a table that has a name.
  func column(_ name: String, of table: Int) -> Int? { columns[table][name] }

  /// The value of a property; nil where there is none of the name.
  func value(of key: String, in reference: RecordReference, _ view: StoredRecordView) -> Any? {
    guard let index = columns[reference.table][key] else {
      if key == "entity" { return EntityView(generation.schema.tables[reference.table]) }
      return ["self", "SELF", "objectID"].contains(key) ? view : nil
    }
    let table = generation.tables[reference.table]
    let column = table.schema.columns[index]
    let value = read(index, of: table, at: reference.row)
    if let relationship = column.relationship, column.type == .toMany {
      return members(value, relationship)
    }
    if case .reference(let other) = value { return StoredRecordView(other, self) }
    return value.programValue(as: column)
  }

  /// A value, null where the row is none or cannot be read.
  private func read(_ column: Int, of table: Table, at row: Int) -> Value {
    guard row < table.rowCount else { return .null }
    do throws(StoreError) {
      return try table.value(of: column, at: row)
    } catch {
      failure = failure ?? error
      return .null
    }
  }

  private func members(_ value: Value, _ relationship: RelationshipSchema) -> Any {
    var views: [StoredRecordView] = []
    if case .references(let all) = value { views = all.map { StoredRecordView($0, self) } }
    return relationship.isOrdered ? views : Set(views)
  }

  /// Throws what could not be read since the last call.
  func check() throws(QueryError) {
    if let failure { throw .store(failure) }
  }
}

extension Value {
  /// The value of an attribute in the form that programs get: `Int16`, `String`, `Date` and so on; nil for none,
  /// for what only a transformer can read, and for relationships.
  func programValue(as column: ColumnSchema) -> Any? {
    guard case .composite(let values) = self else { return programValue(as: column.type) }
    var entries: [String: Any] = [:]
    for (element, value) in zip(column.elements, values) {
      entries[element.name] = value.programValue(as: element)
    }
    return entries
  }

  /// As ``programValue(as:)-(ColumnSchema)``, for other types than composites.
  func programValue(as type: ColumnType) -> Any? {
    switch self {
    case .null, .reference, .references, .transformed, .composite: nil
    case .boolean(let flag): flag
    case .integer(let number):
      switch type {
      case .int16: Int16(exactly: number) ?? number
      case .int32: Int32(exactly: number) ?? number
      default: number
      }
    case .float(let number): number
    case .double(let number): number
    case .decimal(let number): number
    case .string(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .uri(let text): URL(string: text)
    }
  }
}
