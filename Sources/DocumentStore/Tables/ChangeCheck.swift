import Foundation

/// Refuses values that a store could not keep or could not read again, before anything is changed.
///
/// The rules of the model are not its business: it asks whether a value is one of its column.
struct ChangeCheck {
  private let table: TableSchema
  private let limits: StorageLimits
  /// For each column that is a relationship, whether each table's records may be members.
  private let destinations: [[Bool]]

  init(_ table: TableSchema, _ limits: StorageLimits) {
    self.table = table
    self.limits = limits
    destinations = table.columns.map { $0.relationship?.destinationTables ?? [] }
  }

  func run(_ changes: TableChanges) throws(StoreError) {
    for record in changes.inserted {
      try unsafe record.values.withValues { values throws(StoreError) in
        for column in values.indices {
          if let fault = unsafe fault(of: values[column], in: column) {
            throw refusal(of: column, record.id.text(in: table.name), fault)
          }
        }
      }
    }
    for record in changes.updated {
      for (column, value) in zip(record.columns, record.values) {
        if let fault = fault(of: value, in: column) {
          throw refusal(of: column, "row \(record.row)", fault)
        }
      }
    }
  }

  private func refusal(of column: Int, _ record: String, _ fault: String) -> StoreError {
    let name = table.columns[column].name
    return StoreError(.unstorable, "'\(name)' of \(table.name) '\(record)' \(fault)")
  }

  /// What is wrong with a value, as the rest of a sentence; nil where nothing is.
  private func fault(of value: Value, in column: Int) -> String? {
    switch table.soleLeaf[column] {
    case TableSchema.noLeaf: return nil
    case TableSchema.severalLeaves: return fault(of: value, in: table.columns[column])
    case let leaf:
      switch value {
      case .null: return nil
      case .reference(let member) where table.leafTypes[leaf] == .toOne:
        return fault(of: CollectionOfOne(member), in: column)
      case .references(let members) where table.leafTypes[leaf] == .toMany:
        return fault(of: members, in: column)
      default: return fault(of: value, in: table.leafTypes[leaf])
      }
    }
  }

  private func fault(of value: Value, in column: ColumnSchema) -> String? {
    guard column.type == .composite else { return fault(of: value, in: column.type) }
    switch value {
    case .null: return nil
    case .composite(let elements) where elements.count == column.elements.count:
      for (element, value) in zip(column.elements, elements) {
        if let fault = fault(of: value, in: element) {
          return "has an element '\(element.name)' that \(fault)"
        }
      }
      return nil
    default: return "is no composite of \(column.elements.count) elements"
    }
  }

  private func fault(of value: Value, in type: ColumnType) -> String? {
    switch (type, value) {
    case (_, .null), (.boolean, .boolean), (.int64, .integer), (.uuid, .uuid): nil
    case (.int16, .integer(let number)): Int16(exactly: number) == nil ? outOfRange(type) : nil
    case (.int32, .integer(let number)): Int32(exactly: number) == nil ? outOfRange(type) : nil
    case (.float, .float(let number)): number.isFinite ? nil : Self.notFinite
    case (.double, .double(let number)), (.date, .date(let number)):
      number.isFinite ? nil : Self.notFinite
    case (.decimal, .decimal(let number)): number.isFinite ? nil : Self.notFinite
    case (.string, .string(let text)), (.uri, .uri(let text)): fault(ofSize: text.utf8.count)
    case (.data, .data(let data)), (.transformable, .transformed(let data)):
      fault(ofSize: data.count)
    default: "holds something else than type \(type.displayName)"
    }
  }

  private func fault(
    of members: some Collection<RecordReference>, in column: Int
  ) -> String? {
    let allowed = destinations[column]
    guard members.allSatisfy({ $0.table < allowed.count && allowed[$0.table] }) else {
      return "names a record of another entity than its destination"
    }
    guard members.lazy.map(\.bits).areDistinct else { return "names a record twice" }
    return fault(ofSize: members.count * MemoryLayout<RecordReference>.size)
  }

  private func fault(ofSize size: Int) -> String? {
    size <= limits.value
      ? nil : "has \(size) bytes; a store keeps at most \(limits.value) in one value"
  }

  private func outOfRange(_ type: ColumnType) -> String {
    "is out of range: \(type.range ?? type.displayName)"
  }

  private static let notFinite = "is not a finite number"
}

extension Sequence<UInt64> {
  /// Whether no number stands twice; fast where they ascend, as members mostly do.
  var areDistinct: Bool {
    var previous: UInt64?
    let ascend = allSatisfy { number in
      defer { previous = number }
      return previous.map { $0 < number } ?? true
    }
    if ascend { return true }
    var seen: Set<UInt64> = []
    return allSatisfy { seen.insert($0).inserted }
  }
}
