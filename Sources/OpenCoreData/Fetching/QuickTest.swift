import DocumentStore
import Foundation
import Predicates

/// A condition `key == constant` that every result of a fetch meets, ready to be held against slots.
///
/// A program that imports looks for an object before it makes one, again and again, while thousands are
/// not saved yet: of most of those one look at a slot tells that they are not meant.
struct QuickTest {
  private let key: String
  private let constant: PlainConstant

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
    guard let (key, constant) = predicate.equality, let plain = PlainConstant(constant) else {
      return nil
    }
    self.key = key
    self.constant = plain
  }

  /// Whether the condition is about an attribute of all layouts whose type the constant has.
  func fits(_ layouts: [ObjectLayout]) -> Bool {
    !layouts.isEmpty && layouts.allSatisfy { constant.fits(key, in: $0) }
  }

  /// Whether an object certainly does not meet the condition.
  func excludes(_ object: NSManagedObject) -> Bool {
    guard let slot = object.layout.keys.slot(of: key) else { return false }
    switch (object.slotValue(slot), constant.value) {
    case (.string(let one), .string(let other)): return one != other
    case (.integer(let one), .integer(let other)):
      return one != other && object.layout.types[slot] != .transformable
    case (.uuid(let one), .uuid(let other)): return one != other
    case (.null, _): return !object.layout.columns[slot].isTransient
    default: return false
    }
  }
}
