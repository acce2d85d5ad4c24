import Foundation
import Predicates
import Testing

/// A value without keys.
private struct Movie: Sendable {
  var title: String
}

/// What a child process prints as it stops.
private func lastWords(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

@Suite("Mistakes in sorting")
struct SortingMisuseTests {
  @Test("a key that a value lacks stops the program with a near one")
  func unknownKey() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let movies = [Movie(title: "Alien"), Movie(title: "Brazil")]
      _ = movies.sorted(using: [NSSortDescriptor(key: "titel", ascending: true)])
    }
    #expect(
      lastWords(result).contains(
        "cannot sort by 'titel': 'Movie' has no property 'titel'; did you mean 'title'?"))
  }

  @Test("so does a key behind another, and a collection operator that is none")
  func unknownPath() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = [["movie": Movie(title: "Alien")]].sorted(using: [
        NSSortDescriptor(key: "movie.year", ascending: true)
      ])
    }
    #expect(
      lastWords(result).contains("cannot sort by 'movie.year': 'Movie' has no property 'year'"))
  }

  @Test("a predicate says what it lacks, too")
  func predicate() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = [Movie(title: "Alien")].filtered(using: NSPredicate(format: "titel == 'Alien'"))
    }
    #expect(
      lastWords(result).contains("'Movie' has no property 'titel'; did you mean 'title'?"))
  }
}
