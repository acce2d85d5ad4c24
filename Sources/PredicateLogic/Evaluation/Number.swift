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
    let type = type(of: value)
    if let common = Number(common: value, type) {
      self = common
    } else if type is AnyClass {
      guard let number = value as AnyObject as? NSNumber else { return nil }
      self.init(number)
    } else if type != String.self, let rare = Number(rare: value) {
      self = rare
    } else if let wrapped = (value as? any AnyOptional)?.wrapped {
      self.init(wrapped)
    } else if type != String.self, let raw = value as? any RawRepresentable {
      self.init(raw.rawValue as Any)
    } else {
      return nil
    }
  }

  /// Makes a number of one of the types that properties mostly have.
  ///
  /// Types are compared first, because asking Foundation whether it would bridge a value takes long, and makes a
  /// `Bool` of the number 1.
  init?(common value: Any, _ type: Any.Type) {
    if type == Int.self, let number = value as? Int {
      self = .integer(Int64(number))
    } else if type == Double.self, let number = value as? Double {
      self = .double(number)
    } else if type == Bool.self, let flag = value as? Bool {
      self = .integer(flag ? 1 : 0)
    } else if type == Int64.self, let number = value as? Int64 {
      self = .integer(number)
    } else if type == Int32.self, let number = value as? Int32 {
      self = .integer(Int64(number))
    } else if type == Int16.self, let number = value as? Int16 {
      self = .integer(Int64(number))
    } else if type == Float.self, let number = value as? Float {
      self = .double(Double(number))
    } else if type == Decimal.self, let number = value as? Decimal {
      self = .decimal(number)
    } else {
      return nil
    }
  }

  /// Makes a number of a type that is met seldom.
  init?(rare value: Any) {
    switch value {
    case let number as any BinaryInteger: self.init(integer: number)
    case let number as any BinaryFloatingPoint: self = .double(Double(number))
    default: return nil
    }
  }

  private init(integer: some BinaryInteger) {
    if let small = Int64(exactly: integer) {
      self = .integer(small)
    } else if let large = UInt64(exactly: integer) {
      self = .unsigned(large)
    } else {
      // 128 bits have at most 39 digits; a decimal keeps 38 of them.
      self = Decimal(string: "\(integer)").map(Number.decimal) ?? .double(Double(integer))
    }
  }

  /// Makes a number of an object of Foundation's.
  init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .double(number.doubleValue)
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
      self = .unsigned(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }

  /// Makes a whole number of a binary one, if that is whole and no larger than 64 bits can say.
  init?(exactly number: Double) {
    if let small = Int64(exactly: number) {
      self = .integer(small)
    } else if let large = UInt64(exactly: number) {
      self = .unsigned(large)
    } else {
      return nil
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
