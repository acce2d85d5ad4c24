import Foundation

extension NSAttributeType {
  /// The name in a model file; nil for types that models do not state.
  package var modelName: String? {
    switch self {
    case .undefinedAttributeType, .objectIDAttributeType: nil
    case .integer16AttributeType: "Integer 16"
    case .integer32AttributeType: "Integer 32"
    case .integer64AttributeType: "Integer 64"
    case .decimalAttributeType: "Decimal"
    case .doubleAttributeType: "Double"
    case .floatAttributeType: "Float"
    case .stringAttributeType: "String"
    case .booleanAttributeType: "Boolean"
    case .dateAttributeType: "Date"
    case .binaryDataAttributeType: "Binary"
    case .UUIDAttributeType: "UUID"
    case .URIAttributeType: "URI"
    case .transformableAttributeType: "Transformable"
    case .compositeAttributeType: "Composite"
    }
  }

  /// The names that a model file may state.
  static let modelNames = allCases.compactMap(\.modelName)

  /// The type with a name in a model file.
  init?(modelName: String) {
    guard let type = Self.allCases.first(where: { $0.modelName == modelName }) else { return nil }
    self = type
  }

  /// Whether values are numbers that can be compared with a limit.
  package var isNumeric: Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
      true
    default: false
    }
  }

  /// Whether values are whole numbers.
  var isInteger: Bool {
    integerRange != nil
  }

  /// The range of whole numbers that the type holds.
  var integerRange: ClosedRange<Int64>? {
    switch self {
    case .integer16AttributeType: Int64(Int16.min)...Int64(Int16.max)
    case .integer32AttributeType: Int64(Int32.min)...Int64(Int32.max)
    case .integer64AttributeType: Int64.min...Int64.max
    default: nil
    }
  }

  /// The class that Core Data names for values of the type.
  var valueClassName: String? {
    switch self {
    case .undefinedAttributeType, .transformableAttributeType: nil
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .objectIDAttributeType: "NSManagedObjectID"
    case .compositeAttributeType: "NSDictionary"
    }
  }

  /// A value in the one form that this library keeps for the type (`Int16`, `Bool`, `Date` …), nil
  /// where the value is not of the type.
  ///
  /// Numbers are taken in any form that holds the same number.
  func normalized(_ value: Any) -> Any? {
    switch self {
    case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType: value
    case .integer16AttributeType: wholeNumber(value).flatMap(Int16.init(exactly:))
    case .integer32AttributeType: wholeNumber(value).flatMap(Int32.init(exactly:))
    case .integer64AttributeType: wholeNumber(value)
    case .decimalAttributeType: decimalNumber(value)
    case .doubleAttributeType: (decimalless(value)).map(\.doubleValue)
    case .floatAttributeType: (decimalless(value)).map(\.floatValue)
    case .booleanAttributeType: (value as? Bool) ?? (value as? NSNumber)?.boolValue
    case .stringAttributeType: value as? String
    case .dateAttributeType: value as? Date
    case .binaryDataAttributeType: value as? Data
    case .UUIDAttributeType: value as? UUID
    case .URIAttributeType: value as? URL
    case .compositeAttributeType: value as? [String: Any]
    }
  }

  private func wholeNumber(_ value: Any) -> Int64? {
    if let number = value as? any BinaryInteger { return Int64(exactly: number) }
    if let number = value as? any BinaryFloatingPoint { return Int64(exactly: Double(number)) }
    guard let decimal = decimalNumber(value) else { return nil }
    return Int64(decimal.description)
  }

  private func decimalNumber(_ value: Any) -> Decimal? {
    if let decimal = value as? Decimal { return decimal }
    return (value as? NSNumber)?.decimalValue
  }

  private func decimalless(_ value: Any) -> NSNumber? {
    (value as? NSNumber) ?? (value as? Decimal).map(NSDecimalNumber.init(decimal:))
  }
}
