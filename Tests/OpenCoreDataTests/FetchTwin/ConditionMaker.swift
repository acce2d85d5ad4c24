import Foundation
import OpenCoreData

/// Makes random conditions about objects of an entity.
struct ConditionMaker {
  let world: TwinWorld
  var dice: Dice {
    get { world.dice }
    nonmutating set { world.dice = newValue }
  }
  /// What is written before every key: nothing, or a variable with a dot.
  var prefix = ""
  /// How many subqueries this one stands in.
  var nesting = 0

  init(_ world: TwinWorld) { self.world = world }

  /// A condition of a few comparisons.
  func condition(_ entity: String, depth: Int = 2) -> Condition {
    let roll = dice.below(100)
    guard depth > 0, roll < 45 else { return leaf(entity) }
    switch roll {
    case 0..<10: return .not(condition(entity, depth: depth - 1))
    case 10..<30: return .and(few(entity, depth))
    default: return .or(few(entity, depth))
    }
  }

  private func few(_ entity: String, _ depth: Int) -> [Condition] {
    (0..<(2 + dice.below(2))).map { _ in condition(entity, depth: depth - 1) }
  }

  /// One comparison.
  func leaf(_ entity: String) -> Condition {
    for _ in 0..<20 {
      if let condition = tryLeaf(entity) { return condition }
    }
    return .leaf(dice.chance(50) ? "TRUEPREDICATE" : "FALSEPREDICATE", [])
  }

  private func tryLeaf(_ entity: String) -> Condition? {
    switch dice.below(100) {
    case 0..<32: constantComparison(entity)
    case 32..<38: keyComparison(entity)
    case 38..<54: quantified(entity)
    case 54..<60: counted(entity)
    case 60..<66: aggregated(entity)
    case 66..<72: subquery(entity)
    case 72..<82: identity(entity)
    case 82..<88: arithmetic(entity)
    case 88..<93: function(entity)
    case 93..<95: ternary(entity)
    case 95..<97: wholeCollection(entity)
    case 97: element(entity)
    case 98: odd(entity)
    default: block(entity)
    }
  }

  // MARK: Paths

  /// A path and what it leads to.
  struct Path {
    var text: String
    var entity: String
    var isMany = false
  }

  /// A path over some to-one relationships, maybe none.
  func path(_ entity: String) -> Path {
    var path = Path(text: prefix, entity: entity)
    while dice.chance(30), let (name, destination) = dice.any(of: keys(path.entity).ones) {
      path.text += name + "."
      path.entity = destination
    }
    return path
  }

  /// A path that ends with a to-many relationship; before it there may be others, to-many ones only if wanted.
  func manyPath(_ entity: String, hops: Int = 1) -> Path? {
    var path = path(entity)
    for hop in 0..<hops {
      if hop > 0 {
        path.text += "."
        if dice.chance(40), let (name, destination) = dice.any(of: keys(path.entity).ones) {
          path.text += name + "."
          path.entity = destination
        }
      }
      guard let (name, destination, _) = dice.any(of: keys(path.entity).manys) else { return nil }
      path.text += name
      path.entity = destination
      path.isMany = true
    }
    return path
  }

  func keys(_ entity: String) -> TwinModel.Keys { world.model.entities[entity] ?? .init() }

  /// A stored attribute of an entity: its key, or the key of a composite's element, and the type.
  func attribute(
    _ entity: String, where isWanted: (NSAttributeType) -> Bool = { _ in true }
  ) -> (key: String, type: NSAttributeType)? {
    let elements: [(String, NSAttributeType)] =
      ["Item", "Special"].contains(entity)
      ? [
        ("extent.width", .doubleAttributeType), ("extent.unit", .stringAttributeType),
        ("extent.number", .integer16AttributeType),
      ] : []
    let all = keys(entity).attributes.filter { $0.type != .compositeAttributeType } + elements
    return dice.any(of: all.filter { isWanted($0.1) }).map { ($0.0, $0.1) }
  }

  static func isNumber(_ type: NSAttributeType) -> Bool {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
      true
    default: false
    }
  }
}
