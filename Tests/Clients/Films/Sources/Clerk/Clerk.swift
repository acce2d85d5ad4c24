import CoreData
import Films
import Foundation

@main
struct Clerk {
  @MainActor
  static func main() async throws {
    let context = try await Library().container.viewContext
    let varda = Person(context: context)
    varda.name = "Agnès Varda"
    let movie = Movie(context: context)
    movie.title = "Cléo de 5 à 7"
    movie.director = varda
    movie.rating = .good
    movie.votes = 7
    movie.words = ["waiting", "Paris"]
    movie.addToCast(varda)
    let ticket = Ticket(context: context)
    ticket.price = 9.5
    ticket.seat = 12
    ticket.movie = movie
    try context.save()
    context.reset()

    let request: NSFetchRequest<Movie> = Movie.fetchRequest()
    request.predicate = NSPredicate(format: "director.name BEGINSWITH %@", "Agn")
    for movie in try context.fetch(request) {
      print(movie.line, movie.rating == .good, movie.votes ?? 0, movie.words ?? [])
      print(movie.cast.count, movie.director?.cameos ?? 0, movie.tickets.map(\.seat))
      let snapshot = MovieSnapshot(movie)
      print(snapshot.title, snapshot.cast.count, snapshot.objectID == movie.objectID)
      print(extra(movie))
    }
    print(try note("seen"))
  }

  /// Writes a note into a store of the program's own model, and reads it.
  @MainActor
  private static func note(_ text: String) throws -> String {
    let container = NSPersistentContainer(name: "Notes")
    container.persistentStoreDescriptions[0].url = URL(fileURLWithPath: "/dev/null")
    var failure: Error?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let context = container.viewContext
    Note(context: context).text = text
    try context.save()
    let request: NSFetchRequest<Note> = Note.fetchRequest()
    return try context.fetch(request).compactMap(\.text).joined()
  }
}
