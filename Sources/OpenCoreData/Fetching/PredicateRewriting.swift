import Predicates

extension NSPredicate {
  /// The predicate with some of its expressions replaced.
  ///
  /// The function is asked about every expression, the outer ones first; where it gives none the parts of the
  /// expression are asked about. The predicate itself is returned where nothing is replaced.
  func replacing<Failure: Error>(
    _ replacement: (NSExpression) throws(Failure) -> NSExpression?
  ) throws(Failure) -> NSPredicate {
    switch form {
    case .value, .opaque: return self
    case .comparison(let comparison):
      let left = try comparison.leftExpression.replacing(replacement)
      let right = try comparison.rightExpression.replacing(replacement)
      if left === comparison.leftExpression, right === comparison.rightExpression { return self }
      if let selector = comparison.customSelector {
        return NSComparisonPredicate(
          leftExpression: left, rightExpression: right, customSelector: selector)
      }
      return NSComparisonPredicate(
        leftExpression: left, rightExpression: right,
        modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
        options: comparison.options)
    case .compound(let compound):
      var parts: [NSPredicate] = []
      for part in compound.subpredicates { parts.append(try part.replacing(replacement)) }
      if zip(parts, compound.subpredicates).allSatisfy(===) { return self }
      return NSCompoundPredicate(type: compound.compoundPredicateType, subpredicates: parts)
    }
  }
}

extension NSPredicate {
  /// Whether a block, or a class of somebody else, decides some of it.
  var hasBlocks: Bool {
    var found = false
    _ = replacing { expression in
      if case .block = expression.form { found = true }
      return nil
    }
    return found || isPartlyOpaque
  }

  private var isPartlyOpaque: Bool {
    switch form {
    case .opaque: true
    case .compound(let compound): compound.subpredicates.contains(where: \.isPartlyOpaque)
    case .value, .comparison: false
    }
  }
}

extension NSExpression {
  /// The expression with some of its parts, or itself, replaced; see ``NSPredicate/replacing(_:)``.
  func replacing<Failure: Error>(
    _ replacement: (NSExpression) throws(Failure) -> NSExpression?
  ) throws(Failure) -> NSExpression {
    if let other = try replacement(self) { return other }
    func part(_ expression: NSExpression) throws(Failure) -> NSExpression {
      try expression.replacing(replacement)
    }
    func parts(_ expressions: [NSExpression]) throws(Failure) -> [NSExpression] {
      var parts: [NSExpression] = []
      for expression in expressions { parts.append(try part(expression)) }
      return parts
    }
    switch form {
    case .constant, .evaluatedObject, .variable, .anyKey: return self
    case .keyPath(let operand, let path):
      let other = try part(operand)
      return other === operand ? self : NSExpression(.keyPath(other, path))
    case .function(let operand, let name, let arguments):
      var other: NSExpression?
      if let operand { other = try part(operand) }
      return NSExpression(.function(operand: other, name: name, arguments: try parts(arguments)))
    case .aggregate(let elements): return NSExpression(.aggregate(try parts(elements)))
    case .subquery(let collection, let variable, let predicate):
      return NSExpression(
        .subquery(
          try part(collection), variable: variable, try predicate.replacing(replacement)))
    case .set(let operation, let left, let right):
      return NSExpression(.set(operation, try part(left), try part(right)))
    case .conditional(let predicate, let first, let second):
      return NSExpression(
        .conditional(try predicate.replacing(replacement), try part(first), try part(second)))
    case .element(let list, let index):
      return NSExpression(.element(try part(list), try index.replacing(replacement)))
    case .assignment(let name, let value): return NSExpression(.assignment(name, try part(value)))
    case .fetch(let request, let context, let countOnly):
      return .making(.fetch(try part(request), context: try part(context), countOnly: countOnly))
    case .block(let block, let arguments):
      return NSExpression(.block(block, try parts(arguments)))
    }
  }
}

extension ElementIndex {
  fileprivate func replacing<Failure: Error>(
    _ replacement: (NSExpression) throws(Failure) -> NSExpression?
  ) throws(Failure) -> ElementIndex {
    guard case .at(let index) = self else { return self }
    return .at(try index.replacing(replacement))
  }
}
