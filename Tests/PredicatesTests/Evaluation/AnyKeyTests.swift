import Foundation
import Predicates
import Testing

@Suite("ANYKEY")
struct AnyKeyTests {
  private struct Movie {
    var title = "Alien"
    var year = 1979
  }

  /// Answers keys, and does not say which.
  private final class Closed: KeyValueCoding {
    let stored = "x"
    func value(forKey key: String) -> Any? { key == "title" ? "Alien" : nil }
  }

  /// Answers keys, and says which.
  private final class Open: KeyValueCoding {
    let stored = "x"
    func value(forKey key: String) -> Any? { key == "title" ? "Alien" : nil }
    var propertyKeys: [String]? { ["title", "subtitle"] }
  }

  @Test("asks an object for the keys that it says it has, else for what it stores")
  func keys() throws {
    #expect(try holds("ANYKEY == 'Alien'", for: Open()))
    #expect(try !holds("ANYKEY == 'x'", for: Open()))
    #expect(try holds("ANYKEY == nil", for: Open()))
    #expect(try holds("ANYKEY == 'x'", for: Closed()))
    #expect(try !holds("ANYKEY == 'Alien'", for: Closed()))
    #expect(try holds("ANYKEY > 1978", for: Movie()))
    #expect(try holds("ANYKEY CONTAINS 'lie'", for: ["title": "Alien", "year": 1979]))
    #expect(try !holds("ANYKEY == 'Alien'", for: nil))
  }
}
