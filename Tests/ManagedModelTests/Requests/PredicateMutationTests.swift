import Foundation
import ManagedModel
import Testing

/// Whatever stands where a predicate or an expression should, the model is read to its end.
@Suite("Broken predicates in models")
struct PredicateMutationTests {
  private static let predicates = [
    "title == 'Heat' AND year > 1990", "ANY tags.name BEGINSWITH[cd] 'w' OR NOT seen == YES",
    "SUBQUERY(tags, $t, $t.name == 'x' AND $t.movies.@count > 1).@count > 0",
    "year BETWEEN {1, 5} AND title IN {'a', nil, \"b\"}", "director.movies.@avg.rating >= 3.5e1",
    "released > CAST(347518800.000000, \"NSDate\")",
    "TERNARY(seen == YES, rating, 0) * 2 > (1 + 2)",
    "title MATCHES '[A-Z]+(x|y)*' && #size != $FETCH_SOURCE", "place.city LIKE 'R?m*'",
  ]
  private static let alphabet = Array("()[]{}'\"\\$@#%=<>!&|.,:*+-/ aANYx1é👍🏽\u{301}\u{0}\n")

  /// The text with one to four characters changed, left out, added or repeated.
  private static func mutation(
    of text: String, using numbers: inout SeededNumbers
  ) -> String {
    var letters = Array(text)
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let position = Int.random(in: 0..<letters.count, using: &numbers)
      let letter = alphabet[Int.random(in: 0..<alphabet.count, using: &numbers)]
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: letters[position] = letter
      case 1 where letters.count > 1: letters.remove(at: position)
      case 2: letters.insert(letter, at: position)
      case 3: letters.removeLast(letters.count - max(1, position))
      default:
        let end = min(letters.count, position + Int.random(in: 1...9, using: &numbers))
        letters += letters[position..<end]
      }
    }
    return String(letters.filter { $0 != "\0" && $0 != "\r\n" })
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      result += "&<>\"".unicodeScalars.contains(scalar) ? "&#\(scalar.value);" : String(scalar)
    }
    return result
  }

  @Test("ten thousand mutations are read, and each error has its place", arguments: 0..<10)
  func mutations(_ seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed) + 77)
    for round in 0..<100 {
      let formats = (0..<10).map { _ in
        let format = Self.predicates[Int.random(in: 0..<Self.predicates.count, using: &numbers)]
        return Self.mutation(of: format, using: &numbers)
      }
      let requests = formats.enumerated().map { number, format in
        """
            <fetchRequest name="r\(number)" entity="Movie" predicateString="\(Self.escaped(format))"/>
        """
      }
      let text = Cinema.text.replacing(
        "</model>", with: requests.joined(separator: "\n") + "\n</model>")
      let reading = Sample.read(text)
      let model = try #require(reading.model, "seed \(seed), round \(round): \(formats)")
      #expect(try model.xmlData() == Data(text.utf8))
      for finding in reading.diagnostics {
        #expect(finding.location.line != nil && !finding.message.isEmpty)
      }
      for template in model.fetchRequestTemplatesByName.values {
        #expect((template.predicate == nil) == (template.core.predicateFault != nil))
      }
    }
  }
}
