import Foundation

extension ExpressionForm {
  /// The one form for all the ways to say the same.
  ///
  /// Constants are normal (``ConstantValue``), keys of keys are one path, `SELF.name` is `name`, and a cast of a
  /// literal is the value that it makes, so that whoever takes expressions apart finds a date and not a call.
  var canonical: ExpressionForm {
    switch self {
    case .constant(let value): .constant(ConstantValue.normal(value))
    case .keyPath(let base, let path): Self.path(base, path)
    case .function(nil, FunctionName.cast.rawValue, let arguments) where arguments.count == 2:
      Self.cast(arguments) ?? self
    case .function(nil, FunctionName.element.rawValue, let arguments) where arguments.count == 2:
      .element(arguments[0], .at(arguments[1]))
    default: self
    }
  }

  private static func path(_ base: NSExpression, _ path: PropertyPath) -> ExpressionForm {
    switch base.form {
    case .keyPath(let root, let first):
      return self.path(root, PropertyPath(first.keys + path.keys))
    case .evaluatedObject where path.keys.first == "self":
      let rest = Array(path.keys.dropFirst())
      return rest.isEmpty ? .evaluatedObject : self.path(base, PropertyPath(rest))
    default: return .keyPath(base, path)
    }
  }

  /// The value of a cast of a literal, where that is certain.
  private static func cast(_ arguments: [NSExpression]) -> ExpressionForm? {
    guard case .constant(let value) = arguments[0].form, let value,
      case .constant(let name) = arguments[1].form, let name = name as? String
    else { return nil }
    return LiteralCast(rawValue: name)?.value(of: value).map { .constant($0) }
  }
}

/// The classes that constants without a notation of their own are written with: `CAST(0.5, "NSDate")`.
enum LiteralCast: String {
  case date = "NSDate"
  case id = "NSUUID"
  case data = "NSData"
  case url = "NSURL"
  case decimal = "NSDecimalNumber"
  /// Only for the numbers that no digits write: `CAST("nan", "NSNumber")`.
  case number = "NSNumber"

  /// The constant that a literal makes; nil where it makes none.
  func value(of literal: Any) -> Any? {
    switch (self, literal) {
    case (.date, let seconds as Double): Date(timeIntervalSinceReferenceDate: seconds)
    case (.date, let seconds as Int): Date(timeIntervalSinceReferenceDate: Double(seconds))
    case (.id, let text as String): UUID(uuidString: text)
    case (.data, let text as String): Data(base64Encoded: text)
    case (.url, let text as String):
      URL(string: text).flatMap { $0.absoluteString == text ? $0 : nil }
    case (.decimal, let text as String): Self.decimal(text)
    case (.number, let text as String): Self.special(text)
    default: nil
    }
  }

  private static func decimal(_ text: String) -> Decimal? {
    // Decimal(string:) reads what is a number at the beginning; here all must be.
    let isNumber = text.utf8.allSatisfy {
      Lexer.isDigit($0) || "+-.eE".utf8.contains($0)
    }
    guard isNumber, let value = Decimal(string: text), !value.isNaN else { return nil }
    return value
  }

  private static func special(_ text: String) -> Double? {
    switch text {
    case "nan": .nan
    case "inf": .infinity
    case "-inf": -.infinity
    default: nil
    }
  }
}
