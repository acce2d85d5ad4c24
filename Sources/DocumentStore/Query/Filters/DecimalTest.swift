import Foundation
import Predicates

/// Whether a decimal stands in some way to a constant.
struct DecimalTest: LeafTest {
  let constant: DecimalBits
  let outcomes: OrderOutcomes
  /// What holds for what is not a number.
  let whereNaN: Bool

  /// Compares with a constant; nil for operators that do something else.
  init?(_ operation: NSComparisonPredicate.Operator, _ constant: DecimalBits) {
    guard let outcomes = OrderOutcomes(operation) else { return nil }
    self.constant = constant
    self.outcomes = outcomes
    whereNaN = operation == .notEqualTo
  }

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    let start = ColumnChunk.presenceSize(count)
    rows.filter { row in
      let decimal = unsafe ColumnChunk.decimalBits(at: start + row * 24, in: bytes)
      if decimal.isNaN { return whereNaN }
      return outcomes.holds(decimal.compared(with: constant))
    }
  }
}

extension DecimalBits {
  /// Whether it stands for what is not a number.
  var isNaN: Bool {
    mantissa == 0 && isNegative || Int8(exactly: exponent) == nil
  }

  /// Less than, equal to or greater than zero as the number is less than, equal to or greater than another.
  func compared(with other: DecimalBits) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let order = comparedInSize(with: other)
    return isNegative ? -order : order
  }

  private func comparedInSize(with other: DecimalBits) -> Int {
    if mantissa == 0 || other.mantissa == 0 || exponent == other.exponent {
      return mantissa < other.mantissa ? -1 : mantissa == other.mantissa ? 0 : 1
    }
    if exponent < other.exponent { return -other.comparedInSize(with: self) }
    // In units of the other's last digit the number may be more than fits, and with that more than the other.
    var scaled = mantissa
    for _ in other.exponent..<exponent {
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      if overflow { return 1 }
      scaled = product
    }
    return scaled < other.mantissa ? -1 : scaled == other.mantissa ? 0 : 1
  }
}

extension LeafCompiler {
  /// The filter for a comparison of decimals.
  func decimalFilter() throws(QueryError) -> any Filter {
    guard let constant = question.constant, Question.isNumber(constant) else {
      let isList = question.operation == .in || question.operation == .between
      return isList ? valueFilter : try fixedFilter(sample: Decimal(0))
    }
    guard let operation = question.operation, let bits = Self.decimal(constant),
      let test = DecimalTest(operation, bits)
    else { return valueFilter }
    return filter(test, cost: 5)
  }

  /// A number as the evaluator compares it with decimals; nil where it must say that itself.
  private static func decimal(_ constant: Any) -> DecimalBits? {
    let decimal: Decimal? =
      switch constant {
      case let number as Int: Decimal(number)
      case let number as Decimal: number
      case let number as Double where Int64(exactly: number) != nil:
        Int64(exactly: number).map { Decimal($0) }
      case let number as Double where UInt64(exactly: number) != nil:
        UInt64(exactly: number).map { Decimal($0) }
      case let number as Double where number.magnitude < 1e120 && number.magnitude > 1e-80:
        // The shortest decimal that stands for the number.
        Decimal(string: "\(number)", locale: Locale(identifier: "en_US_POSIX"))
      default: nil
      }
    return decimal.flatMap { $0.isNaN ? nil : DecimalBits($0) }
  }
}
