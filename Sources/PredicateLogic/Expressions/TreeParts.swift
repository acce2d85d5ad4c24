/// Parts of trees that nobody wants any more, given up one after another.
///
/// An object that goes lets go of its parts, which let go of theirs: each level takes some of the stack, and a tree of
/// a hundred thousand levels more than there is. So what is deep hands its parts over here instead.
struct TreeParts {
  private var predicates: [NSPredicate] = []
  private var expressions: [NSExpression] = []

  /// Trees with fewer levels go by themselves.
  static let plainLevels = 200

  mutating func add(_ parts: [NSPredicate]) {
    predicates += parts
  }

  mutating func add(_ parts: [NSExpression]) {
    expressions += parts
  }

  /// Lets go of all parts; those that somebody else holds stay whole.
  mutating func release() {
    while !predicates.isEmpty || !expressions.isEmpty {
      if var predicate = predicates.popLast() {
        if isKnownUniquelyReferenced(&predicate) { predicate.handOver(to: &self) }
      } else if var expression = expressions.popLast() {
        if isKnownUniquelyReferenced(&expression) { expression.handOver(to: &self) }
      }
    }
  }
}

extension ExpressionForm {
  /// Adds the expressions and predicates of which the form is made to others.
  func addParts(to parts: inout TreeParts) {
    switch self {
    case .constant, .evaluatedObject, .variable, .anyKey: break
    case .keyPath(let base, _): parts.add([base])
    case .function(let operand, _, let arguments):
      parts.add(arguments)
      if let operand { parts.add([operand]) }
    case .aggregate(let members), .block(_, let members): parts.add(members)
    case .subquery(let collection, _, let test):
      parts.add([collection])
      parts.add([test])
    case .set(_, let left, let right), .fetch(let left, let right, _): parts.add([left, right])
    case .conditional(let test, let left, let right):
      parts.add([test])
      parts.add([left, right])
    case .element(let list, .at(let index)): parts.add([list, index])
    case .element(let list, _), .assignment(_, let list): parts.add([list])
    }
  }
}
