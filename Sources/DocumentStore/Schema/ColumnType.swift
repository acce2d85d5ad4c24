/// What a column holds, and with it how: see ``ColumnChunk`` for the layouts.
package enum ColumnType: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case int16 = 1
  case int32 = 2
  case int64 = 3
  case boolean = 4
  case float = 5
  case double = 6
  case decimal = 7
  case string = 8
  case date = 9
  case data = 10
  case uuid = 11
  case uri = 12
  case transformable = 13
  /// Has no storage of its own: a Boolean leaf that tells presence, then the leaves of its elements.
  case composite = 14
  case toOne = 15
  case toMany = 16

  /// Bytes of a value, where all values of the type have the same size.
  package var fixedWidth: Int? {
    switch self {
    case .boolean: 1
    case .int16: 2
    case .int32, .float: 4
    case .int64, .double, .date, .toOne: 8
    case .uuid: 16
    case .decimal: 24
    case .string, .data, .uri, .transformable, .composite, .toMany: nil
    }
  }

  /// Whether the column holds references.
  package var isRelationship: Bool { self == .toOne || self == .toMany }

  /// What people call it, as the model file does.
  package var displayName: String {
    switch self {
    case .int16: "Integer 16"
    case .int32: "Integer 32"
    case .int64: "Integer 64"
    case .boolean: "Boolean"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .data: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    case .toOne: "to-one relationship"
    case .toMany: "to-many relationship"
    }
  }
}
