import Foundation
import Predicates
import Testing

/// A film, in plain Swift types, for predicates of Swift.
struct Film: Sendable, CustomStringConvertible {
  var title: String
  var subtitle: String?
  var year: Int
  var rating: Double
  var isSeen: Bool
  var isLent: Bool?
  var copies: Int?
  var director: Person?
  var tags: [Label]
  var genres: Set<String>
  var scores: [Int]
  var notes: [String: String]
  var released: Date

  var description: String { title }
}

final class Person: Sendable {
  let name: String
  let nickname: String?
  let awards: [Label]

  init(_ name: String, _ nickname: String? = nil, awards: [Label] = []) {
    self.name = name
    self.nickname = nickname
    self.awards = awards
  }
}

struct Label: Sendable, Hashable, Codable {
  var name: String
  var weight: Int
  var note: String?
  var parts: [Label] = []
}

extension Film {
  /// Films that differ in everything that the predicates ask.
  static let samples: [Film] = [
    Film(
      title: "Heat", subtitle: nil, year: 1995, rating: 4.5, isSeen: true, isLent: nil, copies: nil,
      director: Person("Michael Mann", nil, awards: [Label(name: "Gold", weight: 3)]),
      tags: [
        Label(name: "crime", weight: 3, note: "x"), Label(name: "la", weight: 1),
      ], genres: ["Crime", "Action"], scores: [5, 3], notes: ["shelf": "top"],
      released: Date(timeIntervalSinceReferenceDate: 0)),
    Film(
      title: "Cléo de 5 à 7", subtitle: "", year: 1962, rating: 3.5, isSeen: false, isLent: true,
      copies: 0, director: Person("Agnès Varda", "AV"),
      tags: [Label(name: "paris", weight: 2, parts: [Label(name: "la", weight: 9)])],
      genres: ["Drama"], scores: [], notes: [:],
      released: Date(timeIntervalSinceReferenceDate: 1000)),
    Film(
      title: "", subtitle: "heat", year: -3, rating: 0, isSeen: true, isLent: false, copies: 7,
      director: nil, tags: [], genres: [], scores: [1], notes: ["shelf": "low", "b": "c"],
      released: Date(timeIntervalSinceReferenceDate: -1000)),
    Film(
      title: "HEAT 2", subtitle: "Cafe\u{301}", year: 2000, rating: -1, isSeen: false, isLent: nil,
      copies: 2, director: Person("heat", "Cafe\u{301}", awards: [Label(name: "", weight: 0)]),
      tags: [Label(name: "la", weight: -1, note: "y"), Label(name: "heat", weight: 4)],
      genres: ["Action", "heat"], scores: [4, 4, 9], notes: ["shelf": "Heat"],
      released: Date(timeIntervalSinceReferenceDate: 0)),
  ]
}

/// A predicate of Swift and the format that it must become.
struct BridgingCase: Sendable, CustomTestStringConvertible {
  var format: String
  var predicate: Predicate<Film>

  init(_ format: String, _ predicate: Predicate<Film>) {
    self.format = format
    self.predicate = predicate
  }

  var testDescription: String { format }
}
