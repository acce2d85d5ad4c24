/// Dates as text: ISO 8601 in UTC, with as many digits as bring back the same number of seconds.
///
/// A date is a `Double` of seconds since 2001. Its shortest decimal digits, split at the point, are
/// the seconds of the calendar and the fraction; reading puts them together again and rounds once,
/// so nothing is lost.
enum DateText {
  /// Reads a date; white space around it is allowed.
  static func parse(_ text: ByteView) throws(TextFault) -> Double {
    let text = text.trimmed
    var scanner = DateScanner(text)
    let seconds = try scanner.seconds()
    guard let fraction = scanner.fraction else { return Double(seconds) }
    return joined(seconds, text[fraction])
  }

  /// Whether a date has a form in the calendar that brings it back.
  static func hasCalendarForm(_ date: Double) -> Bool { CalendarSeconds(date) != nil }

  /// Prints a date that has a calendar form.
  static func print(_ date: Double, to output: inout RawBuffer) {
    guard let (seconds, fraction, digits) = CalendarSeconds(date)?.parts else { return }
    let days = floorDivide(seconds, 86_400)
    let ofDay = UInt64(seconds - days * 86_400)
    let civil = CivilDate(days: days)
    if 0...9999 ~= civil.year {
      output.append(digitsOf: UInt64(civil.year), width: 4)
    } else {
      output.append(civil.year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      output.append(digitsOf: UInt64(civil.year.magnitude), width: 6)
    }
    output.append(UInt8(ascii: "-"))
    output.append(twoDigits: UInt64(civil.month))
    output.append(UInt8(ascii: "-"))
    output.append(twoDigits: UInt64(civil.day))
    output.append(UInt8(ascii: "T"))
    output.append(twoDigits: ofDay / 3600)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: ofDay / 60 % 60)
    output.append(UInt8(ascii: ":"))
    output.append(twoDigits: ofDay % 60)
    if digits > 0 {
      output.append(UInt8(ascii: "."))
      output.append(digitsOf: fraction, width: digits)
    }
    output.append(UInt8(ascii: "Z"))
  }

  /// The double nearest to whole seconds and a fraction's digits.
  private static func joined(_ seconds: Int, _ fraction: ByteView) -> Double {
    var digits = fraction.array
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { return Double(seconds) }
    var whole = seconds
    if seconds < 0 {
      // -2 and .25 are -1.75: the digits become their complement.
      whole += 1
      for index in digits.indices { digits[index] = UInt8(ascii: "9") - (digits[index] - 0x30) }
      digits[digits.count - 1] += 1
    }
    let sign = seconds < 0 ? "-" : ""
    let text = "\(sign)\(whole.magnitude).\(String(decoding: digits, as: UTF8.self))"
    return Double(text) ?? Double(seconds)
  }
}

/// A date as whole seconds since 2001, rounded down, and up to 17 digits of fraction.
private struct CalendarSeconds {
  var parts: (seconds: Int, fraction: UInt64, digits: Int)

  init?(_ date: Double) {
    if date == date.rounded(.down) {
      guard Self.range ~= date, date != 0 || date.sign == .plus else { return nil }
      parts = (Int(date), 0, 0)
      return
    }
    guard Self.range ~= date else { return nil }
    let number = date.description.withView { try? ScannedNumber<UInt64>($0) }
    guard let number, -17..<0 ~= number.exponent else { return nil }
    var power: UInt64 = 1
    for _ in 0 ..< -number.exponent { power *= 10 }
    let (whole, fraction) = number.mantissa.quotientAndRemainder(dividingBy: power)
    parts =
      number.isNegative
      ? (-Int(whole) - 1, power - fraction, -number.exponent)
      : (Int(whole), fraction, -number.exponent)
  }

  /// From the first second of the year -999999 to the last of the year 999999.
  private static let range: Range<Double> =
    Double(
      CivilDate(year: -999_999, month: 1, day: 1).days * 86_400)..<Double(
      CivilDate(year: 1_000_000, month: 1, day: 1).days * 86_400)
}

extension RawBuffer {
  fileprivate mutating func append(twoDigits number: UInt64) {
    append(0x30 | UInt8(truncatingIfNeeded: number / 10))
    append(0x30 | UInt8(truncatingIfNeeded: number % 10))
  }
}
