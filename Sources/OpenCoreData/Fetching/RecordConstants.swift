import DocumentStore
import Foundation
import Predicates

/// Puts references in the place of objects and ids in a predicate, so that a store understands it.
///
/// An object of another store, or one that was never saved, becomes a reference that no record has. A path that
/// leads on from an object becomes the value at its end: `$FETCH_SOURCE.name`. What `FETCH` asks for without regard to
/// the object is fetched here, once.
struct RecordConstants {
  let store: NSPersistentStore

  /// Equal to no record.
  private static let nowhere = RecordReference(table: 0, row: RecordReference.rowLimit)

  func translate(_ predicate: NSPredicate) throws(EvaluationError) -> NSPredicate {
    try predicate.replacing { expression throws(EvaluationError) in try constant(expression) }
  }

  /// Whether a predicate names objects or ids, or looks for them by a request.
  static func occur(in predicate: NSPredicate) -> Bool {
    var found = false
    _ = predicate.replacing { expression in
      if case .constant(let value) = expression.form, let value, isOrHoldsObjects(value) {
        found = true
      }
      if case .fetch = expression.form { found = true }
      return nil
    }
    return found
  }

  /// A predicate that a store has handed back, in which references stand for the records of that store, as objects
  /// and views of records understand it.
  func identified(_ predicate: NSPredicate) -> NSPredicate {
    predicate.replacing { expression in
      guard case .constant(let value?) = expression.form else { return nil }
      if let reference = value as? RecordReference {
        return NSExpression(.constant(StoredRecord(store: store, reference: reference)))
      }
      guard let list = value as? [Any], list.contains(where: { $0 is RecordReference }) else {
        return nil
      }
      let members = list.map { member in
        (member as? RecordReference).map { StoredRecord(store: store, reference: $0) } ?? member
      }
      return NSExpression(.constant(members))
    }
  }

  private func constant(_ expression: NSExpression) throws(EvaluationError) -> NSExpression? {
    switch expression.form {
    case .constant(let value?):
      return Self.isOrHoldsObjects(value) ? NSExpression(.constant(translated(value))) : nil
    case .keyPath(let operand, _):
      guard case .constant(let start?) = operand.form, Self.isOrHoldsObjects(start) else {
        return nil
      }
      let end = try expression.evaluated(with: nil)
      return NSExpression(.constant(end.map(translated)))
    case .fetch(let request, let context, _):
      guard case .constant = request.form, case .constant = context.form else { return nil }
      let found = try expression.evaluated(with: nil)
      return NSExpression(.constant(found.map(translated)))
    default: return nil
    }
  }

  // MARK: Values

  private static func isOrHoldsObjects(_ value: Any) -> Bool {
    if value is any IdentifiedValue { return true }
    return elements(of: value)?.contains { $0 is any IdentifiedValue } ?? false
  }

  private func translated(_ value: Any) -> Any {
    if let reference = reference(value) { return reference }
    guard let elements = Self.elements(of: value),
      elements.contains(where: { $0 is any IdentifiedValue })
    else { return value }
    return elements.map { reference($0) ?? $0 }
  }

  private func reference(_ value: Any) -> RecordReference? {
    let identity: ObjectIdentity
    switch value {
    case let object as NSManagedObject: identity = object.ownIdentity
    case let id as NSManagedObjectID: identity = id.ownIdentity
    case let view as RecordView:
      identity =
        view.changed?.ownIdentity ?? ObjectIdentity(view.source.shelf.store, view.reference)
    default: return nil
    }
    guard identity.store == ObjectIdentifier(store) else { return Self.nowhere }
    return RecordReference(bits: identity.bits)
  }

  /// The record of an object or an id, where it is of this store.
  func record(_ value: Any) -> RecordReference? {
    let found = reference(value)
    return found == Self.nowhere ? nil : found
  }

  /// The elements of a collection that may hold objects; nil for everything else.
  static func elements(of value: Any) -> [Any]? {
    switch value {
    case let list as [NSManagedObject]: list
    case let list as [NSManagedObjectID]: list
    case let set as Set<NSManagedObject>: Array(set)
    case let set as Set<NSManagedObjectID>: Array(set)
    case let list as NSArray: list.map(\.self)
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    default: type(of: value) == [Any].self ? value as? [Any] : nil
    }
  }
}

/// A record of a store as a constant: the same as its object, its id and its views.
private struct StoredRecord: IdentifiedValue {
  let store: NSPersistentStore
  let reference: RecordReference

  var identity: AnyHashable { ObjectIdentity(store, reference) }
}
