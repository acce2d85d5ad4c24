import CoreData

struct PersistenceController {
  static let shared = PersistenceController()

  let container: NSPersistentContainer

  /// Opens the store in the default folder, or the file that the user chose.
  init(url: URL? = nil) {
    container = NSPersistentContainer(name: "FaveFlicks")
    if let url {
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }
    container.loadPersistentStores { _, error in
      if let error {
        fatalError(error.localizedDescription)
      }
    }
    container.viewContext.automaticallyMergesChangesFromParent = true
  }
}
