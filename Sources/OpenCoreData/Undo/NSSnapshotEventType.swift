/// Why an object got former values; see `awake(fromSnapshotEvents:)`.
public struct NSSnapshotEventType: OptionSet, Sendable {
  /// A bit for each event.
  public let rawValue: UInt

  /// The events whose bits are set.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// An insertion was undone.
  public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
  /// A deletion was undone.
  public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
  /// A change was undone.
  public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
  /// The context was rolled back.
  public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
  /// The object was refreshed.
  public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
  /// A merge policy settled a conflict.
  public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}
