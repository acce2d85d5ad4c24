import Predicates

extension ColumnSchema {
  /// What a violation is, as the rest of a sentence that begins with the property, and what to do.
  ///
  /// The value itself is left out: it may be nobody's business where the message ends up.
  package func sentence(for violation: RuleViolation) -> String {
    switch violation {
    case .outOfRange:
      "does not fit \(type.displayName); "
        + (type.range.map { $0 + ", whole numbers only" } ?? "make it smaller")
    case .notFinite:
      "is not a finite number; a store keeps neither NaN nor infinities"
    case .belowMinimum:
      "is \(type == .date ? "before" : "below") the minimum \(limit(rules.minimum))"
    case .aboveMaximum:
      "is \(type == .date ? "after" : "above") the maximum \(limit(rules.maximum))"
    case .tooShort:
      "is shorter than the \(characters(rules.minimumLength)) that the model asks for"
    case .tooLong:
      "is longer than the \(characters(rules.maximumLength)) that the model allows"
    case .patternMismatch:
      "does not match the pattern '\(rules.pattern?.source ?? "")'"
    }
  }

  private func characters(_ count: Int?) -> String {
    count == 1 ? "1 character" : "\(count ?? 0) characters"
  }

  private func limit(_ value: Value?) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .float(let number): PlainText.number(number)
    case .double(let number): PlainText.number(number)
    case .decimal(let number): "\(number)"
    case .date(let seconds): PlainText.date(seconds)
    default: "of the model"
    }
  }
}

extension ColumnType {
  /// The values that an integer type holds, in words.
  package var range: String? {
    switch self {
    case .int16: "it holds \(Int16.min) to \(Int16.max)"
    case .int32: "it holds \(Int32.min) to \(Int32.max)"
    case .int64: "it holds \(Int64.min) to \(Int64.max)"
    default: nil
    }
  }
}
