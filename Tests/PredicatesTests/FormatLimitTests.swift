import Foundation
import Predicates
import Testing

@Suite("Limits of a format")
struct FormatLimitTests {
  /// Formats that nest in every way there is, at a depth.
  static let nestings: [@Sendable (Int) -> String] = [
    { String(repeating: "(", count: $0) + "a == 1" + String(repeating: ")", count: $0) },
    { String(repeating: "(", count: $0) + "a" + String(repeating: ")", count: $0) + " == 1" },
    { String(repeating: "NOT ", count: $0) + "a == 1" },
    { String(repeating: "-", count: $0) + "a == 1" },
    { String(repeating: "~", count: $0) + "a == 1" },
    { "a == " + String(repeating: "{", count: $0) + String(repeating: "}", count: $0) },
    { "a == " + String(repeating: "b + (", count: $0) + "1" + String(repeating: ")", count: $0) },
    { "a == 1" + String(repeating: " + 1", count: $0) },
    { "a" + String(repeating: "[0]", count: $0) + " == 1" },
    { "a" + String(repeating: "[a", count: $0) + String(repeating: "]", count: $0) + " == 1" },
    { String(repeating: "abs(", count: $0) + "a" + String(repeating: ")", count: $0) + " == 1" },
    { String(repeating: "$x := ", count: $0) + "1 == 1" },
    { "a" + String(repeating: " UNION a", count: $0) + " == 1" },
    {
      String(repeating: "CAST(", count: $0) + "a" + String(repeating: ", 'T')", count: $0) + " == 1"
    },
    {
      String(repeating: "TERNARY(a == ", count: $0) + "1" + String(repeating: ", 1, 2)", count: $0)
        + " == 1"
    },
    {
      String(repeating: "SUBQUERY(a, $x, a == ", count: $0) + "1"
        + String(repeating: ")", count: $0) + " == 1"
    },
    {
      String(repeating: "FUNCTION(", count: $0) + "a" + String(repeating: ", 'b')", count: $0)
        + " == 1"
    },
    {
      String(repeating: "a == 1 AND (b == 2 OR (", count: $0) + "c == 3"
        + String(repeating: "))", count: $0)
    },
  ]

  /// Those that nest two things in each step.
  static let deepNestings = [14, 15, 17]

  @Test(
    "a depth that programs need is read, printed, compared and freed on a small stack",
    arguments: nestings.indices)
  func fine(_ index: Int) async throws {
    let format = Self.nestings[index](Self.deepNestings.contains(index) ? 45 : 90)
    let equal = try await onSmallStack {
      let predicate = try NSPredicate(validating: format)
      let again = try NSPredicate(validating: predicate.predicateFormat)
      return again == predicate && again.hash == predicate.hash
        && again.withSubstitutionVariables(["y": 1]) == predicate && again.variables.isEmpty
    }
    #expect(equal)
  }

  @Test(
    "the deepest format is read on a small stack, deeper ones are an error",
    arguments: nestings.indices)
  func tooDeep(_ index: Int) async throws {
    for depth in [100, 140, 148, 149, 150, 151, 200, 400, 2000, 20_000] {
      let format = Self.nestings[index](depth)
      let message = try await onSmallStack { () -> String? in
        do throws(PredicateFormatError) {
          let predicate = try NSPredicate(validating: format)
          let again = try NSPredicate(validating: predicate.predicateFormat)
          return again == predicate && again.hash == predicate.hash ? nil : "differs"
        } catch {
          return error.message
        }
      }
      if depth <= 100 && !Self.deepNestings.contains(index) { #expect(message == nil) }
      if depth > 150 || message != nil {
        #expect(message == "parts are nested more than 150 deep; join fewer of them")
      }
    }
  }

  @Test("a chain of thousands is flat", arguments: ["AND", "OR"])
  func chains(_ word: String) async throws {
    let format = (0..<5000).map { "a\($0) == \($0)" }.joined(separator: " \(word) ")
    let count = try await onSmallStack {
      let predicate = try NSPredicate(validating: format)
      let again = try NSPredicate(validating: predicate.predicateFormat)
      return again == predicate ? (predicate as? NSCompoundPredicate)?.subpredicates.count : nil
    }
    #expect(count == 5000)
  }

  @Test("long paths, lists and texts are no matter of depth")
  func long() throws {
    let keys = (0..<5000).map { "k\($0)" }
    #expect(try parsed(keys.joined(separator: ".") + " == 1").predicateFormat.count > 10_000)
    #expect(
      try parsed("a IN {" + keys.joined(separator: ", ") + "}").predicateFormat.count > 10_000)
    let text = String(repeating: "x", count: 100_000)
    #expect(try parsed("a == '\(text)'").predicateFormat == "a == \"\(text)\"")
  }

  @Test("the longest format is 8 MiB")
  func tooLong() throws {
    let error = try failure("a == '" + String(repeating: "x", count: 1 << 23) + "'")
    #expect(error.message == "the format has more than 8388608 bytes")
    #expect(error.column == 1)
  }

  @Test("time grows as length does where parentheses leave open what they hold")
  func linear() throws {
    let clock = ContinuousClock()
    let nested = Self.nestings[0](149)
    let once = try clock.measure { _ = try parsed(nested) }
    // Would take years if each parenthesis were tried twice.
    #expect(once < .seconds(1))
  }

  /// What a block returns on a thread with the stack that threads of Dispatch have.
  private func onSmallStack<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try body() }) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
