import Foundation

@testable import DocumentStore

extension SeededRandom {
  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }

  /// A value of a column, null now and then; references lead to rows below `rowCounts`, by table.
  mutating func value(of column: ColumnSchema, rowCounts: [Int]) -> Value {
    if column.isTransient || chance(15) { return .null }
    switch column.type {
    case .int16: return .integer(Int64(integer(of: Int16.self)))
    case .int32: return .integer(Int64(integer(of: Int32.self)))
    case .int64: return .integer(integer(of: Int64.self))
    case .boolean: return .boolean(chance(50))
    case .float: return .float(float())
    case .double: return .double(double())
    case .date: return .date(double())
    case .decimal: return .decimal(decimal())
    case .string: return .string(text())
    case .uri: return .uri(text())
    case .data: return .data(data())
    case .transformable: return .transformed(data())
    case .uuid: return .uuid(uuid())
    case .composite:
      return .composite(column.elements.map { value(of: $0, rowCounts: rowCounts) })
    case .toOne: return reference(of: column, rowCounts).map { .reference($0) } ?? .null
    case .toMany:
      let count = chance(20) ? 0 : int(0...6)
      var members: [RecordReference] = []
      for _ in 0..<count {
        if let member = reference(of: column, rowCounts), !members.contains(member) {
          members.append(member)
        }
      }
      return .references(members)
    }
  }

  private mutating func reference(
    of column: ColumnSchema, _ rowCounts: [Int]
  ) -> RecordReference? {
    let allowed = column.relationship?.destinationTables ?? []
    let tables = rowCounts.indices.filter { rowCounts[$0] > 0 && allowed[$0] }
    guard let table = tables.randomElement(using: &self) else { return nil }
    return RecordReference(table: table, row: int(0...rowCounts[table] - 1))
  }

  /// Extremes, small numbers, any.
  mutating func integer<T: FixedWidthInteger>(of type: T.Type) -> T {
    switch int(0...3) {
    case 0: [.min, .max, 0, .min + 1, .max - 1][int(0...4)]
    case 1: T(truncatingIfNeeded: int(-10...10))
    default: T(truncatingIfNeeded: next())
    }
  }

  mutating func double() -> Double {
    let special: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .pi, 0.1, 1 / 3, 1e22, 1e-7, .ulpOfOne,
    ]
    if chance(25) { return special[int(0...special.count - 1)] }
    if chance(25) { return Double(int(-100_000...100_000)) / 10 }
    let any = Double(bitPattern: next())
    return any.isFinite ? any : 0.5
  }

  mutating func float() -> Float {
    let special: [Float] = [
      0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.1,
    ]
    if chance(25) { return special[int(0...special.count - 1)] }
    let any = Float(bitPattern: UInt32(truncatingIfNeeded: next()))
    return any.isFinite ? any : 0.5
  }

  /// Up to 38 digits, exponents of all sizes.
  mutating func decimal() -> Decimal {
    if chance(10) { return 0 }
    let digits = (0..<int(1...38)).map { _ in String(int(0...9)) }.joined()
    let text = (chance(50) ? "-" : "") + digits + "e\(chance(60) ? int(-30...30) : int(-128...88))"
    let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? 0
    return number.isFinite ? number : 0
  }

  mutating func text() -> String {
    if chance(10) { return "" }
    if chance(2) { return String(repeating: "long", count: 20_000) }
    let pieces = [
      "a", "Z", " ", "\n", "\r", "\r\n", "\t", "\0", "é", "e\u{301}", "日本", "👩‍👩‍👧", "\u{FFFD}",
      "\u{FFFE}",
      "\u{1}", "<&>\"'", "]]>", "ß", "\u{10FFFF}", "\u{2028}", "plain words here",
    ]
    return (0..<int(1...12)).map { _ in pieces[int(0...pieces.count - 1)] }.joined()
  }

  mutating func data() -> Data {
    let count = chance(10) ? 0 : chance(3) ? int(10_000...100_000) : int(1...40)
    return Data((0..<count).map { _ in UInt8(truncatingIfNeeded: next()) })
  }

  mutating func uuid() -> UUID {
    let (a, b) = (next(), next())
    var bytes: [UInt8] = []
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes += [UInt8(truncatingIfNeeded: a >> shift), UInt8(truncatingIfNeeded: b >> shift)]
    }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8],
        bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}
