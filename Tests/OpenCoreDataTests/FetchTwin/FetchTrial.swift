import Foundation
import OpenCoreData

/// One random request.
struct FetchTrial {
  var entity: String
  var condition: Condition?
  var isParsedAsWhole = false
  var sort: [NSSortDescriptor] = []
  var offset = 0
  var limit = 0
  var includesSubentities = true

  /// The request for objects, ids or numbers.
  func request<T>(_ type: NSFetchRequestResultType, as: T.Type) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: entity)
    request.predicate = predicate
    if !sort.isEmpty { request.sortDescriptors = sort }
    request.fetchOffset = offset
    request.fetchLimit = limit
    request.includesSubentities = includesSubentities
    request.resultType = type
    return request
  }

  var predicate: NSPredicate? { condition?.predicate(asWhole: isParsedAsWhole) }

  /// Simpler requests, which may still show what this one shows.
  var simpler: [FetchTrial] {
    var all: [FetchTrial] = []
    func add(_ change: (inout FetchTrial) -> Void) {
      var simpler = self
      change(&simpler)
      all.append(simpler)
    }
    if limit > 0 { add { $0.limit = 0 } }
    if offset > 0 { add { $0.offset = 0 } }
    for index in sort.indices { add { $0.sort.remove(at: index) } }
    for condition in condition?.simpler ?? [] { add { $0.condition = condition } }
    if condition != nil { add { $0.condition = nil } }
    if isParsedAsWhole { add { $0.isParsedAsWhole = false } }
    return all
  }

  /// Everything that it takes to ask the same again.
  var description: String {
    var lines = ["entity \(entity)\(includesSubentities ? "" : " without subentities")"]
    if let condition {
      lines.append(condition.format)
      lines.append("  with \(condition.arguments.map(Self.text))")
    }
    for descriptor in sort {
      lines.append(
        "by \(descriptor.key ?? "") \(descriptor.comparison.rawValue) "
          + (descriptor.ascending ? "ascending" : "descending"))
    }
    if offset > 0 || limit > 0 { lines.append("from \(offset), at most \(limit)") }
    return lines.joined(separator: "\n")
  }

  static func text(_ value: Any) -> String {
    switch value {
    case let object as NSManagedObject: TwinWorld.label(object.objectID)
    case let id as NSManagedObjectID: "id " + TwinWorld.label(id)
    case let list as [Any]: "\(list.map(text))"
    case let set as Set<AnyHashable>: "set \(set.map { text($0.base) })"
    case let set as NSSet: "set \(set.allObjects.map(text))"
    case let text as String: text.debugDescription
    default: "\(type(of: value)) \(value)"
    }
  }
}

extension FetchTrial {
  /// A random request to a world.
  init(_ world: TwinWorld) {
    let entities = [
      "Item", "Item", "Item", "Item", "Person", "Label", "Place", "Page", "Thing", "Special",
    ]
    entity = world.dice.one(of: entities)
    includesSubentities = world.dice.chance(85)
    let maker = ConditionMaker(world)
    if world.dice.chance(97) { condition = maker.condition(entity) }
    isParsedAsWhole = world.dice.chance(30)
    if world.dice.chance(50) {
      sort = (0...world.dice.below(3)).compactMap { _ in maker.descriptor(entity) }
    }
    if world.dice.chance(25) { offset = world.dice.below(6) }
    if world.dice.chance(30) { limit = 1 + world.dice.below(6) }
  }
}

extension ConditionMaker {
  private static let comparisons: [Selector] = [
    .compare, .caseInsensitiveCompare, .localizedCompare, .localizedCaseInsensitiveCompare,
    .localizedStandardCompare,
  ]

  /// One way of ordering the objects of an entity.
  func descriptor(_ entity: String) -> NSSortDescriptor? {
    let isAscending = dice.chance(50)
    if dice.chance(5), let many = dice.any(of: keys(entity).manys) {
      return NSSortDescriptor(key: "\(many.name).@count", ascending: isAscending)
    }
    let path = path(entity)
    let hasOrder = { (type: NSAttributeType) in
      isOrdered(type) || type == .booleanAttributeType || type == .UUIDAttributeType
    }
    guard let (key, type) = attribute(path.entity, where: hasOrder) else { return nil }
    if type == .stringAttributeType, dice.chance(30) {
      return NSSortDescriptor(
        key: path.text + key, ascending: isAscending, selector: dice.one(of: Self.comparisons))
    }
    return NSSortDescriptor(key: path.text + key, ascending: isAscending)
  }
}
