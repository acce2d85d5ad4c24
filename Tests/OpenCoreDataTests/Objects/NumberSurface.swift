import Foundation
import OpenCoreData
import Synchronization

/// The places where a program gets values as `Any`.
enum NumberSurface: String, CaseIterable, Sendable {
  case value, primitive, path, members, several, changed, committed, event, composite
  case dictionary, grouped, expression, constant, block, comparator, predicateBlock, function
  case defaultValue, tombstone, validated, invalid, snapshot, constraint, metadata

  /// Those that only show what an attribute holds; `metadata` keeps property lists, which have no decimals.
  static let attributes = allCases.filter { $0 != .metadata }

  /// Whether what is found comes out of an `NSSet` or an `NSDictionary`.
  var isFoundationCollection: Bool { [.members, .dictionary, .grouped].contains(self) }
}

/// A numeric attribute in every place, and what is to be found there.
final class NumberBench {
  private let stack: HistoryStack
  private let object: NSManagedObject
  private let value: Any

  init(_ type: NSAttributeType, _ value: Any) throws {
    self.value = value
    stack = try HistoryStack(.binary, Self.model(type, value))
    object = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: stack.context)
    object.setValue(value, forKey: "number")
    object.setValue(["part": value], forKey: "whole")
    object.setValue(object, forKey: "next")
  }

  private static func model(_ type: NSAttributeType, _ value: Any) -> NSManagedObjectModel {
    let thing = entity("Thing")
    let number = attribute("number", type)
    number.preservesValueInHistoryOnDeletion = true
    let whole = NSCompositeAttributeDescription()
    whole.name = "whole"
    whole.elements = [attribute("part", type)]
    let next = relationship("next", to: thing)
    let previous = relationship("previous", to: thing, isToMany: true, inverse: next)
    thing.properties = [
      number, whole, attribute("preset", type, default: value), next, previous,
      attribute("text", .stringAttributeType),
    ]
    let model = NSManagedObjectModel()
    model.entities = [thing]
    return model
  }

  /// The value in one of the places.
  func found(in surface: NumberSurface) throws -> Any? {
    switch surface {
    case .value: object.value(forKey: "number")
    case .primitive: object.primitiveValue(forKey: "number")
    case .path: object.value(forKeyPath: "next.number")
    case .members: first(object.value(forKeyPath: "previous.number"))
    case .several: object.dictionaryWithValues(forKeys: ["number"])["number"]
    case .changed: object.changedValues()["number"]
    case .committed: try committed()
    case .event: try formerInEvent()
    case .composite: (object.value(forKey: "whole") as? [String: Any])?["part"]
    case .dictionary: try fetched(NSFetchRequest(entityName: "Thing"))
    case .grouped: try grouped()
    case .expression:
      NSExpression(forKeyPath: "next.number").expressionValue(with: object, context: nil)
    case .constant: NSExpression(forConstantValue: value).constantValue
    case .block, .comparator, .predicateBlock, .function: seenByBlock(surface)
    case .defaultValue: object.entity.attributesByName["preset"]?.defaultValue
    case .tombstone: try tombstone()
    case .validated: validated()
    case .invalid: invalid()
    case .snapshot: try snapshot()
    case .constraint:
      NSConstraintConflict(
        constraint: ["number"], database: nil, databaseSnapshot: nil,
        conflictingObjects: [object], conflictingSnapshots: []
      ).constraintValues["number"]
    case .metadata:
      try metadata()
    }
  }

  private func first(_ collection: Any?) -> Any? {
    (collection as? NSSet)?.anyObject() ?? (collection as? [Any])?.first
  }

  private func committed() throws -> Any? {
    try stack.context.save()
    object.setValue(nil, forKey: "number")
    return object.committedValues(forKeys: ["number"])["number"]
  }

  private func formerInEvent() throws -> Any? {
    try stack.context.save()
    object.setValue(nil, forKey: "number")
    return object.changedValuesForCurrentEvent()["number"]
  }

  private func fetched(_ request: NSFetchRequest<NSDictionary>, _ key: String = "number") throws
    -> Any?
  {
    try stack.context.save()
    request.resultType = .dictionaryResultType
    return try stack.context.fetch(request).first?[key]
  }

  private func grouped() throws -> Any? {
    let most = NSExpressionDescription()
    most.name = "most"
    most.expression = NSExpression(format: "max:(number)")
    let request = NSFetchRequest<NSDictionary>(entityName: "Thing")
    request.propertiesToFetch = ["text", most]
    request.propertiesToGroupBy = ["text"]
    return try fetched(request, "most")
  }

  private func seenByBlock(_ surface: NumberSurface) -> Any? {
    let seen = Seen()
    let number = NSExpression(forKeyPath: "number")
    switch surface {
    case .block:
      _ = NSExpression(
        block: { _, arguments, _ in
          seen.note(arguments.first)
          return true
        }, arguments: [number]
      ).expressionValue(with: object, context: nil)
    case .comparator:
      let order = NSSortDescriptor(key: "number", ascending: true) { one, _ in
        seen.note(one)
        return .orderedSame
      }
      _ = order.compare(object, to: object)
    case .function:
      let name = "seen\(UUID().uuidString):"
      FunctionRegistry.register(name) { _, arguments in
        seen.note(arguments.first ?? nil)
        return true
      }
      _ = NSExpression(forFunction: number, selectorName: name, arguments: [number])
        .expressionValue(with: object, context: nil)
      FunctionRegistry.remove(name)
    default:
      let block = NSPredicate { value, _ in
        seen.note(value)
        return true
      }
      _ = block.evaluate(with: value)
    }
    return seen.value
  }

  private func tombstone() throws -> Any? {
    try stack.context.save()
    stack.context.delete(object)
    try stack.context.save()
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    let result = try stack.context.execute(request) as? NSPersistentHistoryResult
    let last = (result?.result as? [NSPersistentHistoryTransaction])?.last
    return last?.changes?.first?.tombstone?["number"]
  }

  private func validated() -> Any? {
    var value = object.value(forKey: "number") as AnyObject?
    // Whoever validates may also put something else in its place.
    return (try? object.validateValue(&value, forKey: "number")).map { value as Any }
  }

  private func invalid() -> Any? {
    let model = NSManagedObjectModel()
    let thing = entity("Thing")
    let type = object.entity.attributesByName["number"]?.attributeType
    let number = attribute("number", type ?? .undefinedAttributeType)
    number.setValidationPredicates(
      [NSPredicate(format: "SELF == 99")], withValidationWarnings: ["must be 99"])
    thing.properties = [number]
    model.entities = [thing]
    let other = NSManagedObject(entity: thing, insertInto: nil)
    other.setValue(value, forKey: "number")
    do {
      try other.validateForInsert()
      return nil
    } catch {
      return (error as? CocoaError)?.validationValue
    }
  }

  private func snapshot() throws -> Any? {
    try stack.context.save()
    let other = stack.anotherContext()
    let twin = try other.existingObject(with: object.objectID)
    twin.setValue("there", forKey: "text")
    object.setValue("here", forKey: "text")
    try stack.context.save()
    do {
      try other.save()
      return nil
    } catch let error as CocoaError {
      return error.conflicts(NSMergeConflict.self).first?.cachedSnapshot?["number"]
    }
  }

  private func metadata() throws -> Any? {
    stack.coordinator.setMetadata(["number": value], for: stack.store)
    try stack.context.save()
    return stack.coordinator.metadata(for: stack.store)["number"]
  }
}

/// What a block was given.
private final class Seen: Sendable {
  private let objects = Mutex<[NSNumber]>([])

  /// Nothing is noted of what is no object.
  func note(_ value: Any?) {
    guard let value, type(of: value) is AnyClass, let number = value as? NSNumber else { return }
    objects.withLock { $0.append(number) }
  }

  var value: Any? { objects.withLock { $0.first } }
}
