import Foundation
import Predicates
import Testing

/// A million formats, or as many as FORMAT_CASES says.
@Suite("Formats that are nearly right")
struct FormatFuzzTests {
  static let cases =
    ProcessInfo.processInfo.environment["FORMAT_CASES"].flatMap { Int($0) } ?? 1_000_000
  static let shares = 8

  @Test("are read or refused; what is read prints what reads equal", arguments: 0..<shares)
  func mutated(_ share: Int) throws {
    var mutator = FormatMutator(UInt64(share))
    var read = 0
    for number in 0..<Self.cases / Self.shares {
      let format = number % 4 == 0 ? mutator.pieces() : mutator.next()
      do throws(PredicateFormatError) {
        let predicate = try NSPredicate(validating: format, arguments: [])
        read += 1
        let again = try NSPredicate(validating: predicate.predicateFormat)
        guard again == predicate else {
          Issue.record("'\(format)' prints \(predicate), which reads as \(again)")
          return
        }
        if read % 16 == 0, again.hash != predicate.hash {
          Issue.record("'\(format)' prints what has another hash")
          return
        }
      } catch {
        guard error.format == format else {
          Issue.record("'\(format)' prints '\(error.format)', which cannot be read")
          return
        }
        // The text costs more than finding the mistake.
        if number % 64 == 0 { check(error) }
      }
    }
    #expect(read > Self.cases / Self.shares / 20)
  }

  private func check(_ error: PredicateFormatError) {
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3, "\(error)")
    #expect(error.column >= 1 && error.column <= error.format.count + 1)
    #expect(!error.message.isEmpty)
  }
}
