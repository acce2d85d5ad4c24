import Foundation
import Predicates
import Testing

@testable import DocumentStore

@Suite("Fetch indexes")
struct FetchIndexTests {
  /// A table of few different values with indexes of one and of several columns.
  static let schema = Schema(
    modelName: nil,
    tables: [
      TableSchema(
        name: "Item", index: 0, columns: columns,
        indexes: columns.indices.map { IndexSchema(name: columns[$0].name, columns: [$0]) } + [
          IndexSchema(name: "textAndNumber", columns: [6, 1]),
          IndexSchema(name: "flagTextReal", columns: [2, 6, 3]),
        ])
    ])

  static let columns: [ColumnSchema] = {
    let types: [ColumnType] = [
      .int16, .int64, .boolean, .double, .float, .decimal, .string, .date, .uuid,
    ]
    return types.map { ColumnSchema(name: "a\($0)", type: $0) }
  }()

  @Test(
    "an index finds every record that meets a condition, through saves",
    arguments: 0..<4 as Range<UInt64>)
  func conditions(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var store = IndexedStore(Self.schema)
    let indexes = FetchIndexes(buildingAfter: 0)
    var generations: [(Generation, IndexedStore)] = []
    for _ in 0..<8 {
      try store.change(&random)
      generations.append((store.generation, store))
      for _ in 0..<12 {
        // Mostly the newest; other readers may hold older ones.
        let (generation, state) =
          random.chance(75)
          ? (store.generation, store) : generations[random.int(0...generations.count - 1)]
        let condition = random.condition()
        try state.expectFound(condition, in: generation, indexes)
      }
    }
  }

  @Test("an index is used when it could have helped twice before")
  func building() throws {
    var random = SeededRandom(1)
    var store = IndexedStore(Self.schema)
    for _ in 0..<20 { try store.change(&random) }
    let indexes = FetchIndexes()
    let predicate = NSComparisonPredicate(
      leftExpression: .path("aint64"), rightExpression: .value(7), type: .equalTo)
    for expected in [false, false, true, true] {
      let rows = try indexes.rows(for: [predicate], table: 0, in: store.generation)
      #expect((rows != nil) == expected)
    }
  }

