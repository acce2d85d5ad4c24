import Foundation
import PredicateLogic

/// Formats of predicates.
///
/// What can be read must print what reads equal; what cannot must have an error with a text.
enum PredicateTarget {
  static func check(_ bytes: [UInt8]) {
    let format = String(decoding: bytes, as: UTF8.self)
    let arguments: [Any?] = ["a.b", 1, nil, 2.5, ["x", "y"]]
    let wanted = format.utf8.count { $0 == UInt8(ascii: "%") }
    do throws(PredicateFormatError) {
      let predicate = try PredicateLogic.NSPredicate(
        validating: format, arguments: Array(arguments.prefix(wanted)))
      let printed = predicate.predicateFormat
      guard let again = try? PredicateLogic.NSPredicate(validating: printed) else {
        fatalError("'\(format)' prints '\(printed)', which cannot be read")
      }
      demand(again == predicate && again.hash == predicate.hash)
      demand(again.predicateFormat == printed)
    } catch {
      demand(error.column >= 1 && !error.description.isEmpty)
    }
  }
}
