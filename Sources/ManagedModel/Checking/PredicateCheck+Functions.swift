import Predicates

extension PredicateCheck {
  /// Checks a function and its arguments, and says what it gives.
  func meaning(
    ofFunction name: String, operand: NSExpression?, arguments: [NSExpression]
  ) -> Meaning {
    if let operand { _ = meaning(of: operand) }
    let given = arguments.map(meaning)
    // What `FUNCTION` calls is registered by the program; no model knows it.
    guard operand == nil else { return .unknown }
    guard let function = FunctionName(rawValue: name) else {
      report(.unknownFunction(name))
      return .unknown
    }
    guard function.argumentCount.contains(given.count) else {
      report(
        .wrongArgumentCount(name, given: given.count, expected: function.argumentCount.lowerBound))
      return .unknown
    }
    for argument in given { check(argument, of: function) }
    return result(of: function, arguments: arguments, given)
  }

  private func check(_ argument: Meaning, of function: FunctionName) {
    guard !argument.kind.isOpen || argument.isCollection else { return }
    let name = function.rawValue
    switch function.takes {
    case .anything: break
    case .numbers:
      let values = argument.members ?? [argument]
      if let wrong = values.first(where: { !$0.kind.isOpenOrNumber }) {
        report(.wrongArgument(name, wrong, wants: "numbers"))
      }
    case .number:
      if argument.isCollection || !argument.kind.isOpenOrNumber {
        report(.wrongArgument(name, argument, wants: "a number"))
      }
    case .text:
      if argument.isCollection || argument.kind != .text {
        report(.wrongArgument(name, argument, wants: "a text"))
      }
    case .textOrCollection:
      if !argument.isCollection, argument.kind != .text {
        report(.wrongArgument(name, argument, wants: "a text or a collection"))
      }
    case .orderedValues:
      if let reason = argument.kind.orderlessness {
        report(.extremeOfOrderless(name, argument, reason))
      }
    }
  }

  private func result(
    of function: FunctionName, arguments: [NSExpression], _ given: [Meaning]
  ) -> Meaning {
    switch function {
    case .cast:
      guard case .constant(let type as String)? = arguments.last?.form else { return .unknown }
      return Meaning(kind: Self.kind(ofCast: type))
    case .min, .max:
      return given.count == 1 ? Meaning(kind: given[0].kind) : Meaning(list: given).element
    case .noIndex: return given[0]
    case .mode, .element: return .unknown
    // Dates may be among them; what comes of that, the evaluation decides.
    case .add, .subtract:
      let areNumbers = given.allSatisfy { $0.kind == .number && !$0.isCollection }
      return areNumbers ? Meaning(kind: .number) : .unknown
    case .now: return Meaning(kind: .date)
    case .uppercase, .lowercase, .canonical: return Meaning(kind: .text)
    default: return Meaning(kind: .number)
    }
  }

  /// The kind of value that a cast to a class gives.
  private static func kind(ofCast type: String) -> ValueKind {
    switch type {
    case "NSString", "String": .text
    case "NSNumber", "NSDecimalNumber", "Decimal", "Int", "Double", "Float", "integer", "double":
      .number
    case "NSDate", "Date": .date
    case "NSUUID", "UUID": .uuid
    case "NSURL", "URL": .uri
    case "NSData", "Data": .data
    default: .unknown
    }
  }
}

extension ValueKind {
  /// Whether values may be numbers.
  fileprivate var isOpenOrNumber: Bool {
    isOpen || self == .number || self == .boolean
  }
}

extension FunctionName {
  /// What all arguments of a function must be.
  fileprivate enum Argument {
    case anything, number, numbers, text, textOrCollection, orderedValues
  }

  fileprivate var takes: Argument {
    switch self {
    case .sum, .average, .median, .standardDeviation: .numbers
    case .min, .max: .orderedValues
    case .count, .mode, .add, .subtract, .random, .now, .noIndex, .distance, .cast, .element:
      .anything
    case .uppercase, .lowercase, .canonical: .text
    case .length: .textOrCollection
    default: .number
    }
  }
}
