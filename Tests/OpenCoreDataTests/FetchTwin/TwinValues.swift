import Foundation
import OpenCoreData

/// A few values of every type, few enough that conditions are met now and then.
enum TwinValues {
  static let texts = [
    "", "a", "A", "ab", "Ab", "abc", "b", "é", "e\u{301}", "É", "e", "straße", "STRASSE", "ss",
    "file2", "file10", "a b", "a*c", "a?c", "a\\c", "日本", "👩‍👩‍👧", "\u{301}", "ﬁ", "fi", "İ", "i",
    "Å", "\u{212B}", "a\r\nb", "\u{FF21}", "Σ", "ς", "σ", "ab\u{301}", "\u{1E9E}", "10", "9",
  ]
  static let patterns = [
    "a*", "*b*", "?", "a?c", "a\\*c", "*", "", "É*", "*e", "[a]", "??", "a\\\\c",
  ]
  static let expressions = ["a|ab", "a.*", ".*", "[ab]+", "É.*", "\\\\w+", ".", "(?i)AB"]
  static let whole: [Int64] = [0, 1, 2, 3, -1, 10, 32767, -32768, 2_147_483_647, -2_147_483_648]
  static let large: [Int64] = [
    .max, .min, .max - 1, 9_007_199_254_740_993, 9_007_199_254_740_992, -9_007_199_254_740_993,
  ]
  static let doubles: [Double] = [
    0, -0.0, 0.1, 0.3, 0.1 + 0.2, 1, 1.5, 2, -2.5, 9_007_199_254_740_992, 1e300,
    .leastNonzeroMagnitude, 3,
    9_223_372_036_854_775_808,
  ]
  static let floats: [Float] = [0, -0.0, 0.1, 0.3, 1, 1.5, 16_777_216, -2.5, 2]
  static let decimals: [Decimal] = [
    "0", "0.1", "0.3", "1", "1.5", "-2.5", "9007199254740993", "2", "1e30", "1.50",
    "12345678901234567890123456789012345678", "0.30000000000000004",
  ].map { Decimal(string: $0) ?? 0 }
  static let dates = [0, 0.5, 1, 86_400, -1, 1e9, 700_000_000.123].map {
    Date(timeIntervalSinceReferenceDate: $0)
  }
  static let bytes = [Data(), Data([0]), Data([0, 1]), Data([255]), Data("a".utf8)]
  static let uuids = [1, 2, 0xFE].map { (byte: UInt8) in
    UUID(uuid: (byte, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, byte))
  }
  static let links = ["http://a.b/c", "http://a.b/C", "file:///x"].compactMap { URL(string: $0) }

  /// A value that an attribute of a type can have.
  static func value(_ type: NSAttributeType, _ dice: inout Dice) -> Any {
    switch type {
    case .stringAttributeType: dice.one(of: texts)
    case .integer16AttributeType: Int16(truncatingIfNeeded: dice.one(of: whole))
    case .integer32AttributeType: Int32(truncatingIfNeeded: dice.one(of: whole))
    case .integer64AttributeType: dice.chance(40) ? dice.one(of: large) : dice.one(of: whole)
    case .decimalAttributeType: dice.one(of: decimals)
    case .doubleAttributeType: dice.one(of: doubles)
    case .floatAttributeType: dice.one(of: floats)
    case .booleanAttributeType: dice.chance(50)
    case .dateAttributeType: dice.one(of: dates)
    case .binaryDataAttributeType: dice.one(of: bytes)
    case .UUIDAttributeType: dice.one(of: uuids)
    case .URIAttributeType: dice.one(of: links)
    default: composite(&dice)
    }
  }

  private static func composite(_ dice: inout Dice) -> [String: Any] {
    var values: [String: Any] = [:]
    if dice.chance(80) { values["width"] = dice.one(of: doubles) }
    if dice.chance(80) { values["unit"] = dice.one(of: texts) }
    if dice.chance(80) { values["number"] = Int16(dice.below(4)) }
    return values
  }

  /// A number of any type.
  static func number(_ dice: inout Dice) -> Any {
    switch dice.below(12) {
    case 0: dice.one(of: decimals)
    case 1: dice.one(of: doubles)
    case 2: dice.one(of: floats)
    case 3: dice.chance(50)
    case 4: dice.one(of: large)
    case 5: UInt64.max
    case 6: NSNumber(value: dice.one(of: doubles))
    case 7: dice.one(of: [Double.infinity, .nan, -.infinity])
    default: Int(dice.one(of: whole))
    }
  }

  /// A constant to compare with an attribute of a type: mostly of that type.
  static func constant(for type: NSAttributeType, _ dice: inout Dice) -> Any {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
      dice.chance(60) ? value(type, &dice) : number(&dice)
    case .booleanAttributeType: dice.chance(80) ? dice.chance(50) : number(&dice)
    default: value(type, &dice)
    }
  }
}
