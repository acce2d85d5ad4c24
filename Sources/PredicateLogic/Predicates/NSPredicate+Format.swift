import Foundation

extension PredicateCluster {
  /// Makes a predicate from a format: `NSPredicate(format: "name CONTAINS[cd] %@", text)`.
  ///
  /// Arguments take the places of `%@` (any value), `%K` (a key path), `%d` and its kin (whole numbers), `%f` (numbers)
  /// and `%s` (text). A format that is wrong is a mistake of the programmer and stops the program; formats that
  /// users write go to ``init(validating:arguments:)``.
  public init(format: String, _ arguments: Any?...) {
    self = Self.adopt(
      trapping(format) { () throws(PredicateFormatError) in
        try NSPredicate.parse(format, arguments)
      })
  }

  /// Makes a predicate from a format and an array of arguments.
  public init(format: String, argumentArray arguments: [Any]?) {
    self = Self.adopt(
      trapping(format) { () throws(PredicateFormatError) in
        try NSPredicate.parse(format, arguments ?? [])
      })
  }

  /// Makes a predicate from a format that may be wrong.
  ///
  /// Not in Apple's framework, where a wrong format always raises an exception.
  public init(
    validating format: String, arguments: [Any?] = []
  ) throws(PredicateFormatError) {
    self = Self.adopt(try NSPredicate.parse(format, arguments))
  }
}

extension NSPredicate {
  fileprivate static func parse(
    _ format: String, _ arguments: [Any?]
  ) throws(PredicateFormatError) -> NSPredicate {
    do throws(FormatFailure) {
      var parser = try FormatParser(format, arguments)
      return try parser.predicate()
    } catch {
      throw PredicateFormatError(error, format)
    }
  }
}

/// What a format makes, or the end of the program with the error's text.
func trapping<Parsed>(
  _ format: String, _ parse: () throws(PredicateFormatError) -> Parsed
) -> Parsed {
  do throws(PredicateFormatError) {
    return try parse()
  } catch {
    // Not a precondition: those have no text in an optimised program.
    fatalError(error.description)
  }
}
