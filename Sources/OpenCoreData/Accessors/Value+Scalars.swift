import DocumentStore
import Foundation

/// What a slot holds as the type that a class declares, where the two are not the same: a number in another width, a
/// Boolean as a number, a number as a Boolean. Nil where it has no meaning as that type, or no exact one.
extension BinaryInteger {
  init?(managed value: Value) {
    switch value {
    case .integer(let number): self.init(exactly: number)
    case .boolean(let flag): self = flag ? 1 : 0
    case .double(let number), .date(let number): self.init(exactly: number)
    case .float(let number): self.init(exactly: number)
    case .decimal(let number): self.init(exactly: Int64(exactly: number as NSDecimalNumber))
    default: return nil
    }
  }

  private init?(exactly number: Int64?) {
    guard let number else { return nil }
    self.init(exactly: number)
  }
}

extension Int64 {
  /// The number; nil where it is no whole number of 64 bits.
  fileprivate init?(exactly number: NSDecimalNumber) {
    let whole = number.int64Value
    guard NSDecimalNumber(value: whole).compare(number) == .orderedSame else { return nil }
    self = whole
  }
}

extension Double {
  init?(managed value: Value) {
    switch value {
    case .double(let number), .date(let number): self = number
    case .float(let number): self.init(number)
    case .integer(let number): self.init(number)
    case .boolean(let flag): self = flag ? 1 : 0
    case .decimal(let number): self = NSDecimalNumber(decimal: number).doubleValue
    default: return nil
    }
  }
}

extension Float {
  init?(managed value: Value) {
    if case .float(let number) = value {
      self = number
    } else {
      guard let number = Double(managed: value) else { return nil }
      self.init(number)
    }
  }
}

extension Bool {
  init?(managed value: Value) {
    if case .boolean(let flag) = value {
      self = flag
    } else {
      guard let number = Double(managed: value) else { return nil }
      self = number != 0
    }
  }
}

extension Decimal {
  init?(managed value: Value) {
    switch value {
    case .decimal(let number): self = number
    case .integer(let number): self.init(number)
    default:
      guard let number = Double(managed: value) else { return nil }
      self.init(number)
    }
  }
}

extension String {
  init?(managed value: Value) {
    guard case .string(let text) = value else { return nil }
    self = text
  }
}

extension Date {
  init?(managed value: Value) {
    guard let seconds = Double(managed: value) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension Data {
  init?(managed value: Value) {
    guard case .data(let data) = value else { return nil }
    self = data
  }
}

extension UUID {
  init?(managed value: Value) {
    guard case .uuid(let uuid) = value else { return nil }
    self = uuid
  }
}
