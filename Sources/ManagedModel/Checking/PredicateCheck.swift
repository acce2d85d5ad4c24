import Predicates

/// Holds a predicate against an entity of a model: are its keys there, can what it compares be compared.
///
/// A predicate is walked once; every expression gets a ``Meaning``, and every comparison is judged by the meanings
/// of its two sides. Where something is not known (a variable, a transformed value) nothing is said about it.
final class PredicateCheck {
  /// What has been found.
  private(set) var problems: [RequestProblem] = []
  /// What `SELF` is.
  let root: Meaning
  let lookups: EntityLookups
  /// What the names of variables stand for.
  var variables: [String: Meaning] = [:]
  /// The names of columns beside the keys of the entity, for conditions on groups.
  var columns: [String: Meaning] = [:]

  /// The names of variables that stand for nothing, in the order of finding.
  private(set) var unboundVariables: [String] = []

  private var depth = 0
  /// How deep a predicate is looked into.
  private static let depthLimit = 500

  /// Begins a check of what is evaluated on objects of an entity.
  convenience init(_ entity: NSEntityDescription, lookups: EntityLookups = EntityLookups()) {
    self.init(root: Meaning(kind: .object(entity)), lookups: lookups)
  }

  /// Begins a check of what is evaluated on something.
  init(root: Meaning, lookups: EntityLookups = EntityLookups()) {
    self.root = root
    self.lookups = lookups
  }

  /// Checks a predicate.
  func check(_ predicate: NSPredicate) {
    guard descend() else { return }
    defer { depth -= 1 }
    switch predicate.form {
    case .value, .opaque: break
    case .compound(let compound): for part in compound.subpredicates { check(part) }
    case .comparison(let comparison): check(comparison)
    }
  }

  /// Checks an expression, and says what it stands for.
  func meaning(of expression: NSExpression) -> Meaning {
    guard descend() else { return .unknown }
    defer { depth -= 1 }
    switch expression.form {
    case .constant(let constant): return Meaning(constant: constant)
    case .evaluatedObject: return root
    case .variable(let name): return value(ofVariable: name)
    case .keyPath(let start, let path): return meaning(of: path, from: meaning(of: start))
    case .function(let operand, let name, let arguments):
      return meaning(ofFunction: name, operand: operand, arguments: arguments)
    case .aggregate(let parts): return Meaning(list: parts.map(meaning))
    case .subquery(let collection, let variable, let predicate):
      return meaning(ofMembersOf: collection, as: variable, where: predicate)
    case .set(_, let left, let right): return joined(meaning(of: left), meaning(of: right))
    case .conditional(let predicate, let first, let second):
      check(predicate)
      return either(meaning(of: first), meaning(of: second))
    case .element(let list, let index): return element(index, of: meaning(of: list))
    case .assignment(let name, let value):
      variables[name] = meaning(of: value)
      return variables[name] ?? .unknown
    case .block(_, let arguments):
      for argument in arguments { _ = meaning(of: argument) }
      return .unknown
    case .fetch(let request, let context, let countOnly):
      _ = meaning(of: request)
      _ = meaning(of: context)
      return countOnly ? Meaning(kind: .number) : .unknown
    case .anyKey: return .unknown
    }
  }

  /// Adds a problem, unless it is known already.
  func report(_ problem: RequestProblem) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  private func descend() -> Bool {
    guard depth < Self.depthLimit else { return false }
    depth += 1
    return true
  }

  // MARK: Expressions

  private func value(ofVariable name: String) -> Meaning {
    if let known = variables[name] { return known }
    if !unboundVariables.contains(name) { unboundVariables.append(name) }
    return .unknown
  }

  private func meaning(
    ofMembersOf collection: NSExpression, as variable: String, where predicate: NSPredicate
  ) -> Meaning {
    let list = meaning(of: collection)
    if !list.isCollection, !list.kind.isOpen { report(.subqueryOverOne(list)) }
    let outer = variables[variable]
    variables[variable] = list.element
    check(predicate)
    variables[variable] = outer
    var found = list
    found.isCollection = true
    found.members = nil
    return found
  }

  private func joined(_ left: Meaning, _ right: Meaning) -> Meaning {
    Meaning(kind: left.kind == right.kind ? left.kind : .unknown, isCollection: true)
  }

  private func either(_ first: Meaning, _ second: Meaning) -> Meaning {
    if first.isNull { return second }
    if second.isNull { return first }
    guard first.isCollection == second.isCollection else { return .unknown }
    return Meaning(
      kind: first.kind == second.kind ? first.kind : .unknown, isCollection: first.isCollection)
  }

  private func element(_ index: ElementIndex, of list: Meaning) -> Meaning {
    switch index {
    case .size: return Meaning(kind: .number)
    case .first, .last: return list.isCollection ? list.element : .unknown
    case .at(let position):
      _ = meaning(of: position)
      return list.isCollection ? list.element : .unknown
    }
  }
}
