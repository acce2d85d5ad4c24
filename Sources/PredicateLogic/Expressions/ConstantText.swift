import Foundation

/// Constants as formats write them.
///
/// Numbers keep their kind: a Double has a point or an exponent, a Decimal beyond whole numbers is a cast of its
/// digits. What has no notation of its own is a cast of a literal (``LiteralCast``). A collection is a list, a set in
/// the order of its members' texts. Other objects show their description, which cannot be read again.
enum ConstantText {
  /// The text of a constant.
  static func text(of value: Any?) -> String {
    switch ConstantValue.normal(value) {
    case nil: return "nil"
    case let text as String: return quoted(text)
    // As Apple's prints them: a boolean is the number 1 or 0.
    case let flag as Bool: return flag ? "1" : "0"
    case let number as Int: return String(number)
    case let number as UInt64: return String(number)
    case let number as Double: return self.text(of: number)
    case let number as Decimal: return self.text(of: number)
    case let date as Date: return self.text(of: date)
    case let id as UUID: return cast(quoted(id.uuidString), .id)
    case let data as Data: return cast(quoted(data.base64EncodedString()), .data)
    case let url as URL: return cast(quoted(url.absoluteString), .url)
    case let other?:
      return ConstantList(other)?.text ?? String(describing: other)
    }
  }

  /// Whether the constant's text begins with a digit or a sign.
  static func isNumber(_ value: Any?) -> Bool {
    value is Int || value is Double || value is UInt64 || value is Decimal || value is Bool
  }

  /// Text in quotes, with escapes for what would end it or would not be seen.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        quoted += KeyText.escape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func text(of number: Double) -> String {
    if number.isNaN { return cast(quoted("nan"), .number) }
    if number.isInfinite { return cast(quoted(number < 0 ? "-inf" : "inf"), .number) }
    return number.description
  }

  private static func text(of number: Decimal) -> String {
    // Equal to any other NaN, and the notation for it.
    if number.isNaN { return text(of: Double.nan) }
    // Whole numbers beyond 64 bits are read as Decimal anyway.
    let digits = number.description
    let isLarge = digits.utf8.allSatisfy(Lexer.isDigit) && Int(digits) == nil
    return isLarge && digits.utf8.count <= 38 ? digits : cast(quoted(digits), .decimal)
  }

  /// Seconds since 2001 with six decimals, as Apple's prints them, or with as many as it takes.
  private static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return cast(text(of: seconds), .date) }
    let short = String(format: "%.6f", seconds)
    return cast(Double(short) == seconds ? short : text(of: seconds), .date)
  }

  private static func cast(_ literal: String, _ type: LiteralCast) -> String {
    "CAST(\(literal), \"\(type.rawValue)\")"
  }
}

/// The members of a constant that is a collection.
struct ConstantList {
  let members: [Any?]

  /// The members, if a value is an array, a set or an ordered set.
  ///
  /// Those of a set are ordered by their texts, so that equal sets are equal lists. Values of Swift's are
  /// not asked for classes: that would bridge them, and hash decimals as objects.
  init?(_ value: Any) {
    if let object = Optional(value).object {
      switch object {
      case let set as NSOrderedSet: members = set.array
      case let set as NSSet: members = Self.sorted(set.allObjects)
      case let array as NSArray: members = array.map { $0 }
      default: return nil
      }
    } else if let array = value as? [Any] {
      members = array
    } else if let set = value as? Set<AnyHashable> {
      members = Self.sorted(set.map(\.base))
    } else {
      return nil
    }
  }

  /// Members in the order of their texts.
  static func sorted(_ members: [Any]) -> [Any] {
    members.map { ($0, ConstantText.text(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The list as a format.
  var text: String {
    "{" + members.map { ConstantText.text(of: $0) }.joined(separator: ", ") + "}"
  }
}