  @Test("threads may use indexes while records are saved")
  func threads() async throws {
    let indexes = FetchIndexes(buildingAfter: 0)
    var random = SeededRandom(3)
    var store = IndexedStore(Self.schema)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for round in 0..<12 {
        try store.change(&random)
        let state = store
        group.addTask {
          var random = SeededRandom(UInt64(round))
          for _ in 0..<8 {
            try state.expectFound(random.condition(), in: state.generation, indexes)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("what an index cannot help with is left to a scan")
  func useless() throws {
    let store = IndexedStore(Self.schema)
    let indexes = FetchIndexes(buildingAfter: 0)
    let path = NSExpression.path("astring")
    let useless: [NSPredicate] = [
      NSComparisonPredicate(
        leftExpression: path, rightExpression: .value("a"), type: .equalTo,
        options: .caseInsensitive),
      NSComparisonPredicate(leftExpression: path, rightExpression: .value("a"), type: .notEqualTo),
      NSComparisonPredicate(
        leftExpression: path, rightExpression: .value("a"), modifier: .any, type: .equalTo),
      NSCompoundPredicate(
        orPredicateWithSubpredicates: [
          NSComparisonPredicate(leftExpression: path, rightExpression: .value("a"), type: .equalTo)
        ]),
      NSPredicate(value: true),
    ]
    for predicate in useless {
      let rows = try indexes.rows(for: [predicate], table: 0, in: store.generation)
      #expect(rows == nil)
    }
  }
}

/// Records with few different values, and what a condition on them must find.
struct IndexedStore: Sendable {
  private(set) var generation: Generation
  private var values: [Int: [Value]] = [:]
  private var rowCount = 0

  init(_ schema: Schema) { generation = Generation(emptyFor: schema) }

  /// Inserts, updates and deletes records.
  mutating func change(_ random: inout SeededRandom) throws {
    var changes = ChangeSet(schema: generation.schema)
    let alive = values.keys.sorted().shuffled(using: &random)
    for row in alive.prefix(random.int(0...30)) {
      changes.tables[0].deleted.append(row)
      values[row] = nil
    }
    for row in alive.dropFirst(30).prefix(random.int(0...30)) {
      let column = random.int(0...FetchIndexTests.columns.count - 1)
      let value = random.smallValue(of: FetchIndexTests.columns[column].type)
      values[row]?[column] = value
      changes.tables[0].updated.append(UpdatedRecord(row: row, columns: [column], values: [value]))
    }
    for _ in 0..<random.int(100...1500) {
      let record = FetchIndexTests.columns.map { random.smallValue(of: $0.type) }
      values[rowCount] = record
      changes.tables[0].inserted.append(
        InsertedRecord(row: rowCount, id: .number(Int64(rowCount + 1)), values: record))
      rowCount += 1
    }
    generation = try generation.applying(changes)
  }

  func expectFound(
    _ conditions: [PlainCondition], in generation: Generation, _ indexes: FetchIndexes
  ) throws {
    let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions.map(\.predicate))
    guard let found = try indexes.rows(for: [predicate], table: 0, in: generation) else { return }
    var rows = Set(found.rows.map { Int($0) })
    #expect(rows.count == found.rows.count)
    let wanted = Set(
      values.filter { _, values in conditions.allSatisfy { $0.holds(values) } }.map(\.key))
    if found.isExact { #expect(rows == wanted, "\(conditions)") }
    let table = generation.tables[0]
    for group in found.groups {
      let group = table.groups[group]
      rows.formUnion(group.firstRow..<group.firstRow + group.rowCount)
    }
    let missing = wanted.subtracting(rows)
    #expect(missing.isEmpty, "\(conditions)")
  }
}

/// A comparison of a column with constants, and its plain meaning.
struct PlainCondition: Sendable {
  var column: Int
  var operation: NSComparisonPredicate.Operator
  var constants: [Value]

  var predicate: NSPredicate {
    let constants = constants.map(\.object)
    let right: NSExpression =
      operation == .in || operation == .between
      ? NSExpression(.aggregate(constants.map(NSExpression.value))) : .value(constants[0])
    return NSComparisonPredicate(
      leftExpression: .path(FetchIndexTests.columns[column].name), rightExpression: right,
      type: operation)
  }

  func holds(_ values: [Value]) -> Bool {
    let value = values[column]
    if value.isNull {
      return operation == .equalTo
        ? constants[0].isNull : operation == .in && constants.contains(.null)
    }
    switch operation {
    case .equalTo: return order(value, constants[0]) == 0
    case .lessThan: return order(value, constants[0]).map { $0 < 0 } ?? false
    case .lessThanOrEqualTo: return order(value, constants[0]).map { $0 <= 0 } ?? false
    case .greaterThan: return order(value, constants[0]).map { $0 > 0 } ?? false
    case .greaterThanOrEqualTo: return order(value, constants[0]).map { $0 >= 0 } ?? false
    case .in: return constants.contains { order(value, $0) == 0 }
    case .between:
      guard let low = order(value, constants[0]), let high = order(value, constants[1]) else {
        return false
      }
      return low >= 0 && high <= 0
    case .beginsWith:
      guard case .string(let text) = value, case .string(let prefix) = constants[0] else {
        return false
      }
      return text.hasPrefix(prefix)
    default: return false
    }
  }

  private func order(_ one: Value, _ other: Value) -> Int? {
    func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (one, other) {
    case (.boolean(let a), .boolean(let b)): return a == b ? 0 : a ? 1 : -1
    case (.integer(let a), .integer(let b)): return order(a, b)
    case (.integer(let a), .double(let b)): return order(Double(a), b)
    case (.float(let a), .float(let b)): return order(a, b)
    case (.float(let a), .double(let b)): return order(Double(a), b)
    case (.double(let a), .integer(let b)): return order(a, Double(b))
    case (.float(let a), .integer(let b)): return order(Double(a), Double(b))
    case (.decimal(let a), .integer(let b)): return order(a, Decimal(b))
    case (.double(let a), .double(let b)), (.date(let a), .date(let b)): return order(a, b)
    case (.decimal(let a), .decimal(let b)): return order(a, b)
    case (.string(let a), .string(let b)): return ValueOrder.compare(a, b, .compare)?.rawValue
    case (.uuid(let a), .uuid(let b)): return a == b ? 0 : nil
    default: return nil
    }
  }
}

extension Value {
  /// The value as a constant of a predicate.
  fileprivate var object: Any? {
    switch self {
    case .boolean(let flag): flag
    case .integer(let number): Int(number)
    case .float(let number): number
    case .double(let number): number
    case .decimal(let number): number
    case .string(let text): text
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .uuid(let uuid): uuid
    default: nil
    }
  }
}

extension NSExpression {
  fileprivate static func path(_ key: String) -> NSExpression {
    NSExpression(.keyPath(NSExpression(.evaluatedObject), PropertyPath(key)))
  }

  fileprivate static func value(_ value: Any?) -> NSExpression { NSExpression(.constant(value)) }
}

extension SeededRandom {
  /// One of few values of a type.
  mutating func smallValue(of type: ColumnType) -> Value {
    if chance(5) { return .null }
    switch type {
    case .boolean: return .boolean(chance(50))
    case .int16: return .integer(Int64(int(-40...40)))
    case .int64:
      return chance(5) ? .integer([.min, .max][int(0...1)]) : .integer(Int64(int(-40...40)))
    case .float: return .float(Float(int(-100...100)) / 8)
    case .double: return .double(Double(int(-100...100)) / 10)
    case .date: return .date(Double(int(-100...100)))
    case .decimal: return .decimal(Decimal(int(-100...100)) / 7)
    case .uuid:
      return .uuid(UUID(uuid: (UInt8(int(0...50)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
    default:
      let words = ["a", "e\u{301}", "é", "straße", "город", "日本", "Action", " ", "ệ", "\u{323}"]
      // An index has the first bytes of a text itself; these end around the places where its words do.
      let starts = [
        "", "", "seven b", "fifteen bytes …", "and twenty-three bytes", "город на Неве и дождь",
      ]
      return .string(
        starts[int(0...starts.count - 1)]
          + (0..<int(0...4)).map { _ in words[int(0...words.count - 1)] }.joined())
    }
  }

  /// One to three comparisons.
  mutating func condition() -> [PlainCondition] {
    (0..<int(1...3)).map { _ in
      let column = chance(40) ? 6 : int(0...FetchIndexTests.columns.count - 1)
      let type = FetchIndexTests.columns[column].type
      var operations: [NSComparisonPredicate.Operator] = [.equalTo, .equalTo, .in]
      if type != .uuid, type != .boolean {
        operations += [
          .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between,
        ]
      }
      if type == .string { operations += [.beginsWith, .beginsWith] }
      let operation = operations[int(0...operations.count - 1)]
      let constants = (0..<4).map { _ in constant(of: type, operation) }
      return PlainCondition(column: column, operation: operation, constants: constants)
    }
  }

  private mutating func constant(
    of type: ColumnType, _ operation: NSComparisonPredicate.Operator
  ) -> Value {
    if chance(15) {
      if type == .int16 || type == .int64 || type == .float {
        return .double(Double(int(-90...90)) / 4)
      }
      if type == .double || type == .decimal { return .integer(Int64(int(-20...20))) }
    }
    while true {
      let value = smallValue(of: type)
      if !value.isNull || operation == .equalTo || operation == .in { return value }
    }
  }
}
