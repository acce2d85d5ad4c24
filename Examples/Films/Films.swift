import OpenCoreData

@main @MainActor
struct Films {
  static func main() async throws {
    let container = NSPersistentContainer(name: "FaveFlicks")  // finds FaveFlicks.xcdatamodeld
    let store = NSPersistentStoreDescription(url: URL(fileURLWithPath: "Films.xml"))
    store.type = NSXMLStoreType
    container.persistentStoreDescriptions = [store]
    try await container.loadPersistentStores()

    let context = container.viewContext
    let director = NSEntityDescription.insertNewObject(forEntityName: "Director", into: context)
    director.setValue("Agnès Varda", forKey: "name")
    let movie = NSEntityDescription.insertNewObject(forEntityName: "Movie", into: context)
    movie.setValue("Cléo de 5 à 7", forKey: "title")
    movie.setValue(director, forKey: "director")  // and the movie is among the director's movies
    try context.save()

    let request = NSFetchRequest<NSManagedObject>(entityName: "Movie")
    request.predicate = NSPredicate(format: "director.name BEGINSWITH[c] %@", "agnès")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    for movie in try context.fetch(request) {
      print(movie.value(forKey: "title") as? String ?? "untitled")
    }
  }
}
