/// A day of the proleptic Gregorian calendar, which ISO 8601 uses, and its distance from
/// 2001-01-01.
///
/// The year is taken to begin in March: then the leap day is its last, and the months' lengths
/// repeat every five months, so that a multiplication finds a month's first day.
struct CivilDate: Hashable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is `days` after 2001-01-01.
  init(days: Int) {
    let sinceMarch0 = days + Self.daysToReference
    let era = floorDivide(sinceMarch0, Self.daysOfEra)
    let dayOfEra = sinceMarch0 - era * Self.daysOfEra
    // A year of an era has 365 days and a leap day every 4, not every 100, and not at the era's
    // last day.
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / (Self.daysOfEra - 1)) / 365
    let dayOfYear = dayOfEra - Self.days(ofYears: yearOfEra)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// How many days after 2001-01-01 it is.
  var days: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return era * Self.daysOfEra + Self.days(ofYears: shifted - era * 400) + dayOfYear
      - Self.daysToReference
  }

  /// How many days a month has.
  static func days(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of 400 years.
  private static let daysOfEra = 146_097
  /// Days from the first of March of the year 0 to 2001-01-01.
  private static let daysToReference = 730_791

  /// Days of the first years of an era.
  private static func days(ofYears years: Int) -> Int { years * 365 + years / 4 - years / 100 }
}

/// The quotient rounded down.
func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : (a + 1) / b - 1 }
