/// Why a text is not a value of some type.
enum TextFault: Error, Hashable, Sendable {
  /// It does not have the form of such a value.
  case malformed
  /// A comma stands where a point should.
  case comma
  /// It has the form, and the type cannot hold the value.
  case outOfRange
  /// NaN or an infinity.
  case notFinite
  /// More digits than a decimal keeps.
  case tooManyDigits
  /// A day behind the last of its month.
  case noSuchDay(last: Int)
  /// Base64 that ends in the middle of a group.
  case cutShort
  /// Bytes that are not text.
  case notUTF8
}

extension TextFault {
  /// What is wrong with a text for a column of a type, as the rest of a sentence, and what was
  /// expected.
  func sentence(for type: ColumnType) -> String {
    switch self {
    case .comma: "has a comma; write a point instead of the comma, as in 12.50"
    case .notFinite: "is not a finite number; a store keeps finite numbers only"
    case .tooManyDigits: "has more than the 38 digits that a Decimal can hold"
    case .noSuchDay(let last):
      "is a day that never was: the month has \(last) days"
    case .cutShort:
      "is base64 that ends in the middle of a group of four; its length must be a multiple of four"
    case .notUTF8: "is not UTF-8 when decoded; text in base64 is the base64 of its UTF-8"
    case .outOfRange:
      "does not fit \(type.displayName); \(type.range ?? "write a number nearer to zero")"
    case .malformed: "is not \(type.form)"
    }
  }
}

extension ColumnType {
  /// The form of a value's text, in words.
  fileprivate var form: String {
    switch self {
    case .int16, .int32, .int64:
      "an \(displayName): a whole number was expected; \(range ?? "")"
    case .boolean: "a Boolean; write 'true' or 'false'"
    case .float, .double: "a \(displayName); a number was expected, in a form such as 1.5 or -2e10"
    case .decimal: "a Decimal; a number was expected, in a form such as 12.50"
    case .date: "a date; a form such as 1995-12-15T00:00:00Z was expected"
    case .data, .transformable:
      "base64, which has only letters, digits, '+' and '/', and '=' at its end"
    case .uuid: "a UUID; a form such as 3F2504E0-4F89-41D3-9A0C-0305E82C3301 was expected"
    case .string, .uri: "text"
    case .composite: "a composite; elements were expected"
    case .toOne, .toMany: "a reference"
    }
  }
}
