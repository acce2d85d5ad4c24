import Foundation
import Predicates

extension PredicateCheck {
  /// Checks a function and its arguments, and says what it gives.
  func meaning(
    ofFunction name: String, operand: NSExpression?, arguments: [NSExpression]
  ) -> Meaning {
    if let operand { _ = meaning(of: operand) }
    let given = arguments.map(meaning)
    guard let signature = FunctionSignature.byName[name] else {
      // What a program registers is not known to the model; what the language has is.
      if operand == nil { report(.unknownFunction(name)) }
      return .unknown
    }
    if let count = signature.count, count != given.count {
      report(.wrongArgumentCount(name, given: given.count, expected: count))
      return .unknown
    }
    for argument in given { check(argument, of: name, takes: signature.takes) }
    return result(of: name, signature, arguments: arguments, given)
  }

  private func check(
    _ argument: Meaning, of name: String, takes: FunctionSignature.Argument
  ) {
    guard !argument.kind.isOpen else { return }
    switch takes {
    case .anything: break
    case .numbers:
      for member in argument.members ?? [argument]
      where !member.kind.isOpen && member.kind != .number && member.kind != .boolean {
        return report(.wrongArgument(name, argument, wants: "numbers"))
      }
    case .number:
      if argument.isCollection || argument.kind != .number && argument.kind != .boolean {
        report(.wrongArgument(name, argument, wants: "a number"))
      }
    case .text:
      if argument.isCollection || argument.kind != .text {
        report(.wrongArgument(name, argument, wants: "a text"))
      }
    case .orderedValues:
      if let reason = argument.kind.orderlessness {
        report(.extremeOfOrderless(name, argument, reason))
      }
    }
  }

  private func result(
    of name: String, _ signature: FunctionSignature, arguments: [NSExpression], _ given: [Meaning]
  ) -> Meaning {
    switch name {
    case "castObject:toType:":
      guard case .constant(let type as String)? = arguments.last?.form else { return .unknown }
      return Meaning(kind: Self.kind(ofCast: type))
    case "min:", "max:", "noindex:": return given.first?.element ?? .unknown
    case "add:to:", "from:subtract:":
      return given.allSatisfy { $0.kind == .number } ? Meaning(kind: .number) : .unknown
    default: return signature.gives.map { Meaning(kind: $0) } ?? .unknown
    }
  }

  /// The kind of value that a cast to a class gives.
  private static func kind(ofCast type: String) -> ValueKind {
    switch type {
    case "NSString": .text
    case "NSNumber", "NSDecimalNumber": .number
    case "NSDate": .date
    case "NSUUID": .uuid
    case "NSURL": .uri
    case "NSData": .data
    default: .unknown
    }
  }
}

/// What a function takes and gives.
struct FunctionSignature {
  /// What all arguments must be.
  enum Argument {
    case anything, number, numbers, text, orderedValues
  }

  /// How many arguments there are, nil for any number.
  let count: Int?
  let takes: Argument
  /// What the function gives, nil where that depends.
  let gives: ValueKind?

  private init(_ count: Int?, _ takes: Argument, _ gives: ValueKind?) {
    self.count = count
    self.takes = takes
    self.gives = gives
  }

  /// The functions that the language has, by name.
  static let byName: [String: FunctionSignature] = {
    var functions: [String: FunctionSignature] = [
      "count:": FunctionSignature(1, .anything, .number),
      "min:": FunctionSignature(nil, .orderedValues, nil),
      "max:": FunctionSignature(nil, .orderedValues, nil),
      "mode:": FunctionSignature(nil, .anything, nil),
      "random": FunctionSignature(0, .anything, .number),
      "now": FunctionSignature(0, .anything, .date),
      "length:": FunctionSignature(1, .text, .number),
      "noindex:": FunctionSignature(1, .anything, nil),
      "distanceToLocation:fromLocation:": FunctionSignature(2, .anything, .number),
      "castObject:toType:": FunctionSignature(2, .anything, nil),
      "objectFrom:withIndex:": FunctionSignature(2, .anything, nil),
      "valueForKeyPath:": FunctionSignature(1, .anything, nil),
    ]
    for name in ["sum:", "average:", "median:", "stddev:"] {
      functions[name] = FunctionSignature(nil, .numbers, .number)
    }
    for name in ["uppercase:", "lowercase:", "canonical:"] {
      functions[name] = FunctionSignature(1, .text, .text)
    }
    for name in [
      "sqrt:", "log:", "ln:", "exp:", "floor:", "ceiling:", "abs:", "trunc:", "random:", "randomn:",
      "onesComplement:",
    ] {
      functions[name] = FunctionSignature(1, .number, .number)
    }
    for name in ["multiply:by:", "divide:by:", "modulus:by:", "raise:toPower:"] {
      functions[name] = FunctionSignature(2, .number, .number)
    }
    for name in [
      "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
    ] {
      functions[name] = FunctionSignature(2, .number, .number)
    }
    // Dates and texts are added up in practice, too; what comes of it the evaluation decides.
    for name in ["add:to:", "from:subtract:"] {
      functions[name] = FunctionSignature(2, .anything, nil)
    }
    return functions
  }()
}
