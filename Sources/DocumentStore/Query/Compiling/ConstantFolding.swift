import Foundation
import Predicates

/// Works out what does not depend on the record, once for a whole query: constants, and the time.
struct ConstantFolding {
  private let now = Date()

  /// The predicate with constants in place of what is constant; the same object where nothing is.
  func folded(_ predicate: NSPredicate) throws(QueryError) -> NSPredicate {
    switch predicate.knownForm {
    case .value, .opaque: return predicate
    case .compound(let compound):
      var parts: [NSPredicate] = []
      for part in compound.subpredicates { parts.append(try folded(part)) }
      if zip(parts, compound.subpredicates).allSatisfy({ $0 === $1 }) { return predicate }
      return NSCompoundPredicate(type: compound.compoundPredicateType, subpredicates: parts)
    case .comparison(let comparison): return try folded(comparison)
    }
  }

  private func folded(_ comparison: NSComparisonPredicate) throws(QueryError) -> NSPredicate {
    let left = try folded(comparison.leftExpression)
    let right = try folded(comparison.rightExpression)
    if comparison.predicateOperatorType == .customSelector { return comparison }
    var result = comparison
    if left !== comparison.leftExpression || right !== comparison.rightExpression {
      result = NSComparisonPredicate(
        leftExpression: left, rightExpression: right,
        modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
        options: comparison.options)
    }
    guard left.isConstant, right.isConstant else { return result }
    return NSPredicate(value: try result.holds(for: nil))
  }

  private func folded(_ expression: NSExpression) throws(QueryError) -> NSExpression {
    let (result, isPure) = try rebuilt(expression)
    guard isPure, !result.isConstant else { return result }
    do throws(EvaluationError) {
      return NSExpression(.constant(try result.evaluated(with: nil)))
    } catch {
      throw .evaluation(error)
    }
  }

  /// The expression with its parts folded, and whether its value is the same for all records and at all times.
  private func rebuilt(
    _ expression: NSExpression
  ) throws(QueryError) -> (NSExpression, isPure: Bool) {
    switch expression.form {
    case .constant: return (expression, true)
    case .evaluatedObject, .variable, .anyKey, .block, .fetch: return (expression, false)
    case .keyPath(let base, let path):
      let start = try folded(base)
      // A path from an object that the predicate brings along is for that object to follow.
      let isPure = start.isConstant && !start.isRecord
      return (start === base ? expression : NSExpression(.keyPath(start, path)), isPure)
    case .function(let operand, let name, let arguments):
      return try rebuilt(function: name, of: operand, arguments)
    case .aggregate(let members):
      let members = try folded(members)
      return (NSExpression(.aggregate(members)), members.allSatisfy(\.isConstant))
    case .subquery(let collection, let variable, let condition):
      let form = ExpressionForm.subquery(
        try folded(collection), variable: variable, try folded(condition))
      return (NSExpression(form), false)
    case .set(let operation, let left, let right):
      let (left, right) = (try folded(left), try folded(right))
      return (NSExpression(.set(operation, left, right)), left.isConstant && right.isConstant)
    case .conditional(let condition, let first, let second):
      return try rebuilt(condition, first, second)
    case .element(let list, let index):
      return try rebuilt(element: index, of: list)
    case .assignment(let name, let value):
      return (NSExpression(.assignment(name, try folded(value))), false)
    }
  }

  private func folded(_ expressions: [NSExpression]) throws(QueryError) -> [NSExpression] {
    var results: [NSExpression] = []
    for expression in expressions { results.append(try folded(expression)) }
    return results
  }

  private func rebuilt(
    function name: String, of operand: NSExpression?, _ arguments: [NSExpression]
  ) throws(QueryError) -> (NSExpression, isPure: Bool) {
    let arguments = try folded(arguments)
    let result = NSExpression(.function(operand: operand, name: name, arguments: arguments))
    guard operand == nil, let function = FunctionName(rawValue: name) else {
      return (result, false)
    }
    switch function {
    case .now: return (NSExpression(.constant(now)), true)
    case .random, .randomBelow, .randomBelowToo: return (result, false)
    default:
      return (result, arguments.allSatisfy { $0.isConstant && !$0.isRecord })
    }
  }

  private func rebuilt(
    _ condition: NSPredicate, _ first: NSExpression, _ second: NSExpression
  ) throws(QueryError) -> (NSExpression, isPure: Bool) {
    let condition = try folded(condition)
    let (first, second) = (try folded(first), try folded(second))
    if case .value(let holds) = condition.form {
      let chosen = holds ? first : second
      return (chosen, chosen.isConstant)
    }
    return (NSExpression(.conditional(condition, first, second)), false)
  }

  private func rebuilt(
    element index: ElementIndex, of list: NSExpression
  ) throws(QueryError) -> (NSExpression, isPure: Bool) {
    let list = try folded(list)
    guard case .at(let number) = index else {
      return (NSExpression(.element(list, index)), list.isConstant)
    }
    let folded = try folded(number)
    return (
      NSExpression(.element(list, .at(folded))), list.isConstant && folded.isConstant
    )
  }
}

extension NSPredicate {
  /// The form of a predicate of our own classes.
  ///
  /// A class that somebody else derived may evaluate otherwise, whatever its form.
  var knownForm: PredicateForm {
    switch form {
    case .comparison where type(of: self) != NSComparisonPredicate.self: .opaque
    case .compound where type(of: self) != NSCompoundPredicate.self: .opaque
    case let form: form
    }
  }
}

extension NSExpression {
  /// Whether it is a constant.
  fileprivate var isConstant: Bool {
    if case .constant = form { true } else { false }
  }

  /// Whether it is a constant that stands for a record.
  fileprivate var isRecord: Bool {
    if case .constant(let constant) = form { constant is any IdentifiedValue } else { false }
  }
}
