import Foundation

/// A constant of a predicate in the type of a column: the value itself, or the two next to it.
struct IndexedConstant {
  /// The value that equal records have; nil where no record can have it.
  var exact: Value?
  /// A value that is not above the constant.
  var lower: Value
  /// A value that is not below the constant.
  var upper: Value

  /// Whether the constant is no value.
  var isNull: Bool { exact?.isNull ?? false }

  private init(_ value: Value) {
    exact = value
    lower = value
    upper = value
  }

  private init(between lower: Value, and upper: Value) {
    self.lower = lower
    self.upper = upper
  }

  /// Converts a constant; nil where an index of the column cannot help to find it.
  init?(_ constant: Any?, of type: ColumnType) {
    guard let constant else {
      self.init(.null)
      return
    }
    switch (type, constant) {
    case (.string, let text as String): self.init(.string(text))
    case (.int16, _), (.int32, _), (.int64, _): self.init(constant, inIntegersOf: type)
    case (.double, _), (.float, _): self.init(floating: constant, type)
    case (.date, let date as Date) where !date.timeIntervalSinceReferenceDate.isNaN:
      self.init(.date(date.timeIntervalSinceReferenceDate))
    case (.decimal, _): self.init(decimal: constant)
    case (.boolean, let flag as Bool): self.init(.boolean(flag))
    case (.uuid, let uuid as UUID): self.init(.uuid(uuid))
    case (.toOne, let reference as RecordReference): self.init(.reference(reference))
    default: return nil
    }
  }

  private init?(_ constant: Any, inIntegersOf type: ColumnType) {
    let range = type.integers
    func clamped(_ number: Int64) -> Value {
      .integer(min(max(number, range.lowerBound), range.upperBound))
    }
    if let number = Self.integer(constant) {
      if range.contains(number) {
        self.init(.integer(number))
      } else {
        self.init(between: clamped(number), and: clamped(number))
      }
      return
    }
    guard let number = Self.double(constant), number.isFinite else { return nil }
    let low = Int64(exactly: number.rounded(.down)) ?? (number < 0 ? .min : .max)
    let high = Int64(exactly: number.rounded(.up)) ?? (number < 0 ? .min : .max)
    if Double(low) == number, low == high, abs(number) < 0x1p53, range.contains(low) {
      self.init(.integer(low))
    } else {
      self.init(between: clamped(low), and: clamped(high))
    }
  }

  private init?(floating constant: Any, _ type: ColumnType) {
    let integer = Self.integer(constant)
    guard let number = integer.map(Double.init) ?? Self.double(constant), !number.isNaN else {
      return nil
    }
    let isExact = integer.map { Int64(exactly: number) == $0 } ?? true
    if type == .double {
      if isExact {
        self.init(.double(number))
      } else {
        self.init(between: .double(number.nextDown), and: .double(number.nextUp))
      }
      return
    }
    let short = Float(number)
    if isExact, Double(short) == number {
      self.init(.float(short))
    } else {
      self.init(between: .float(short.nextDown), and: .float(short.nextUp))
    }
  }

  /// Only numbers that a decimal holds exactly.
  private init?(decimal constant: Any) {
    if let number = constant as? Decimal, number.isFinite {
      self.init(.decimal(number))
    } else if let number = Self.integer(constant) {
      self.init(.decimal(Decimal(number)))
    } else if let number = Self.double(constant), abs(number) < 0x1p53,
      let whole = Int64(exactly: number)
    {
      self.init(.decimal(Decimal(whole)))
    } else {
      return nil
    }
  }

  private static func integer(_ constant: Any) -> Int64? {
    switch constant {
    case is Bool: nil
    case let number as Int: Int64(number)
    case let number as any BinaryInteger: Int64(exactly: number)
    case let number as NSNumber where !number.isFractional: number.int64Value
    default: nil
    }
  }

  private static func double(_ constant: Any) -> Double? {
    switch constant {
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as NSNumber where number.isFractional && !(number is NSDecimalNumber):
      number.doubleValue
    default: nil
    }
  }
}

extension NSNumber {
  /// Whether it may be something else than an integer of 64 bits with sign.
  fileprivate var isFractional: Bool {
    let code = unsafe String(cString: objCType)
    return self is NSDecimalNumber || !"csilqCSIL".contains(code)
  }
}

extension ColumnType {
  /// The numbers that a column of integers can hold.
  fileprivate var integers: ClosedRange<Int64> {
    switch self {
    case .int16: Int64(Int16.min)...Int64(Int16.max)
    case .int32: Int64(Int32.min)...Int64(Int32.max)
    default: .min ... .max
    }
  }
}
