/// Takes the text of a date apart: `YYYY-MM-DDThh:mm:ss[.f…](Z|±hh:mm)`, years beyond four digits
/// with a sign and six.
struct DateScanner {
  private let text: ByteView
  private var index = 0
  /// Where the digits of the fraction are, if there is one.
  private(set) var fraction: Range<Int>?

  init(_ text: ByteView) { self.text = text }

  /// The whole seconds since 2001-01-01T00:00:00Z.
  mutating func seconds() throws(TextFault) -> Int {
    let days = try day().days
    try skip(UInt8(ascii: "T"))
    let hour = try number(2, through: 23)
    try skip(UInt8(ascii: ":"))
    let minute = try number(2, through: 59)
    try skip(UInt8(ascii: ":"))
    let second = try number(2, through: 59)
    try scanFraction()
    let offset = try offset()
    guard index == text.count else { throw .malformed }
    return days * 86_400 + hour * 3600 + minute * 60 + second - offset
  }

  private mutating func day() throws(TextFault) -> CivilDate {
    let year = try year()
    try skip(UInt8(ascii: "-"))
    let month = try number(2, through: 12)
    try skip(UInt8(ascii: "-"))
    let day = try number(2, through: 99)
    guard month > 0, day > 0 else { throw .malformed }
    let last = CivilDate.days(ofMonth: month, year: year)
    guard day <= last else { throw .noSuchDay(last: last) }
    return CivilDate(year: year, month: month, day: day)
  }

  private mutating func year() throws(TextFault) -> Int {
    let isNegative = text.at(index) == UInt8(ascii: "-")
    guard isNegative || text.at(index) == UInt8(ascii: "+") else {
      return try number(4, through: 9999)
    }
    index += 1
    let year = try number(6, through: 999_999)
    guard year > 0 || !isNegative else { throw .malformed }
    return isNegative ? -year : year
  }

  private mutating func scanFraction() throws(TextFault) {
    guard text.at(index) == UInt8(ascii: ".") else { return }
    index += 1
    let start = index
    while text.at(index).isDigit { index += 1 }
    guard index > start else { throw .malformed }
    fraction = start..<index
  }

  /// The offset from UTC in seconds.
  private mutating func offset() throws(TextFault) -> Int {
    let sign = text.at(index)
    index += 1
    if sign == UInt8(ascii: "Z") { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { throw .malformed }
    let hours = try number(2, through: 23)
    try skip(UInt8(ascii: ":"))
    let offset = hours * 3600 + (try number(2, through: 59)) * 60
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  private mutating func number(_ digits: Int, through last: Int) throws(TextFault) -> Int {
    var value = 0
    for _ in 0..<digits {
      let digit = text.at(index) &- 0x30
      guard digit < 10 else { throw .malformed }
      value = value * 10 + Int(digit)
      index += 1
    }
    guard value <= last else { throw .malformed }
    return value
  }

  private mutating func skip(_ byte: UInt8) throws(TextFault) {
    guard text.at(index) == byte else { throw .malformed }
    index += 1
  }
}
