import Foundation
package import Predicates

/// The bounds of an attribute's values, ready to be checked.
package struct ValueRules: Sendable {
  /// The least number or date (seconds since 2001), as a value of the column's own type.
  package var minimum: Value?
  /// The greatest number or date.
  package var maximum: Value?
  /// The least length of a string, in UTF-16 units as `NSString` counts.
  package var minimumLength: Int?
  /// The greatest length of a string.
  package var maximumLength: Int?
  /// A regular expression that must match the whole string.
  package var pattern: TextPattern?

  /// No bounds.
  package init() {}

  /// Whether there is nothing to check.
  package var isEmpty: Bool {
    minimum == nil && maximum == nil && minimumLength == nil && maximumLength == nil
      && pattern == nil
  }
}

/// How a value breaks the rules of its column.
package enum RuleViolation: Hashable, Sendable {
  /// A number that an integer type cannot hold; fractions come as doubles.
  case outOfRange
  /// NaN or an infinity.
  case notFinite
  case belowMinimum
  case aboveMaximum
  case tooShort
  case tooLong
  case patternMismatch
}

extension ColumnSchema {
  /// What a value breaks, in the order in which Core Data checks it; null breaks nothing here.
  package func violations(of value: Value) -> [RuleViolation] {
    if type == .composite { return [] }
    if let broken = typeViolation(of: value) { return [broken] }
    return rules.isEmpty ? [] : rules.violations(of: value)
  }

  private func typeViolation(of value: Value) -> RuleViolation? {
    switch value {
    case .double where [.int16, .int32, .int64].contains(type): .outOfRange
    case .integer(let number):
      switch type {
      case .int16: Int16(exactly: number) == nil ? .outOfRange : nil
      case .int32: Int32(exactly: number) == nil ? .outOfRange : nil
      default: nil
      }
    case .double(let number), .date(let number): number.isFinite ? nil : .notFinite
    case .float(let number): number.isFinite ? nil : .notFinite
    case .decimal(let number): number.isNaN ? .notFinite : nil
    default: nil
    }
  }
}

extension ValueRules {
  fileprivate func violations(of value: Value) -> [RuleViolation] {
    var broken: [RuleViolation] = []
    if let minimum, value.isLess(than: minimum) { broken.append(.belowMinimum) }
    if let maximum, maximum.isLess(than: value) { broken.append(.aboveMaximum) }
    if case .string(let text) = value {
      let length = text.utf16.count
      if let minimumLength, length < minimumLength { broken.append(.tooShort) }
      if let maximumLength, length > maximumLength { broken.append(.tooLong) }
      if let pattern, !pattern.matches(text) { broken.append(.patternMismatch) }
    }
    return broken
  }
}

extension Value {
  /// Whether one number or date is below another of the same type.
  fileprivate func isLess(than other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let a), .integer(let b)): a < b
    case (.double(let a), .double(let b)), (.date(let a), .date(let b)): a < b
    case (.float(let a), .float(let b)): a < b
    case (.decimal(let a), .decimal(let b)): a < b
    default: false
    }
  }
}
