/// Findings about a file before anything in it is understood.
extension Diagnostic {
  static func emptyDocument(at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "the file is empty: there is no document; a model is an XML document 'model'",
      at: place)
  }

  static func tooLarge(limit: Int, at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "the file has more than the \(limit) bytes that such a file may have; it is probably another one",
      at: place)
  }

  static func tooManyElements(limit: Int, at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "here begins one element more than the \(limit) that a model may have; divide it into several",
      at: place)
  }

  static func tooManyAttributes(limit: Int, at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "this element has more than the \(limit) attributes that one may have", at: place)
  }

  static func unreadable(_ reason: String, at place: Location) -> Diagnostic {
    Diagnostic(.error, "this cannot be read: \(reason)", at: place)
  }

  static func invalidByte(_ byte: UInt8, encoding: String, at place: Location) -> Diagnostic {
    let hex = String(byte, radix: 16, uppercase: true)
    return Diagnostic(
      .error,
      """
      byte 0x\(hex) is not \(encoding), as which the document is read; save it as UTF-8, or declare \
      its encoding in the first line
      """, at: place)
  }

  static func notInDeclaredEncoding(_ name: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "the document says that it is \(name), but its bytes are not; save it as UTF-8",
      at: place)
  }

  static func unknownEncoding(
    _ name: String, known: [String], at place: Location
  ) -> Diagnostic {
    let others = known.joined(separator: ", ")
    return Diagnostic(
      .error,
      "encoding '\(name)' is not supported; save the document as UTF-8 (also read: UTF-16, \(others))",
      at: place)
  }

  static func notWellFormed(_ reason: String, at place: Location) -> Diagnostic {
    Diagnostic(.error, "not well-formed XML: \(reason)", at: place)
  }

  static func endsEarly(_ reason: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "not well-formed XML: the end of the file comes too early (\(reason))", at: place)
  }

  static func documentType(at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "a document type is not allowed in a model: nothing in it is read or expanded; remove it",
      at: place)
  }

  static func parserUnavailable(at place: Location) -> Diagnostic {
    Diagnostic(.error, "libxml2 has no memory for a parser", at: place)
  }

  static func grammar(_ reason: String, element: String) -> Diagnostic {
    Diagnostic(
      .error,
      "'\(element)' is not as the grammar of models wants it (Schemas/xcdatamodel.rng): \(reason)")
  }

  static func omitted(_ count: Int) -> Diagnostic {
    Diagnostic(.note, "\(count) more findings are not shown; mend the first ones and check again")
  }
}
