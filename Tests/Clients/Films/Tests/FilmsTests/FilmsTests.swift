import OpenCoreData
import Testing

@testable import Films

@Suite("Classes of another package")
struct FilmsTests {
  @Test("generated and hand-written classes are those of the objects")
  @MainActor
  func classes() async throws {
    let context = try await Library().container.viewContext
    // Nothing has mentioned the class yet; it is found in the module whose resources the model is among.
    let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
    #expect(person is Person)
    let movie = Movie(context: context)
    #expect(movie.title == "untitled")
    movie.default = "x"
    let ticket = Ticket(context: context)
    ticket.price = 1.5
    movie.addToTickets(ticket)
    #expect(ticket.movie === movie)
    #expect(movie.tickets == [ticket])
    #expect(movie.value(forKey: Movie.Keys.default) as? String == "x")
  }

  @Test("a function that checks a property is found by its name")
  @MainActor
  func validation() async throws {
    let context = try await Library().container.viewContext
    let ticket = Ticket(context: context)
    ticket.seat = 501
    #expect(throws: Ticket.NoSuchSeat.self) { try ticket.validateForInsert() }
    ticket.seat = -1
    try ticket.validateForInsert()
    #expect(ticket.seat == 0 && ticket.managedObjectContext === context)
  }
}
