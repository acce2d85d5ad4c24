import Foundation
import OpenCoreData

extension ConditionMaker {
  private static let relations = ["==", "!=", "<", "<=", ">", ">="]

  private func number(_ entity: String) -> String? {
    let path = path(entity)
    return attribute(path.entity, where: Self.isNumber).map { path.text + $0.key }
  }

  private func text(_ entity: String) -> String? {
    let path = path(entity)
    return attribute(path.entity, where: { $0 == .stringAttributeType }).map { path.text + $0.key }
  }

  /// Numbers added, multiplied and so on.
  func arithmetic(_ entity: String) -> Condition? {
    guard let left = number(entity), let right = number(entity) else { return nil }
    let second = dice.chance(50) ? right : String(dice.below(4))
    let expression: String
    switch dice.below(8) {
    case 0: expression = "-\(left)"
    case 1: expression = "\(left) + \(second) * 2"
    case 2: expression = "(\(left) + 1) / \(second)"
    case 3: expression = "\(left) ** 2"
    case 4: expression = "modulus:by:(\(left), 3)"
    default: expression = "\(left) \(dice.one(of: ["+", "-", "*", "/"])) \(second)"
    }
    let relation = dice.one(of: Self.relations)
    if dice.chance(15) { return .leaf("\(expression) \(dice.chance(50) ? "==" : "!=") nil", []) }
    if dice.chance(25) { return .leaf("\(expression) \(relation) \(right)", []) }
    return .leaf("\(expression) \(relation) %@", [TwinValues.number(&dice)])
  }

  /// Functions of numbers and texts.
  func function(_ entity: String) -> Condition? {
    let relation = dice.one(of: Self.relations)
    if dice.chance(50) {
      guard let text = text(entity) else { return nil }
      switch dice.below(4) {
      case 0: return .leaf("length:(\(text)) \(relation) \(dice.below(4))", [])
      default:
        let function = dice.one(of: ["uppercase:", "lowercase:", "canonical:"])
        let value = dice.one(of: TwinValues.texts)
        let operation = dice.one(of: [relation, "CONTAINS", "BEGINSWITH"])
        return .leaf("\(function)(\(text)) \(operation) %@", [value])
      }
    }
    guard let number = number(entity) else { return nil }
    let function = dice.one(of: ["abs:", "floor:", "ceiling:", "trunc:", "sqrt:", "noindex:"])
    return .leaf("\(function)(\(number)) \(relation) %@", [TwinValues.number(&dice)])
  }

  /// One of two values, as a condition decides.
  func ternary(_ entity: String) -> Condition? {
    guard let first = number(entity), let second = number(entity),
      let condition = constantComparison(entity)
    else { return nil }
    return .leaf(
      "TERNARY(\(condition.format), \(first), \(second)) \(dice.one(of: Self.relations)) %@",
      condition.arguments + [TwinValues.number(&dice)])
  }

  /// Constants without keys, composites as a whole, and values of the wrong type.
  func odd(_ entity: String) -> Condition? {
    switch dice.below(7) {
    case 0: return .leaf("1 == %@", [TwinValues.number(&dice)])
    case 1: return .leaf("%@ == nil", [NSNull()])
    case 2 where ["Item", "Special"].contains(entity):
      return .leaf("\(prefix)extent \(dice.chance(50) ? "==" : "!=") nil", [])
    case 3 where ["Item", "Special"].contains(entity):
      return .leaf("\(prefix)extent == %@", [TwinValues.value(.compositeAttributeType, &dice)])
    case 4: return .leaf(dice.chance(50) ? "TRUEPREDICATE" : "FALSEPREDICATE", [])
    default:
      let path = path(entity)
      guard let (key, _) = attribute(path.entity), let (_, other) = attribute("Item") else {
        return nil
      }
      return .leaf(
        "\(path.text)\(key) \(dice.one(of: Self.relations)) %@",
        [TwinValues.constant(for: other, &dice)])
    }
  }

  /// A block that looks at the object.
  func block(_ entity: String) -> Condition? {
    guard prefix.isEmpty, let (key, type) = attribute(entity, where: Self.isNumber) else {
      return nil
    }
    let wanted = TwinValues.value(type, &dice)
    let isEqual = NSPredicate(format: "%K >= %@", argumentArray: [key, wanted])
    let predicate = NSPredicate { object, _ in isEqual.evaluate(with: object) }
    return .block("block: \(key) >= \(wanted)", predicate)
  }
}
