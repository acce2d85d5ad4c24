import DocumentStore
import Foundation
import Predicates

extension Value {
  /// The value as a Swift value: `Int16`, `String`, `Date` and so on; nil for none and for relationships.
  @inline(__always)
  func decoded(as column: @autoclosure () -> ColumnSchema, _ type: ColumnType) -> Any? {
    switch self {
    case .null: nil
    case .string(let text): text
    case .integer(let number): number.narrowed(to: type)
    case .double(let number): number
    case .boolean(let flag): flag
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let data): data
    case .float(let number): number
    case .decimal(let number): number
    case .uuid(let uuid): uuid
    case .uri(let text): URL(string: text)
    case .transformed(let data): column().transformer.decode(data)
    case .composite(let values): column().dictionary(values)
    case .reference, .references: nil
    }
  }
}

extension Value {
  /// The value in the form that programs get in an `Any`: as ``decoded(as:_:)``, with numbers as `NSNumber`, those of
  /// a composite included.
  @inline(__always)
  func program(as column: @autoclosure () -> ColumnSchema, _ type: ColumnType) -> Any? {
    switch self {
    case .integer(let number): NumberObject.of(number)
    case .double(let number): NumberObject.of(number)
    case .boolean(let flag): NumberObject.of(flag)
    case .float(let number): NumberObject.of(number)
    case .decimal(let number): NumberObject.of(number)
    case .composite: NumberObject.boxed(decoded(as: column(), type))
    default: decoded(as: column(), type)
    }
  }
}

extension Int64 {
  /// The number in the width of its column, or as it is where it does not fit.
  @inline(__always)
  func narrowed(to type: ColumnType) -> Any {
    switch type {
    case .int16:
      if let number = Int16(exactly: self) { return number }
    case .int32:
      if let number = Int32(exactly: self) { return number }
    default: break
    }
    return self
  }
}

extension ColumnSchema {
  /// A composite's value as a dictionary; elements without a value are left out.
  fileprivate func dictionary(_ values: [Value]) -> [String: Any] {
    var entries: [String: Any] = [:]
    for (element, value) in zip(elements, values) {
      entries[element.name] = value.decoded(as: element, element.type)
    }
    return entries
  }
}
