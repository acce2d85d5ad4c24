import Foundation

/// The options of a store.
///
/// Safe because they are only read, and what programs put among options are plain values.
struct StoreOptions: @unchecked Sendable {
  let values: [AnyHashable: Any]

  init(_ values: [AnyHashable: Any]?) {
    self.values = values ?? [:]
  }

  var isReadOnly: Bool { isSet(NSReadOnlyPersistentStoreOption) }
  var ignoresVersions: Bool { isSet(NSIgnorePersistentStoreVersioningOption) }

  /// Whether a file that is written anew is one of Apple's; nil where that was not said.
  var writesAppleFormat: Bool? { flag(OpenCoreDataAppleFormatOption) }

  /// Whether changes are to be tracked; nil where the store is to decide.
  var tracksHistory: Bool? { flag(NSPersistentHistoryTrackingKey) }
  /// Whether the coordinator is to tell of every writing.
  var postsChanges: Bool { isSet(NSPersistentStoreRemoteChangeNotificationPostOptionKey) }

  /// Whether the file is to be looked at for what others write to it.
  var watchesFile: Bool { isSet(NSPersistentStoreFileWatchingOption) || mergesFile }
  /// Whether that is to be taken up at once.
  var mergesFile: Bool { isSet(NSPersistentStoreFileMergingOption) }

  private func isSet(_ key: String) -> Bool { flag(key) ?? false }

  private func flag(_ key: String) -> Bool? {
    switch values[key] {
    case let flag as Bool: flag
    case let number as NSNumber: number.boolValue
    default: nil
    }
  }
}
