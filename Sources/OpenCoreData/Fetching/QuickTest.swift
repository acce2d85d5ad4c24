import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// A condition `key == constant` that every result of a fetch meets, ready to be held against slots.
///
/// A program that imports looks for an object before it makes one, again and again, while thousands are
/// not saved yet: of most of those one look at a slot tells that they are not meant.
struct QuickTest {
  private let key: String
  private let value: Value

  /// The conditions of that form among those that a predicate joins by AND.
  static func tests(of predicate: NSPredicate) -> [QuickTest] {
    switch predicate.form {
    case .compound(let compound) where compound.compoundPredicateType == .and:
      compound.subpredicates.flatMap(tests)
    case .comparison: QuickTest(predicate).map { [$0] } ?? []
    default: []
    }
  }

  /// How many conditions a predicate joins by AND.
  static func conditionCount(of predicate: NSPredicate) -> Int {
    guard case .compound(let compound) = predicate.form, compound.compoundPredicateType == .and
    else {
      return 1
    }
    return compound.subpredicates.reduce(0) { $0 + conditionCount(of: $1) }
  }

  private init?(_ predicate: NSPredicate) {
    guard let (key, constant) = predicate.equality, let constant else { return nil }
    self.key = key
    switch constant {
    case is Bool: return nil
    case let text as String: value = .string(text)
    case let uuid as UUID: value = .uuid(uuid)
    case let number as Int: value = .integer(Int64(number))
    case let number as Int64: value = .integer(number)
    case let number as Int32: value = .integer(Int64(number))
    case let number as Int16: value = .integer(Int64(number))
    default: return nil
    }
  }

  /// Whether the condition is about an attribute of an entity whose type the constant has.
  func fits(_ entity: NSEntityDescription) -> Bool {
    guard let attribute = entity.attributesByName[key] else { return false }
    return switch (attribute.attributeType, value) {
    case (.stringAttributeType, .string), (.UUIDAttributeType, .uuid): true
    case (.integer16AttributeType, .integer), (.integer32AttributeType, .integer),
      (.integer64AttributeType, .integer):
      true
    default: false
    }
  }

  /// Whether an object certainly does not meet the condition.
  func excludes(_ object: NSManagedObject) -> Bool {
    guard let slot = object.layout.keys.slot(of: key) else { return false }
    switch (object.slotValue(slot), value) {
    case (.string(let one), .string(let other)): return one != other
    case (.integer(let one), .integer(let other)):
      return one != other && object.layout.types[slot] != .transformable
    case (.uuid(let one), .uuid(let other)): return one != other
    case (.null, _): return !object.layout.columns[slot].isTransient
    default: return false
    }
  }
}
