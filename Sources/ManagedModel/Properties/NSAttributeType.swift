/// The type of an attribute's values, with Core Data's numbers.
public enum NSAttributeType: UInt, Sendable, CaseIterable {
  /// No type; only transient attributes may be without one.
  case undefinedAttributeType = 0
  /// Whole numbers of 16 bits.
  case integer16AttributeType = 100
  /// Whole numbers of 32 bits.
  case integer32AttributeType = 200
  /// Whole numbers of 64 bits.
  case integer64AttributeType = 300
  /// Decimal numbers of up to 38 digits.
  case decimalAttributeType = 400
  /// Binary fractions of 64 bits.
  case doubleAttributeType = 500
  /// Binary fractions of 32 bits.
  case floatAttributeType = 600
  /// Text.
  case stringAttributeType = 700
  /// Yes or no.
  case booleanAttributeType = 800
  /// Points in time.
  case dateAttributeType = 900
  /// Bytes.
  case binaryDataAttributeType = 1000
  /// Universally unique identifiers.
  case UUIDAttributeType = 1100
  /// Addresses of resources.
  case URIAttributeType = 1200
  /// Values that a transformer turns into bytes.
  case transformableAttributeType = 1800
  /// The ids of managed objects.
  case objectIDAttributeType = 2000
  /// Values made of named parts.
  case compositeAttributeType = 2100
}

extension NSAttributeDescription {
  /// The type of an attribute's values, as newer code names it.
  public enum AttributeType: RawRepresentable, Sendable, CaseIterable {
    /// No type; only transient attributes may be without one.
    case undefined
    /// Whole numbers of 16 bits.
    case integer16
    /// Whole numbers of 32 bits.
    case integer32
    /// Whole numbers of 64 bits.
    case integer64
    /// Decimal numbers of up to 38 digits.
    case decimal
    /// Binary fractions of 64 bits.
    case double
    /// Binary fractions of 32 bits.
    case float
    /// Text.
    case string
    /// Yes or no.
    case boolean
    /// Points in time.
    case date
    /// Bytes.
    case binaryData
    /// Universally unique identifiers.
    case uuid
    /// Addresses of resources.
    case uri
    /// Values that a transformer turns into bytes.
    case transformable
    /// The ids of managed objects.
    case objectID
    /// Values made of named parts.
    case composite

    /// The same type under its older name.
    public var rawValue: NSAttributeType {
      switch self {
      case .undefined: .undefinedAttributeType
      case .integer16: .integer16AttributeType
      case .integer32: .integer32AttributeType
      case .integer64: .integer64AttributeType
      case .decimal: .decimalAttributeType
      case .double: .doubleAttributeType
      case .float: .floatAttributeType
      case .string: .stringAttributeType
      case .boolean: .booleanAttributeType
      case .date: .dateAttributeType
      case .binaryData: .binaryDataAttributeType
      case .uuid: .UUIDAttributeType
      case .uri: .URIAttributeType
      case .transformable: .transformableAttributeType
      case .objectID: .objectIDAttributeType
      case .composite: .compositeAttributeType
      }
    }

    /// The type with an older name.
    public init(rawValue: NSAttributeType) {
      self = Self.allCases.first { $0.rawValue == rawValue } ?? .undefined
    }
  }

  /// The type of the attribute's values.
  public var type: AttributeType {
    get { AttributeType(rawValue: attributeType) }
    set { attributeType = newValue.rawValue }
  }
}
