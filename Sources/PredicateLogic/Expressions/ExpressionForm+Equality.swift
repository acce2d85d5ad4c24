extension ExpressionForm {
  /// Whether another form says the same.
  ///
  /// A list of constants says what a constant list says.
  func says(_ other: ExpressionForm) -> Bool {
    switch (self, other) {
    case (.constant(let first), .constant(let second)): ConstantEquality.equal(first, second)
    case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey): true
    case (.variable(let first), .variable(let second)): first == second
    case (.keyPath(let base, let path), .keyPath(let otherBase, let otherPath)):
      path == otherPath && base == otherBase
    case (
      .function(let operand, let name, let arguments),
      .function(let otherOperand, let otherName, let otherArguments)
    ):
      name == otherName && operand == otherOperand && arguments == otherArguments
    case (.aggregate(let first), .aggregate(let second)): first == second
    case (.aggregate(let members), .constant(let value)),
      (.constant(let value), .aggregate(let members)):
      Self.list(members, is: value)
    case (
      .subquery(let list, let name, let test),
      .subquery(let otherList, let otherName, let otherTest)
    ):
      name == otherName && list == otherList && test == otherTest
    case (.set(let first, let left, let right), .set(let second, let otherLeft, let otherRight)):
      first == second && left == otherLeft && right == otherRight
    case (
      .conditional(let test, let left, let right),
      .conditional(let otherTest, let otherLeft, let otherRight)
    ):
      test == otherTest && left == otherLeft && right == otherRight
    case (.element(let list, let index), .element(let otherList, let otherIndex)):
      index == otherIndex && list == otherList
    case (.assignment(let name, let value), .assignment(let otherName, let otherValue)):
      name == otherName && value == otherValue
    case (
      .fetch(let request, let context, let countOnly),
      .fetch(let otherRequest, let otherContext, let otherCountOnly)
    ):
      countOnly == otherCountOnly && request == otherRequest && context == otherContext
    default: false
    }
  }

  private static func list(_ members: [NSExpression], is value: Any?) -> Bool {
    guard let value, let list = ConstantList(value) else { return false }
    return members.count == list.members.count
      && zip(members, list.members).allSatisfy { member, value in
        guard case .constant(let constant) = member.form else {
          if case .aggregate = member.form {
            return member.form.says(.constant(value))
          }
          return false
        }
        return ConstantEquality.equal(constant, value)
      }
  }

  /// Adds the form to a hash; forms that say the same add the same.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .constant(let value): ConstantEquality.hash(value, into: &hasher)
    case .evaluatedObject: hasher.combine("SELF")
    case .anyKey: hasher.combine("ANYKEY")
    case .variable(let name): hasher.combine(name)
    case .keyPath(let base, let path):
      hasher.combine(base)
      hasher.combine(path)
    case .function(let operand, let name, let arguments):
      hasher.combine(operand)
      hasher.combine(name)
      hasher.combine(arguments)
    case .aggregate(let members):
      hasher.combine(members.count)
      for member in members { member.form.hash(into: &hasher) }
    case .subquery(let list, let name, let test):
      hasher.combine(list)
      hasher.combine(name)
      hasher.combine(test)
    case .set(let operation, let left, let right):
      hasher.combine(operation)
      hasher.combine(left)
      hasher.combine(right)
    case .conditional(let test, let left, let right):
      hasher.combine(test)
      hasher.combine(left)
      hasher.combine(right)
    case .element(let list, let index):
      hasher.combine(list)
      index.hash(into: &hasher)
    case .assignment(let name, let value):
      hasher.combine(name)
      hasher.combine(value)
    case .fetch(let request, let context, let countOnly):
      hasher.combine(request)
      hasher.combine(context)
      hasher.combine(countOnly)
    // Blocks cannot be compared, so only the very expression is equal to itself.
    case .block(_, let arguments): hasher.combine(arguments)
    }
  }
}
