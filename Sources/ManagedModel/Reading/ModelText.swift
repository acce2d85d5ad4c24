import Foundation

/// How texts in a model file are read as values.
///
/// Readers and writers use the same functions, so that a writer knows whether the text it found
/// still says what the model says.
enum ModelText {
  /// A flag: `YES` or `NO`, or what people write instead.
  static func flag(_ text: String) -> Bool? {
    switch text {
    case "YES", "yes", "Yes", "true", "True", "TRUE", "1": true
    case "NO", "no", "No", "false", "False", "FALSE", "0": false
    default: nil
    }
  }

  /// How Xcode writes a flag.
  static func text(of flag: Bool) -> String {
    flag ? "YES" : "NO"
  }

  /// A whole number from 0.
  static func count(_ text: String) -> Int? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// A number in decimal notation, exact as far as 38 digits go.
  static func decimal(_ text: String) -> Decimal? {
    guard isNumber(text), text.utf8.count <= 200,
      let value = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")),
      !value.isNaN
    else { return nil }
    return value
  }

  /// A finite number in decimal notation.
  static func double(_ text: String) -> Double? {
    guard isNumber(text), let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// A date as seconds since the beginning of 2001.
  static func date(_ text: String) -> Date? {
    double(text).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// How Xcode writes a date: whole seconds without a fraction.
  static func text(of date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    return Int64(exactly: seconds).map(String.init) ?? seconds.description
  }

  /// How messages show a date: as people write it from 1582 to 9999, else by its number.
  static func shown(_ date: Date) -> String {
    let years = -13_197_600_000.0..<252_423_993_600.0
    guard years.contains(date.timeIntervalSinceReferenceDate) else {
      return "\(text(of: date)) (seconds since 2001)"
    }
    return date.formatted(.iso8601)
  }

  /// A text, nil where it is absent or empty.
  static func nonempty(_ text: String?) -> String? {
    text.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a text is a number: sign, digits with a point among or around them, exponent.
  static func isNumber(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    func skipSign() {
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    }
    func skipDigits() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    skipSign()
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits()
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      skipSign()
      guard skipDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }
}
