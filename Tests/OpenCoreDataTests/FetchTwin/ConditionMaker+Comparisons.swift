import Foundation
import OpenCoreData

extension ConditionMaker {
  private static let relations = ["==", "!=", "<", "<=", ">", ">=", "=", "<>"]
  private static let options = ["", "", "", "[c]", "[d]", "[cd]", "[n]"]

  /// An attribute, maybe of another object, compared with a constant.
  func constantComparison(_ entity: String) -> Condition? {
    let path = path(entity)
    guard let (key, type) = attribute(path.entity) else { return nil }
    return comparison(of: path.text + key, type)
  }

  /// A path, with a quantifier before it or not, compared with a constant that fits.
  func comparison(of path: String, _ type: NSAttributeType, isQuantified: Bool = false)
    -> Condition
  {
    if dice.chance(8) { return .leaf("\(path) \(dice.chance(50) ? "==" : "!=") nil", []) }
    switch dice.below(10) {
    case 0: return membership(of: path, type)
    case 1 where type != .booleanAttributeType && isOrdered(type): return between(path, type)
    default: break
    }
    if type == .stringAttributeType { return textComparison(of: path, isQuantified: isQuantified) }
    let relation = isOrdered(type) ? dice.one(of: Self.relations) : equality()
    let value = TwinValues.constant(for: type, &dice)
    if !isQuantified, dice.chance(15) { return .leaf("%@ \(relation) \(path)", [value]) }
    if let number = value as? Int, dice.chance(50) {
      return .leaf("\(path) \(relation) \(number)", [])
    }
    return .leaf("\(path) \(relation) %@", [value])
  }

  private func equality() -> String { dice.chance(70) ? "==" : "!=" }

  func isOrdered(_ type: NSAttributeType) -> Bool {
    Self.isNumber(type) || type == .dateAttributeType || type == .stringAttributeType
  }

  private func textComparison(of path: String, isQuantified: Bool) -> Condition {
    let option = dice.chance(2) ? "[l]" : dice.one(of: Self.options)
    switch dice.below(12) {
    case 0..<5:
      let relation = dice.one(of: Self.relations)
      let value = dice.one(of: TwinValues.texts)
      if !isQuantified, dice.chance(15) { return .leaf("%@ \(relation)\(option) \(path)", [value]) }
      return .leaf("\(path) \(relation)\(option) %@", [value])
    case 5: return .leaf("\(path) LIKE\(option) %@", [dice.one(of: TwinValues.patterns)])
    case 6: return .leaf("\(path) MATCHES\(option) %@", [dice.one(of: TwinValues.expressions)])
    case 7 where !isQuantified:
      return .leaf("%@ CONTAINS\(option) \(path)", [dice.one(of: TwinValues.texts) + "b"])
    case 8: return .leaf("\(path) IN\(option) %@", [dice.one(of: TwinValues.texts) + "é"])
    default:
      let operation = dice.one(of: ["CONTAINS", "BEGINSWITH", "ENDSWITH"])
      return .leaf("\(path) \(operation)\(option) %@", [dice.one(of: TwinValues.texts)])
    }
  }

  private func membership(of path: String, _ type: NSAttributeType) -> Condition {
    var values = (0..<dice.below(4)).map { _ in TwinValues.constant(for: type, &dice) }
    if dice.chance(15) { values.append(NSNull()) }
    switch dice.below(4) {
    case 0: return .leaf("NOT (\(path) IN %@)", [values])
    case 1:
      // Foundation's sets cannot hold decimals on Linux: their hashing never ends.
      return .leaf("\(path) IN %@", [Set(values.compactMap { $0 as? AnyHashable })])
    case 2 where !values.isEmpty:
      let places = values.map { _ in "%@" }.joined(separator: ", ")
      return .leaf("\(path) IN {\(places)}", values)
    default: return .leaf("\(path) IN %@", [values])
    }
  }

  private func between(_ path: String, _ type: NSAttributeType) -> Condition {
    let bounds = [TwinValues.constant(for: type, &dice), TwinValues.constant(for: type, &dice)]
    return dice.chance(50)
      ? .leaf("\(path) BETWEEN %@", [bounds]) : .leaf("\(path) BETWEEN {%@, %@}", bounds)
  }

