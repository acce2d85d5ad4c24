import DocumentStore
public import Foundation
import Predicates

/// An object that was changed here and, since it was read, by someone else.
///
/// Safe because it is made whole and never changed; its objects are used on their context's queue.
public final class NSMergeConflict: NSObject, @unchecked Sendable {
  /// The object, with the changes that could not be saved.
  public let sourceObject: NSManagedObject
  /// The values that the object was read with; nil for a new object.
  public let objectSnapshot: [String: Any]?
  /// The values that the store has now; nil where the record is gone.
  public let cachedSnapshot: [String: Any]?
  /// The values in the file where they are newer than the store's; nil otherwise.
  public let persistedSnapshot: [String: Any]?
  /// The number of the save that the object was read after.
  public let oldVersionNumber: Int
  /// The number of the save that the store is at; 0 where the record is gone.
  public let newVersionNumber: Int

  /// The names of the properties that differ, where they are known already.
  private let differingKeys: [String]?

  /// Describes a conflict.
  public init(
    source: NSManagedObject, newVersion: Int, oldVersion: Int, cachedSnapshot: [String: Any]?,
    persistedSnapshot: [String: Any]?
  ) {
    sourceObject = source
    newVersionNumber = newVersion
    oldVersionNumber = oldVersion
    objectSnapshot = source.committedValues(forKeys: nil)
    self.cachedSnapshot = cachedSnapshot
    self.persistedSnapshot = persistedSnapshot
    differingKeys = nil
  }

  /// Describes a conflict with what the store has now; nil where it has nothing any more.
  init(of source: NSManagedObject, newVersion: Int, now: [Value]?) {
    sourceObject = source
    newVersionNumber = newVersion
    oldVersionNumber = Int(source.generation)
    objectSnapshot = source.committedValues(forKeys: nil)
    cachedSnapshot = now.map(source.snapshot)
    persistedSnapshot = nil
    differingKeys = now.map { now in
      source.layout.columns.indices.filter { slot in
        !source.layout.columns[slot].isTransient && !source.layout.columns[slot].isDerived
          && !(source.extras?.committedValue(of: slot) ?? source.slotValue(slot))
            .holdsSame(as: now[slot])
      }.map { source.layout.columns[$0].name }
    }
  }

  /// Which object and which properties; what they hold is left out.
  public override var description: String {
    guard let cachedSnapshot = persistedSnapshot ?? cachedSnapshot else {
      return "\(sourceObject.label) was deleted by someone else"
    }
    let keys = differingKeys ?? Self.keys(in: objectSnapshot ?? [:], differingFrom: cachedSnapshot)
    let list = keys.map { "'\($0)'" }.sorted().joined(separator: ", ")
    let action = sourceObject.state.contains(.deleted) ? "deleted here and " : ""
    return "\(sourceObject.label) was \(action)changed by someone else: \(list)"
  }

  private static func keys(
    in snapshot: [String: Any], differingFrom other: [String: Any]
  ) -> [String] {
    snapshot.keys.filter { key in
      let (one, two) = (NumberObject.boxed(snapshot[key]), NumberObject.boxed(other[key]))
      guard let one = one as? AnyHashable, let two = two as? AnyHashable else {
        return snapshot[key].map { "\($0)" } != other[key].map { "\($0)" }
      }
      return one != two
    }
  }
}

/// Objects that share values which must be unique.
///
/// Safe because it is made whole and never changed; its objects are used on their context's queue.
public final class NSConstraintConflict: NSObject, @unchecked Sendable {
  /// The names of the properties that must be unique together.
  public let constraint: [String]
  /// The values that are shared.
  public let constraintValues: [String: Any]
  /// The object that has the values in the store; nil where all in conflict are unsaved.
  public let databaseObject: NSManagedObject?
  /// What the store has of that object.
  public let databaseSnapshot: [String: Any]?
  /// The unsaved objects that have the values.
  public let conflictingObjects: [NSManagedObject]
  /// What the unsaved objects hold.
  public let conflictingSnapshots: [Any]

  /// Describes a conflict.
  public init(
    constraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [String: Any]?,
    conflictingObjects: [NSManagedObject], conflictingSnapshots: [Any]
  ) {
    self.constraint = constraint
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots
    var values: [String: Any] = [:]
    for key in constraint { values[key] = conflictingObjects.first?.value(forKey: key) }
    constraintValues = values
  }

  /// Which properties, and which objects.
  public override var description: String {
    let objects = (conflictingObjects + (databaseObject.map { [$0] } ?? [])).map(\.label)
    return
      "\(constraint.joined(separator: ", ")) must be unique: \(objects.joined(separator: ", "))"
  }
}
