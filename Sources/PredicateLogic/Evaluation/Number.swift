import Foundation

/// A number whose comparison is exact, whatever type it came as.
enum Number: Sendable {
  case integer(Int64)
  /// Beyond `Int64`.
  case unsigned(UInt64)
  case double(Double)
  case decimal(Decimal)

  /// Makes a number of any type that Swift or Foundation has for them; nil for what is none.
  init?(_ value: Any) {
    switch value {
    case let number as Int: self = .integer(Int64(number))
    case let number as Double: self = .double(number)
    case let flag as Bool: self = .integer(flag ? 1 : 0)
    case let number as Int64: self = .integer(number)
    case let number as Int32: self = .integer(Int64(number))
    case let number as Int16: self = .integer(Int64(number))
    case let number as Float: self = .double(Double(number))
    case let number as Decimal: self = .decimal(number)
    case let number as NSNumber: self.init(number)
    case let number as any BinaryInteger:
      if let small = Int64(exactly: number) {
        self = .integer(small)
      } else if let large = UInt64(exactly: number) {
        self = .unsigned(large)
      } else {
        self = .double(Double(number))
      }
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    switch unsafe String(cString: number.objCType) {
    case "f", "d": self = .double(number.doubleValue)
    case "Q" where number.uint64Value > UInt64(Int64.max): self = .unsigned(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }

  var isNaN: Bool {
    switch self {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    default: false
    }
  }
}
