/// What is true of an object at the moment.
struct ObjectState: OptionSet {
  let rawValue: UInt16

  /// Has no record yet; saving makes one.
  static let inserted = ObjectState(rawValue: 1 << 0)
  /// A property was set since the object was read or saved.
  static let updated = ObjectState(rawValue: 1 << 1)
  /// Saving removes the record.
  static let deleted = ObjectState(rawValue: 1 << 2)
  /// Stands in ``ObjectGraph/changed``.
  static let listed = ObjectState(rawValue: 1 << 3)
  /// Stands in ``ObjectGraph/touched``.
  static let touched = ObjectState(rawValue: 1 << 4)
  /// Inserted, changed or deleted in the current event.
  static let eventInserted = ObjectState(rawValue: 1 << 5)
  static let eventUpdated = ObjectState(rawValue: 1 << 6)
  static let eventDeleted = ObjectState(rawValue: 1 << 7)
  /// Changed while a save calls `willSave`, which must be called again.
  static let unannounced = ObjectState(rawValue: 1 << 8)
  /// Its record is gone, or could not be read.
  static let unreachable = ObjectState(rawValue: 1 << 9)

  /// Inserted in the current event and in all lists, so that a change is nothing to be noted.
  static let fresh = ObjectState(rawValue: 1 << 10)

  /// Put back in the current event by undo or redo.
  static let revived = ObjectState(rawValue: 1 << 11)

  /// Differs from the store because of what an ancestor of its context has not saved.
  static let ahead = ObjectState(rawValue: 1 << 12)
  /// Known not to be in the store any more, so that it counts as deleted: merged, or found when it was read.
  static let missing = ObjectState(rawValue: 1 << 14)
  /// Deleted by somebody else, and saving makes the record again: a merge policy said so.
  static let remade = ObjectState(rawValue: 1 << 15)
  /// Somebody has observed a property, or has a live list of a relationship.
  static let observed = ObjectState(rawValue: 1 << 13)

  static let event: ObjectState = [.eventInserted, .eventUpdated, .eventDeleted, .revived]
  static let unsaved: ObjectState = [.inserted, .updated, .deleted]
}
