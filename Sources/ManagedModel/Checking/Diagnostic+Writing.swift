/// Findings about models built in code that a file cannot hold.
extension Diagnostic {
  static func unwritableText(
    _ attribute: String, of element: String, scalar: Unicode.Scalar
  ) -> Diagnostic {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let code = String(repeating: "0", count: max(0, 4 - number.count)) + number
    return Diagnostic(
      .error, "'\(attribute)' of '\(element)' has the character U+\(code), which XML cannot hold")
  }

  static func unwritableUserInfo(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      "the user info of \(subject) has something that is no text; a model file keeps texts only")
  }

  static func unwritableType(_ subject: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) has the type ObjectID, which a model file cannot state")
  }
}
