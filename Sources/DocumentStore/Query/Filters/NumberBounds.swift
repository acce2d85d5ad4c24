import Foundation
import Predicates

/// Numbers of a column's type that can be counted from the least to the greatest.
protocol CountableNumber: ColumnNumber {
  /// The number's place in the order of all.
  var ordinal: Int64 { get }
  static func at(_ ordinal: Int64) -> Self
  /// A number near a constant, to begin to look from.
  static func near(_ number: Double) -> Self
  /// The test of a column of this type.
  static func test(_ condition: NumberCondition<Self>) -> NumberTest
}

extension Int16: CountableNumber {
  static func test(_ condition: NumberCondition<Int16>) -> NumberTest { .int16(condition) }
  var ordinal: Int64 { Int64(self) }
  static func at(_ ordinal: Int64) -> Int16 { Int16(clamping: ordinal) }
  static func near(_ number: Double) -> Int16 { Int16(clamping: Int64.near(number)) }
}

extension Int32: CountableNumber {
  static func test(_ condition: NumberCondition<Int32>) -> NumberTest { .int32(condition) }
  var ordinal: Int64 { Int64(self) }
  static func at(_ ordinal: Int64) -> Int32 { Int32(clamping: ordinal) }
  static func near(_ number: Double) -> Int32 { Int32(clamping: Int64.near(number)) }
}

extension Int64: CountableNumber {
  static func test(_ condition: NumberCondition<Int64>) -> NumberTest { .int64(condition) }
  var ordinal: Int64 { self }
  static func at(_ ordinal: Int64) -> Int64 { ordinal }
  static func near(_ number: Double) -> Int64 {
    number <= -0x1p63 ? .min : number >= 0x1p63 ? .max : Int64(number)
  }
}

extension Float: CountableNumber {
  static func test(_ condition: NumberCondition<Float>) -> NumberTest { .float(condition) }
  var ordinal: Int64 {
    let bits = Int64(Int32(bitPattern: bitPattern))
    return bits < 0 ? Int64(Int32.min) - 1 - bits : bits
  }
  static func at(_ ordinal: Int64) -> Float {
    let bits = ordinal < 0 ? Int64(Int32.min) - 1 - ordinal : ordinal
    return Float(bitPattern: UInt32(bitPattern: Int32(truncatingIfNeeded: bits)))
  }
  static func near(_ number: Double) -> Float { Float(number) }
}

extension Double: CountableNumber {
  static func test(_ condition: NumberCondition<Double>) -> NumberTest { .double(condition) }
  var ordinal: Int64 {
    let bits = Int64(bitPattern: bitPattern)
    return bits < 0 ? Int64.min &- 1 &- bits : bits
  }
  static func at(_ ordinal: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: ordinal < 0 ? Int64.min &- 1 &- ordinal : ordinal))
  }
  static func near(_ number: Double) -> Double { number }
}

/// Where a constant lies among the numbers of a column's type, as the plain evaluator compares them.
///
/// So `> 2.5` becomes `>= 3` for whole numbers, and a decimal that lies between two doubles is between them. The
/// evaluator is asked about a few numbers near the constant, instead of having its rules repeated here.
struct NumberBounds<Number: CountableNumber> {
  /// The place of the first number that is not less than the constant, one behind the last where all are less.
  let notLess: Int128
  /// The place of the last number that is not greater, one before the first where all are greater.
  let notGreater: Int128

  /// The places of all numbers.
  static var places: ClosedRange<Int128> {
    Int128(Number.least.ordinal)...Int128(Number.greatest.ordinal)
  }

  /// Finds the place of a constant; nil where it is no number, or not a number.
  init?(_ constant: Any?) {
    guard let constant, Question.isNumber(constant) else { return nil }
    let guess = Int128(Number.near(Self.approximation(constant)).ordinal)
    notLess = Self.first(from: guess) { Self.order($0, constant) != .orderedAscending }
    notGreater = Self.first(from: guess) { Self.order($0, constant) == .orderedDescending } - 1
  }

  private static func order(_ place: Int128, _ constant: Any) -> ComparisonResult? {
    ValueOrder.compare(Number.at(Int64(place)), constant, .compare)
  }

  private static func approximation(_ constant: Any) -> Double {
    switch constant {
    case let number as Int: Double(number)
    case let number as Double: number.isNaN ? 0 : number
    case let number as Decimal: NSDecimalNumber(decimal: number).doubleValue
    case let number as any BinaryInteger: Double(number)
    case let number as NSNumber: number.doubleValue
    default: 0
    }
  }

  /// The first place that meets a condition, which all behind it meet, too; one behind the last where none does.
  ///
  /// Looks in steps that double from the guess on, then bisects.
  private static func first(from guess: Int128, _ condition: (Int128) -> Bool) -> Int128 {
    let places = places
    // The condition fails at `low` and holds at `high`, or they are just outside.
    var low = places.lowerBound - 1
    var high = places.upperBound + 1
    var step: Int128 = 1
    if condition(guess) {
      high = guess
      while high > places.lowerBound {
        let next = max(places.lowerBound, high - step)
        guard condition(next) else {
          low = next
          break
        }
        high = next
        step *= 2
      }
    } else {
      low = guess
      while low < places.upperBound {
        let next = min(places.upperBound, low + step)
        if condition(next) {
          high = next
          break
        }
        low = next
        step *= 2
      }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if condition(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