  /// Two attributes compared with each other.
  func keyComparison(_ entity: String) -> Condition? {
    let (first, second) = (path(entity), path(entity))
    guard let (key, type) = attribute(first.entity),
      let (other, otherType) = attribute(
        second.entity,
        where: { $0 == type || Self.isNumber(type) && Self.isNumber($0) })
    else { return nil }
    let (left, right) = (first.text + key, second.text + other)
    if type == .stringAttributeType, dice.chance(40) {
      let operation = dice.one(of: ["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "IN"])
      return .leaf("\(left) \(operation)\(dice.one(of: Self.options)) \(right)", [])
    }
    if isOrdered(type), isOrdered(otherType), dice.chance(15) {
      return .leaf("\(left) BETWEEN {\(right), %@}", [TwinValues.constant(for: type, &dice)])
    }
    if dice.chance(15) {
      return .leaf("\(left) IN {\(right), %@}", [TwinValues.constant(for: type, &dice)])
    }
    return .leaf(
      "\(left) \(isOrdered(type) ? dice.one(of: Self.relations) : equality()) \(right)", [])
  }

  // MARK: Objects

  /// Objects compared with objects and ids.
  func identity(_ entity: String) -> Condition? {
    let path = path(entity)
    switch dice.below(8) {
    case 0, 1:
      guard let (key, destination) = dice.any(of: keys(path.entity).ones) else { return nil }
      if dice.chance(30) { return .leaf("\(path.text)\(key) \(equality()) nil", []) }
      return constant(destination).map { .leaf("\(path.text)\(key) \(equality()) %@", [$0]) }
    case 2:
      guard let (key, destination) = dice.any(of: keys(path.entity).ones) else { return nil }
      return .leaf("\(path.text)\(key) IN %@", [constants(destination)])
    case 3: return isItself(entity)
    case 4:
      guard let many = manyPath(entity), let object = constant(many.entity) else { return nil }
      return .leaf(
        dice.chance(50) ? "\(many.text) CONTAINS %@" : "ANY \(many.text) \(equality()) %@", [object]
      )
    case 5:
      guard let many = manyPath(entity) else { return nil }
      return .leaf(
        "\(dice.one(of: ["ANY", "ALL", "NONE"])) \(many.text) IN %@", [constants(many.entity)])
    case 6:
      guard let many = manyPath(entity, hops: 2), let object = constant(many.entity) else {
        return nil
      }
      return .leaf("\(dice.one(of: ["ANY", "ALL", "NONE"])) \(many.text) == %@", [object])
    default: return related(entity)
    }
  }

  private func isItself(_ entity: String) -> Condition? {
    let own = prefix.isEmpty ? "SELF" : String(prefix.dropLast())
    if dice.chance(50) { return .leaf("\(own) IN %@", [constants(entity)]) }
    return constant(entity).map { .leaf("\(own) \(equality()) %@", [$0]) }
  }

  /// Objects at the ends of two paths.
  private func related(_ entity: String) -> Condition? {
    let (first, second) = (path(entity), path(entity))
    guard let (key, destination) = dice.any(of: keys(first.entity).ones) else { return nil }
    let same = keys(second.entity).ones.filter { $0.destination == destination }
    if let (other, _) = dice.any(of: same), dice.chance(60) {
      return .leaf("\(first.text)\(key) \(equality()) \(second.text)\(other)", [])
    }
    let many = keys(second.entity).manys.filter { $0.destination == destination }
    return dice.any(of: many).map {
      .leaf("\(first.text)\(key) IN \(second.text)\($0.name)", [])
    }
  }

  private func constant(_ entity: String) -> Any? {
    let entity = dice.chance(90) ? entity : dice.one(of: TwinModel.concrete)
    guard let object = world.anyObject(entity) else { return nil }
    return dice.chance(40) ? object.objectID : object
  }

  private func constants(_ entity: String) -> Any {
    let few = (0..<dice.below(4)).compactMap { _ in constant(entity) }
    return dice.chance(30) ? NSSet(array: few) : few
  }
}
