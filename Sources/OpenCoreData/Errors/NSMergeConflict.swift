public import Foundation

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
  }

  /// Which object and which properties.
  public override var description: String {
    guard let objectSnapshot, let cachedSnapshot else {
      return "\(sourceObject.label) was deleted by someone else"
    }
    // What a store does not have, transient properties, nobody else can have changed.
    let keys = cachedSnapshot.keys.filter { key in
      !((objectSnapshot[key] as? NSObject)?.isEqual(cachedSnapshot[key]) ?? true)
    }.sorted()
    return "\(sourceObject.label) was changed by someone else: \(keys.joined(separator: ", "))"
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
