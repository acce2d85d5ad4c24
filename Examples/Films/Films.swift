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

    for movie in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Movie")) {
      print(movie.value(forKey: "title") as? String ?? "untitled")
    }
  }
}
