import CoreData

struct PersistenceController {
  static let shared = PersistenceController()

  /// A store in memory with some restaurants, to try things out.
  static var preview: PersistenceController = {
    let controller = PersistenceController(inMemory: true)
    let context = controller.container.viewContext
    Restaurant.addSamples(to: context)
    do {
      try context.save()
    } catch {
      fatalError("The samples cannot be saved: \(error.localizedDescription)")
    }
    return controller
  }()

  let container: NSPersistentContainer

  /// Opens the store in the default folder, or the file that the user chose, or one that lives in memory.
  init(inMemory: Bool = false, url: URL? = nil) {
    container = NSPersistentContainer(name: "FoodPin")
    if inMemory {
      container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: "/dev/null")
    } else if let url {
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }
    container.loadPersistentStores { _, error in
      if let error = error as NSError? {
        fatalError("Unresolved error \(error), \(error.userInfo)")
      }
    }
    container.viewContext.automaticallyMergesChangesFromParent = true
  }
}
