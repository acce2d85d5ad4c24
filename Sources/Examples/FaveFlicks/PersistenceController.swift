import CoreData

struct PersistenceController {
  let container: NSPersistentContainer

  /// Opens the store in the default folder, or the file that the user chose.
  init(url: URL? = nil) throws {
    container = NSPersistentContainer(name: "FaveFlicks")
    if let url {
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    // Xcode's template stops the program here; whoever names a file is told what is wrong with it instead.
    if let failure { throw failure }
    container.viewContext.automaticallyMergesChangesFromParent = true
  }
}
