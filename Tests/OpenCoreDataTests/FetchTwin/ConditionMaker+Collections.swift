import Foundation
import OpenCoreData

extension ConditionMaker {
  private static let relations = ["==", "!=", "<", "<=", ">", ">="]

  /// `ANY`, `ALL` or `NONE` of an attribute over one to-many relationship or several.
  func quantified(_ entity: String) -> Condition? {
    guard var path = manyPath(entity, hops: dice.chance(30) ? 2 : 1) else { return nil }
    if dice.chance(20), let (name, destination) = dice.any(of: keys(path.entity).ones) {
      path.text += ".\(name)"
      path.entity = destination
    }
    guard let (key, type) = attribute(path.entity) else { return nil }
    let quantifier = dice.one(of: ["ANY", "ANY", "SOME", "ALL", "NONE"])
    if dice.chance(12), let (own, _) = attribute(entity, where: { $0 == type }) {
      return .leaf("\(quantifier) \(path.text).\(key) == \(prefix)\(own)", [])
    }
    // NOT cannot stand between the quantifier and its path.
    switch comparison(of: "\(path.text).\(key)", type, isQuantified: true) {
    case .leaf(let format, let arguments) where format.hasPrefix("NOT ("):
      return .leaf("NOT (\(quantifier) \(format.dropFirst(5))", arguments)
    case .leaf(let format, let arguments): return .leaf("\(quantifier) \(format)", arguments)
    default: return nil
    }
  }

  /// The number of members.
  func counted(_ entity: String) -> Condition? {
    guard let path = manyPath(entity) else { return nil }
    let count = dice.chance(80) ? "\(path.text).@count" : "\(path.text)[SIZE]"
    let hasSize = count.hasSuffix("]")
    if hasSize, !path.text.hasSuffix("pages") {
      return .leaf("\(path.text).@count > \(dice.below(3))", [])
    }
    if dice.chance(20) {
      return dice.chance(50)
        ? .leaf("\(count) IN {0, 2}", []) : .leaf("\(count) BETWEEN {1, 2}", [])
    }
    if dice.chance(10), let other = manyPath(entity) {
      return .leaf("\(count) < \(other.text).@count", [])
    }
    return .leaf("\(count) \(dice.one(of: Self.relations)) \(dice.below(4))", [])
  }

  /// `@sum`, `@avg`, `@min`, `@max` of the members' attributes.
  func aggregated(_ entity: String) -> Condition? {
    guard let path = manyPath(entity) else { return nil }
    let name = dice.one(of: ["@sum", "@avg", "@min", "@max"])
    let isNumeric = name == "@sum" || name == "@avg"
    guard
      let (key, type) = attribute(
        path.entity, where: { isNumeric ? Self.isNumber($0) : isOrdered($0) })
    else { return nil }
    let value = "\(path.text).\(name).\(key)"
    if dice.chance(15) { return .leaf("\(value) \(dice.chance(50) ? "==" : "!=") nil", []) }
    let constant = isNumeric ? TwinValues.number(&dice) : TwinValues.constant(for: type, &dice)
    return .leaf("\(value) \(dice.one(of: Self.relations)) %@", [constant])
  }

  /// A condition of its own for the members of a collection.
  func subquery(_ entity: String) -> Condition? {
    guard nesting < 2, let path = manyPath(entity) else { return nil }
    let variable = ["$x", "$y", "$z"][nesting]
    var inner = self
    inner.prefix = variable + "."
    inner.nesting += 1
    var condition = inner.condition(path.entity, depth: 1)
    if dice.chance(15), !prefix.isEmpty || nesting == 0 {
      // The outer object beside the member.
      condition = .and([condition, leafWithoutBlock(entity)])
    }
    if condition.needsObjects { return nil }
    let relation = dice.one(of: Self.relations)
    return .leaf(
      "SUBQUERY(\(path.text), \(variable), \(condition.format)).@count \(relation) \(dice.below(3))",
      condition.arguments)
  }

  private func leafWithoutBlock(_ entity: String) -> Condition {
    constantComparison(entity) ?? .leaf("TRUEPREDICATE", [])
  }

  /// A collection that is compared as a whole.
  func wholeCollection(_ entity: String) -> Condition? {
    guard let path = manyPath(entity), let (key, type) = attribute(path.entity) else { return nil }
    let value = TwinValues.constant(for: type, &dice)
    switch dice.below(6) {
    case 0: return .leaf("\(path.text).\(key) == %@", [value])
    case 1: return .leaf("\(path.text).\(key) CONTAINS %@", [value])
    case 2: return .leaf("%@ IN \(path.text).\(key)", [value])
    case 3: return .leaf("\(path.text) == nil", [])
    case 4: return .leaf("\(path.text).@distinctUnionOfObjects.\(key).@count == 1", [])
    default:
      guard let other = manyPath(entity), other.entity == path.entity else { return nil }
      return .leaf("\(path.text) == \(other.text)", [])
    }
  }

  /// A member of an ordered relationship by its number.
  func element(_ entity: String) -> Condition? {
    guard ["Item", "Special"].contains(entity) else { return nil }
    let index = dice.one(of: ["0", "1", "FIRST", "LAST"])
    return comparison(of: "\(prefix)pages[\(index)].text", .stringAttributeType)
  }
}
