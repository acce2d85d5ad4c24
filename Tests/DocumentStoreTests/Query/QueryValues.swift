import Foundation

@testable import DocumentStore

/// Values that are often equal, often close to each other, and now and then strange.
enum QueryValues {
  static let texts = [
    "", "a", "A", "b", "abc", "Abc", "ABCabc", "xabcx", "aab", "Action", "Action, Drama",
    "Comedy, Action", "élan", "e\u{301}lan", "Elan", "ELAN vital", "straße", "STRASSE", "strasse",
    "日本", "日本語 a", "a\r\nb", "\n", "\r", "a\n", "\r\n", "K", "\u{212A}", "k", ";", "\u{37E}",
    "Ωmega",
    "ώ", "Ώ", "йод", "и\u{306}од", "가나", "\u{1100}\u{1161}나", "👩‍👩‍👧", "👩", "x👩‍👩‍👧y", "ﬁn", "fin", "a*b",
    "a?b",
    "a\\b", "ガ", "か\u{3099}", "Å", "\u{212B}", "a\u{300}", "…", "“abc”", "\u{600}1", "zz",
    "plain words here", "Plain Words Here",
  ]
  static let integers: [Int64] = [
    -3, -2, -1, 0, 1, 2, 3, 5, 100, .min, .max, .min + 1, .max - 1, 1 << 53, 1 << 53 + 1, 32767,
    -32768,
    2_147_483_647,
  ]
  static let doubles: [Double] = [
    -3, -1, -0.0, 0, 0.1, 0.5, 1, 2, 2.5, 3, 5, 100, 1e300, -1e300, 9_007_199_254_740_992, 1 / 3,
    1e-30, 1e19,
  ]
  static let decimals = [
    "0", "0.1", "-1", "1", "2", "2.5", "3", "5", "9007199254740993", "0.30000000000000004",
    "123456789012345678901234567890", "1e-30", "100.00",
  ].compactMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
  static let uuids = (0..<4).map {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8($0)))
  }
  static let data = [Data(), Data([1]), Data([1, 2]), Data([255])]
  static let addresses = [
    "https://example.org/a", "https://example.org/b", "relative", "mailto:a@b.c",
  ]
  static let patterns = [
    "a*", "*a", "*a*", "abc", "*", "?", "a?c", "a\\*b", "*ä*", "", "??*", "*Action*",
  ]
  static let expressions = [".*a.*", "[a-z]+", "a|abc", "é.*", "\\w+", "(?i)ABC"]
}

extension SeededRandom {
  mutating func element<T>(_ all: [T]) -> T { all[int(0...all.count - 1)] }

  /// A value for queries of a column; references lead to rows below `rowCounts`, by table.
  mutating func queryValue(of column: ColumnSchema, rowCounts: [Int]) -> Value {
    if column.isTransient || chance(20) { return .null }
    switch column.type {
    case .int16:
      return .integer(Int64(Int16(clamping: element(QueryValues.integers))))
    case .int32:
      return .integer(Int64(Int32(clamping: element(QueryValues.integers))))
    case .int64: return .integer(element(QueryValues.integers))
    case .boolean: return .boolean(chance(50))
    case .float: return .float(Float(element(QueryValues.doubles)))
    case .double, .date:
      let number = element(QueryValues.doubles)
      return column.type == .date ? .date(number) : .double(number)
    case .decimal: return .decimal(element(QueryValues.decimals))
    case .string: return .string(element(QueryValues.texts))
    case .uri: return .uri(element(QueryValues.addresses))
    case .data: return .data(element(QueryValues.data))
    case .transformable: return .transformed(element(QueryValues.data))
    case .uuid: return .uuid(element(QueryValues.uuids))
    case .composite:
      return .composite(column.elements.map { queryValue(of: $0, rowCounts: rowCounts) })
    case .toOne, .toMany: return value(of: column, rowCounts: rowCounts)
    }
  }

  /// A generation for queries: dead rows, references to them, and groups of all sizes.
  mutating func queryGeneration(records: Int, groupsAtMost limit: Int) throws -> Generation {
    let schema = QuerySchema.schema
    let counts = [records, records / 2 + 1, records / 3 + 1]
    let tables = try zip(schema.tables, counts).map { table, count in
      let builder = TableBuilder(table)
      for row in 0..<count {
        if chance(8) {
          builder.skip(to: row + 1)
        } else {
          builder.append(
            .number(Int64(row + 1)),
            table.columns.map { queryValue(of: $0, rowCounts: counts) })
        }
      }
      return try builder.finish()
    }
    let generation = Generation(number: 1, schema: schema, tables: tables)
    return try generation.regrouped(&self, atMost: limit)
  }
}
