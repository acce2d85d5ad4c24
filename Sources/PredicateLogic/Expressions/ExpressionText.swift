/// An expression as a format.
struct ExpressionText {
  private(set) var text = ""

  /// The text of an expression; in parentheses if it binds weaker than what it stands in.
  init(_ expression: NSExpression, within level: BindingLevel = .assignment) {
    append(expression, level)
  }

  private mutating func append(_ expression: NSExpression, _ level: BindingLevel) {
    let isWeaker = expression.form.level.rawValue < level.rawValue
    if isWeaker { text += "(" }
    append(expression.form)
    if isWeaker { text += ")" }
  }

  private mutating func append(_ form: ExpressionForm) {
    switch form {
    case .constant(let value): text += ConstantText.text(of: value)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + KeyText.word(name)
    case .anyKey: text += "ANYKEY"
    case .keyPath(let base, let path): appendPath(base, path)
    case .function(let operand?, let name, let arguments):
      text += "FUNCTION("
      append(operand, .assignment)
      text += ", " + ConstantText.quoted(name)
      // The blank before the comma is Apple's.
      if !arguments.isEmpty { text += " , " }
      appendList(arguments)
      text += ")"
    case .function(nil, let name, let arguments): appendCall(name, arguments)
    case .aggregate(let members):
      text += "{"
      appendList(members)
      text += "}"
    case .subquery(let collection, let variable, let predicate):
      text += "SUBQUERY("
      append(collection, .assignment)
      text += ", $" + KeyText.word(variable) + ", " + predicate.predicateFormat + ")"
    case .set(let operation, let left, let right):
      append(left, .set)
      text += " " + operation.rawValue + " "
      append(right, .bitwiseOr)
    case .conditional(let predicate, let left, let right):
      text += "TERNARY(" + predicate.predicateFormat + ", "
      appendList([left, right])
      text += ")"
    case .element(let list, let index): appendElement(list, index)
    case .assignment(let name, let value):
      text += "$" + KeyText.word(name) + " := "
      append(value, .assignment)
    case .fetch(let request, let context, let countOnly):
      text += "FETCH("
      appendList([request, context, NSExpression(.constant(countOnly))])
      text += ")"
    case .block(_, let arguments):
      text += "BLOCK("
      appendList(arguments)
      text += ")"
    }
  }

  private mutating func appendList(_ expressions: [NSExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += ", " }
      append(expression, .assignment)
    }
  }

  private mutating func appendPath(_ base: NSExpression, _ path: PropertyPath) {
    switch base.form {
    case .evaluatedObject: break
    default:
      append(base, .postfix)
      text += "."
    }
    text += path.keys.map(KeyText.key).joined(separator: ".")
  }

  private mutating func appendElement(_ list: NSExpression, _ index: ElementIndex) {
    append(list, .postfix)
    text += "["
    switch index {
    case .first: text += "FIRST"
    case .last: text += "LAST"
    case .size: text += "SIZE"
    case .at(let expression): append(expression, .assignment)
    }
    text += "]"
  }

  private mutating func appendCall(_ name: String, _ arguments: [NSExpression]) {
    let function = FunctionName(rawValue: name)
    if let function, let symbol = function.symbol, arguments.count == function.operands {
      appendOperator(function, symbol, arguments)
    } else {
      text += function == .cast && arguments.last?.isText == true ? "CAST" : name
      text += "("
      appendList(arguments)
      text += ")"
    }
  }

  private mutating func appendOperator(
    _ function: FunctionName, _ symbol: String, _ operands: [NSExpression]
  ) {
    guard operands.count == 2 else {
      text += symbol
      return append(operands[0], function.level)
    }
    append(operands[0], function.level)
    text += " " + symbol + " "
    append(operands[1], function.level.next)
  }
}

extension FunctionName {
  /// How many operands its operator has.
  fileprivate var operands: Int { self == .onesComplement ? 1 : 2 }
}

extension ExpressionForm {
  /// How strongly the parts of the expression's text hold together.
  fileprivate var level: BindingLevel {
    switch self {
    case .set: .set
    case .assignment: .assignment
    case .function(nil, let name, let arguments):
      FunctionName(rawValue: name).map {
        arguments.count == ($0.operands) ? $0.level : .postfix
      } ?? .postfix
    // A sign, or a dot behind digits, would be read with what follows.
    case .constant(let value): ConstantText.isNumber(value) ? .prefix : .postfix
    default: .postfix
    }
  }
}

extension NSExpression {
  /// Whether the expression is a text that never changes.
  fileprivate var isText: Bool {
    guard case .constant(let value) = form else { return false }
    return value is String
  }
}
