import Foundation

/// What an attribute's default in a model file says, once its type is known.
enum DefaultText {
  /// There is none.
  case none
  /// A value of the type.
  case value(Any)
  /// A value that was spelled for another type, and how it is read.
  case leftover(Any, read: String)
  /// A text that means nothing for the type, and why.
  case ignored(reason: String)
  /// A text that should be a value and is not, and what is expected.
  case wrong(expected: String)

  /// The value, where there is one.
  var value: Any? {
    switch self {
    case .value(let value), .leftover(let value, _): value
    case .none, .ignored, .wrong: nil
    }
  }

  /// Reads `defaultValueString` and, for dates, `defaultDateTimeInterval`.
  init(_ text: String?, interval: String?, type: NSAttributeType) {
    if type == .dateAttributeType {
      self = Self.date(interval, text: text)
    } else if let text {
      self = Self.parse(text, type)
    } else {
      self = .none
    }
  }

  private static func parse(_ text: String, _ type: NSAttributeType) -> DefaultText {
    switch type {
    case .stringAttributeType:
      return .value(text)
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      return integer(text, type)
    case .decimalAttributeType:
      return ModelText.decimal(text).map(DefaultText.value)
        ?? .wrong(expected: number("a decimal number", "Decimal", text))
    case .doubleAttributeType:
      return ModelText.double(text).map(DefaultText.value)
        ?? .wrong(expected: number("a number such as 1.5", "Double", text))
    case .floatAttributeType:
      guard let number = ModelText.double(text).map(Float.init), number.isFinite else {
        return .wrong(expected: "a number such as 1.5 that a Float can hold")
      }
      return .value(number)
    case .booleanAttributeType:
      return boolean(text)
    case .UUIDAttributeType:
      return UUID(uuidString: text).map(DefaultText.value)
        ?? .ignored(reason: "it is not a UUID such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    case .URIAttributeType:
      return URL(string: text).map(DefaultText.value) ?? .ignored(reason: "it is not a URI")
    default:
      return .ignored(reason: "attributes of type \(type.modelName ?? "undefined") have none")
    }
  }

  /// What is expected instead of a text: a number, or one that is not too large or too small.
  private static func number(_ usual: String, _ type: String, _ text: String) -> String {
    ModelText.isNumber(text) ? "a number that a \(type) can hold" : usual
  }

  /// Reads whole numbers, `0.0` and, from attributes that were Boolean once, `NO` and `YES`.
  private static func integer(_ text: String, _ type: NSAttributeType) -> DefaultText {
    if text == "NO" || text == "YES" {
      let number: Int64 = text == "YES" ? 1 : 0
      return type.normalized(number).map { .leftover($0, read: String(number)) } ?? .none
    }
    guard let decimal = ModelText.decimal(text) else { return .wrong(expected: "a whole number") }
    if let value = type.normalized(decimal) { return .value(value) }
    guard decimal.isWhole, let range = type.integerRange else {
      return .wrong(expected: "a whole number")
    }
    return .wrong(
      expected:
        "for \(type.modelName ?? "") a number from \(range.lowerBound) to \(range.upperBound)")
  }

  /// Reads Booleans as `-[NSString boolValue]` is said to: numbers but zero are true.
  private static func boolean(_ text: String) -> DefaultText {
    if let flag = ModelText.flag(text) { return .value(flag) }
    guard let number = ModelText.double(text) else { return .wrong(expected: "'YES' or 'NO'") }
    return .value(number != 0)
  }

  /// The interval counts; the text beside it is for people.
  private static func date(_ interval: String?, text: String?) -> DefaultText {
    if let interval {
      return ModelText.date(interval).map(DefaultText.value)
        ?? .wrong(expected: "a number of seconds since 2001-01-01T00:00:00Z")
    }
    guard text != nil else { return .none }
    return .ignored(reason: "a date states its default in 'defaultDateTimeInterval'")
  }
}

extension Decimal {
  /// Whether the number has no fraction.
  var isWhole: Bool {
    isFinite && exponent >= 0 || self == rounded
  }

  private var rounded: Decimal {
    var (result, value) = (Decimal(), self)
    unsafe NSDecimalRound(&result, &value, 0, .plain)
    return result
  }
}
