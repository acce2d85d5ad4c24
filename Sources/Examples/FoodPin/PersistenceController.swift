import CoreData

struct PersistenceController {
  /// A store in memory with some restaurants, to try things out.
  static func preview() throws -> PersistenceController {
    let controller = try PersistenceController(inMemory: true)
    let context = controller.container.viewContext
    Restaurant.addSamples(to: context)
    try context.save()
    return controller
  }

  let container: NSPersistentContainer

  /// Opens the store in the default folder, or the file that the user chose, or one that lives in memory.
  init(inMemory: Bool = false, url: URL? = nil) throws {
    container = NSPersistentContainer(name: "FoodPin")
    if inMemory {
      container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
    } else if let url {
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    // Xcode's template stops the program here; whoever names a file is told what is wrong with it instead.
    if let failure { throw failure }
    container.viewContext.automaticallyMergesChangesFromParent = true
  }
}
