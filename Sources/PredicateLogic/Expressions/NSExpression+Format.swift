import Foundation

extension NSExpression {
  /// Makes an expression from a format: `NSExpression(format: "price * %d", 3)`.
  ///
  /// A format that is wrong is a mistake of the programmer and stops the program; formats that users write go to
  /// ``init(validating:arguments:)``.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(
      trapping(format) { () throws(PredicateFormatError) in
        try NSExpression.parse(format, arguments)
      })
  }

  /// Makes an expression from a format and an array of arguments.
  public convenience init(format: String, argumentArray arguments: [Any]?) {
    self.init(
      trapping(format) { () throws(PredicateFormatError) in
        try NSExpression.parse(format, arguments ?? [])
      })
  }

  /// Makes an expression from a format that may be wrong.
  ///
  /// Not in Apple's framework, where a wrong format always raises an exception.
  public convenience init(
    validating format: String, arguments: [Any?] = []
  ) throws(PredicateFormatError) {
    self.init(try NSExpression.parse(format, arguments))
  }

  private static func parse(
    _ format: String, _ arguments: [Any?]
  ) throws(PredicateFormatError) -> ExpressionForm {
    do throws(FormatFailure) {
      var parser = try FormatParser(format, arguments)
      return try parser.expression().form
    } catch {
      throw PredicateFormatError(error, format)
    }
  }
}
