import DocumentStore

/// What saving has to look at in a slot: for most values one look tells that nothing is wrong.
struct SlotCheck: Sendable {
  private enum Kind {
    /// Any value of the type may be saved.
    case anything
    /// Integers that fit in 16 or 32 bits.
    case integer16, integer32
    /// Numbers and dates, but not NaN or infinities.
    case finite
    /// See the rules of the column.
    case rules
  }

  private let allowsNull: Bool
  private let kind: Kind

  init(_ column: ColumnSchema, hasConditions: Bool) {
    allowsNull = column.isOptional || column.isDerived
    if !column.rules.isEmpty || hasConditions {
      kind = .rules
      return
    }
    switch column.type {
    case .string, .boolean, .data, .uuid, .uri, .transformable, .int64, .toOne: kind = .anything
    case .int16: kind = .integer16
    case .int32: kind = .integer32
    case .float, .double, .date: kind = .finite
    case .decimal, .composite: kind = .rules
    case .toMany:
      let counts = column.relationship
      let isFree = (counts?.minimumCount ?? 0) <= 1 && counts?.maximumCount == 0
      kind = column.isOptional && isFree ? .anything : .rules
    }
  }

  /// Whether a value is certainly right; where it is not, the rules say what is wrong, if anything.
  @inline(__always)
  func passes(_ value: Value) -> Bool {
    switch value {
    case .null: kind == .rules ? false : allowsNull
    case .integer(let number):
      switch kind {
      case .anything: true
      case .integer16: number == Int64(Int16(truncatingIfNeeded: number))
      case .integer32: number == Int64(Int32(truncatingIfNeeded: number))
      default: false
      }
    case .double(let number), .date(let number): kind == .finite && number.isFinite
    case .float(let number): kind == .finite && number.isFinite
    default: kind == .anything
    }
  }
}
