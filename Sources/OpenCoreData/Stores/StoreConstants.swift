/// The type of stores that are XML documents.
public let NSXMLStoreType = "XML"
/// The type of stores that are binary property lists.
public let NSBinaryStoreType = "Binary"
/// The type of stores that are in memory only.
public let NSInMemoryStoreType = "InMemory"
/// The type of stores that are SQLite databases.
///
/// This library has none: XML, binary and in-memory stores offer the same features.
public let NSSQLiteStoreType = "SQLite"

/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of a store's identifier in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of the entities' version hashes in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the way version hashes are computed in a store's metadata.
public let NSStoreModelVersionHashesVersionKey = "NSStoreModelVersionHashesVersion"
/// The key of the model's own version identifiers in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

/// The option that opens a store for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// The option that opens a store although it was made with another version of the model.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// The option that makes a new store in the format of Apple's Core Data, so that programs on Apple's platforms
/// open it; without it new stores are in the formats of this library.
///
/// What is there already is opened as what it is. Not in Apple's framework.
public let OpenCoreDataAppleFormatOption = "OpenCoreDataAppleFormat"
/// The option that asks for a migration where a store was made with another version of the model.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// The option that asks for a migration to find out by itself what changed.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// The option that says how many seconds to wait for a store that another process has.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"

/// The key of added stores in a coordinator's notifications.
public let NSAddedPersistentStoresKey = "added"
/// The key of removed stores in a coordinator's notifications.
public let NSRemovedPersistentStoresKey = "removed"
/// The key of stores whose identifier changed in a coordinator's notifications.
public let NSUUIDChangedPersistentStoresKey = "changedUUID"
