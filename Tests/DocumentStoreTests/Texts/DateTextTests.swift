import Foundation
import Testing

@testable import DocumentStore

@Suite("The text of a date")
struct DateTextTests {
  private static func text(_ date: Double) -> String? {
    DateText.hasCalendarForm(date) ? printed { DateText.print(date, to: &$0) } : nil
  }

  @Test("has days that follow each other as the months' lengths say")
  func calendar() {
    var plain = CivilDate(year: 1580, month: 1, day: 1)
    var days = plain.days
    for _ in 0..<200_000 {
      #expect(CivilDate(days: days) == plain)
      #expect(plain.days == days)
      days += 1
      plain.day += 1
      if plain.day > CivilDate.days(ofMonth: plain.month, year: plain.year) {
        plain.day = 1
        plain.month += 1
      }
      if plain.month > 12 { (plain.year, plain.month) = (plain.year + 1, 1) }
    }
    #expect(CivilDate(year: 2001, month: 1, day: 1).days == 0)
    #expect(
      CivilDate(year: 0, month: 2, day: 29).days == CivilDate(year: 0, month: 3, day: 1).days - 1)
    #expect(CivilDate(days: CivilDate(year: -400, month: 2, day: 29).days).day == 29)
  }

  @Test("is what Foundation writes, since the calendar reform")
  func foundation() throws {
    var random = SeededRandom(1)
    for _ in 0..<3000 {
      let seconds = Double.random(in: -13_100_000_000...250_000_000_000, using: &random)
        .rounded(.down)
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let text = try #require(Self.text(seconds))
      #expect(text == date.ISO8601Format())
      #expect(try text.withView { try DateText.parse($0) } == seconds)
    }
  }

  @Test("brings back every bit", arguments: 1...4)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    var dates: [Double] = [0, 0.1, -0.1, -0.5, 1e-5, -1e-5, 123_456_789.123, -1e9 + 0.25]
    for _ in 0..<3000 {
      dates.append(Double.random(in: -1e9...1e9, using: &random))
      dates.append(Double.random(in: -3e13...3e13, using: &random))
      dates.append(Double.random(in: -2...2, using: &random))
    }
    for date in dates {
      guard let text = Self.text(date) else { continue }
      #expect(
        try text.withView { try DateText.parse($0) }.bitPattern == date.bitPattern,
        "\(date) \(text)")
      // Fewer digits would be another date.
      if let point = text.firstIndex(of: ".") {
        #expect(text.distance(from: point, to: text.endIndex) <= 19)
        let shorter = text.dropLast(2) + "Z"
        #expect(
          try String(shorter.replacingOccurrences(of: ".Z", with: "Z")).withView {
            try DateText.parse($0)
          } != date)
      }
    }
  }

  @Test("does not exist where 17 digits or six of the year do not suffice")
  func noCalendarForm() {
    for date in [-0.0, 1e-20, 1.23456789e-15, .leastNonzeroMagnitude, 1e14, -1e17, .infinity, .nan]
    {
      #expect(Self.text(date) == nil, "\(date)")
    }
    #expect(Self.text(-1e-17) == "2000-12-31T23:59:59.99999999999999999Z")
  }

  @Test(
    "reaches over all years of six digits",
    arguments: [
      ("0000-01-01T00:00:00Z", -63_145_526_400.0), ("9999-12-31T23:59:59Z", 252_423_993_599),
      ("+010000-01-01T00:00:00Z", 252_423_993_600), ("-000001-12-31T23:59:59Z", -63_145_526_401),
      ("0868-05-11T00:00:00Z", -35_742_729_600), ("1954-04-26T00:00:00Z", -1_473_292_800),
    ])
  func years(_ text: String, _ date: Double) throws {
    #expect(try text.withView { try DateText.parse($0) } == date)
    #expect(Self.text(date) == text)
  }

  @Test(
    "is read with offsets and any number of digits",
    arguments: [
      ("2001-01-01T02:00:00+02:00", 0.0), ("2000-12-31T19:00:00-05:00", 0),
      ("2001-01-01T00:00:00.5000000000000000000000000Z", 0.5),
      ("2000-12-31T23:59:59.75Z", -0.25), (" 2001-01-01T00:00:01Z\n", 1),
      ("2000-12-31T23:59:59.00Z", -1),
      ("1999-12-31T23:59:59.99951171875Z", -31_622_400.00048828125),
    ])
  func accepted(_ text: String, _ date: Double) throws {
    #expect(try text.withView { try DateText.parse($0) } == date)
  }

  @Test(
    "is nothing else",
    arguments: [
      "", "1995-12-15", "1995-13-15T00:00:00Z", "1995-12-15T24:00:00Z", "1995-12-15 00:00:00Z",
      "1995-12-15T00:00:00", "1995-12-15T00:00:60Z", "1995-00-15T00:00:00Z",
      "1995-12-00T00:00:00Z", "-000000-01-01T00:00:00Z", "12345-01-01T00:00:00Z",
      "1995-12-15T00:00:00.Z", "1995-12-15T00:00:00Zx", "1995-12-15T00:00:00+2:00",
    ])
  func refused(_ text: String) {
    #expect(fault(text, DateText.parse) == .malformed)
  }

  @Test("knows leap days")
  func leapDays() throws {
    #expect(fault("2023-02-29T00:00:00Z", DateText.parse) == .noSuchDay(last: 28))
    #expect(fault("1900-02-29T00:00:00Z", DateText.parse) == .noSuchDay(last: 28))
    #expect(fault("2000-02-29T00:00:00Z", DateText.parse) == nil)
    #expect(fault("2023-04-31T00:00:00Z", DateText.parse) == .noSuchDay(last: 30))
  }
}
