import Foundation

extension FunctionName {
  /// What the function gives; nil where an argument is nil or has no such thing.
  func value(of arguments: [Any?]) throws(EvaluationError) -> Any? {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation:
      return aggregate(arguments)
    case .add, .subtract, .multiply, .divide, .modulus, .power:
      guard let (a, b) = Self.pair(arguments) else { return nil }
      return Arithmetic.value(self, a, b)?.any
    case .squareRoot, .logarithm, .naturalLogarithm, .exponential, .floor, .ceiling, .absolute,
      .truncate:
      return arguments[0].flatMap { Number($0) }.flatMap(ofOne)?.any
    case .random, .randomBelow, .randomBelowToo: return Self.random(arguments)
    case .bitwiseAnd, .bitwiseOr, .bitwiseExclusiveOr, .leftShift, .rightShift:
      guard let (a, b) = Self.pair(arguments) else { return nil }
      return Bits.value(self, a, b)?.any
    case .onesComplement:
      return arguments[0].flatMap { Number($0) }.flatMap(Bits.complement)?.any
    case .uppercase, .lowercase, .canonical: return Self.text(arguments[0]).flatMap(form)
    case .length: return Self.length(arguments[0])
    case .now: return Date()
    case .noIndex: return arguments[0]
    case .distance: return try Distance.metres(arguments[0], arguments[1])
    case .cast: return try Cast.value(arguments[0], to: arguments[1])
    case .element:
      return try arguments[0].flatMap { list throws(EvaluationError) in
        try Self.element(arguments[1], of: list)
      }
    }
  }

  /// A text in the form that `uppercase:`, `lowercase:` or `canonical:` gives it; nil for any other function.
  package func form(of text: String) -> String? {
    switch self {
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    case .canonical: text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    default: nil
    }
  }

  private static func pair(_ arguments: [Any?]) -> (Number, Number)? {
    guard let one = arguments[0].flatMap({ Number($0) }),
      let other = arguments[1].flatMap({ Number($0) })
    else { return nil }
    return (one, other)
  }

  /// The member of a list by its number, or of a dictionary by its key; nil where there is none.
  static func element(_ index: Any?, of list: Any) throws(EvaluationError) -> Any? {
    if let key = Self.text(index) { return try PathWalk.step(key, from: list) }
    guard let members = Members.of(list)?.values,
      let number = index.flatMap({ Number($0) })?.whole, members.indices.contains(Int(number))
    else { return nil }
    return members[Int(number)]
  }

  // MARK: Of many values

  private func aggregate(_ arguments: [Any?]) -> Any? {
    var values = arguments
    if arguments.count == 1 {
      guard let collection = arguments[0] else { return self == .count ? 0 : nil }
      values = Members.of(collection)?.values ?? [collection]
    }
    switch self {
    case .count: return values.count
    case .sum: return Arithmetic.sum(values)
    case .average: return Arithmetic.average(values)
    case .min: return CollectionOperator.extreme(values, .orderedAscending)
    case .max: return CollectionOperator.extreme(values, .orderedDescending)
    default: return statistic(Arithmetic.numbers(values))
    }
  }

  private func statistic(_ numbers: [Number]) -> Any? {
    if numbers.isEmpty { return nil }
    switch self {
    case .median:
      let sorted = numbers.sorted { Number.compare($0, $1) == .orderedAscending }
      let middle = sorted.count / 2
      if sorted.count % 2 == 1 { return sorted[middle].any }
      return Arithmetic.mean([sorted[middle - 1], sorted[middle]]).any
    case .mode: return Self.modes(numbers)
    default:
      let mean = numbers.reduce(0) { $0 + $1.double } / Double(numbers.count)
      let squares = numbers.reduce(0) { $0 + ($1.double - mean) * ($1.double - mean) }
      return (squares / Double(numbers.count)).squareRoot()
    }
  }

  /// The numbers that come most often, as a list, as Apple's function gives them.
  private static func modes(_ numbers: [Number]) -> [Any?] {
    let sorted = numbers.sorted { Number.compare($0, $1) == .orderedAscending }
    var runs: [(number: Number, count: Int)] = []
    for number in sorted {
      if let last = runs.last, Number.compare(last.number, number) == .orderedSame {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((number, 1))
      }
    }
    let most = runs.map(\.count).max() ?? 0
    return runs.filter { $0.count == most }.map(\.number.any)
  }

  // MARK: Of one value

  private func ofOne(_ number: Number) -> Number? {
    if case .integer(let whole) = number {
      switch self {
      case .floor, .ceiling, .truncate: return number
      case .absolute: return whole == .min ? .unsigned(whole.magnitude) : .integer(abs(whole))
      default: break
      }
    }
    if case .decimal(let decimal) = number, let exact = ofOne(decimal) { return .decimal(exact) }
    let value = number.double
    let result: Double? =
      switch self {
      case .squareRoot: value.squareRoot()
      case .logarithm: log10(value)
      case .naturalLogarithm: log(value)
      case .exponential: exp(value)
      case .floor: value.rounded(.down)
      case .ceiling: value.rounded(.up)
      case .absolute: abs(value)
      case .truncate: value.rounded(.towardZero)
      default: nil
      }
    return result.map(Number.double)
  }

  private func ofOne(_ decimal: Decimal) -> Decimal? {
    switch self {
    case .floor: decimal.rounded(.down)
    case .ceiling: decimal.rounded(.up)
    case .truncate: decimal.truncated
    case .absolute: decimal.magnitude
    default: nil
    }
  }

  private static func text(_ value: Any?) -> String? {
    if case .text(let text) = Operand(value) { text } else { nil }
  }

  private static func length(_ value: Any?) -> Any? {
    switch Operand(value) {
    case .text(let text): text.utf16.count
    case .members(let members, _): members.count
    case .data(let data): data.count
    default: nil
    }
  }

  private static func random(_ arguments: [Any?]) -> Any? {
    guard let argument = arguments.first else { return Double.random(in: 0..<1) }
    guard let bound = argument.flatMap({ Number($0) })?.whole, bound > 0 else { return nil }
    return Int.random(in: 0..<Int(bound))
  }
}
