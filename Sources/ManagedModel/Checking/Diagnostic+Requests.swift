/// Findings about fetch requests, indexes, constraints and configurations.
extension Diagnostic {
  static func unknownRequestEntity(
    _ name: String, of subject: String, known: [String]
  ) -> Diagnostic {
    misnamed(name, among: known, "\(subject) asks for '\(name)', which is not an entity")
  }

  static func badResultType(_ text: String, of subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      'resultType' of \(subject) is '\(text)'; 0 (objects), 1 (their ids), 2 (dictionaries) or 4 (a \
      count) is expected
      """)
  }

  static func missingRequest(_ subject: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) has no fetch request; add an element 'fetchRequest' to it")
  }

  static func duplicateTemplate(_ name: String, first: Location?) -> Diagnostic {
    Diagnostic(
      .error,
      "fetch request '\(name)' is declared twice\(line(first)); give one of them another name")
  }

  static func duplicateConfiguration(_ name: String, first: Location?) -> Diagnostic {
    Diagnostic(
      .error, "configuration '\(name)' is declared twice\(line(first)); make one of the two")
  }

  static func unknownMember(
    _ name: String, of configuration: String, known: [String]
  ) -> Diagnostic {
    misnamed(
      name, among: known, "configuration '\(configuration)' names '\(name)', which is not an entity"
    )
  }

  static func duplicateIndex(_ name: String, of owner: String, first: Location?) -> Diagnostic {
    Diagnostic(
      .error,
      "index '\(name)' of '\(owner)' is declared twice\(line(first)); give one of them another name"
    )
  }

  static func unknownIndexed(
    _ name: String, by subject: String, owner: String, known: some Sequence<String>
  ) -> Diagnostic {
    misnamed(name, among: known, "\(subject) names '\(name)', which '\(owner)' does not have")
  }

  static func unknownCollation(_ text: String, of subject: String) -> Diagnostic {
    Diagnostic(
      .warning,
      "\(subject) has the type '\(text)'; 'Binary' and 'RTree' are known; it is read as 'Binary'")
  }

  static func unknownOrder(_ text: String, of subject: String) -> Diagnostic {
    Diagnostic(
      .error, "\(subject) has the order '\(text)'; 'ascending' or 'descending' is expected")
  }

  static func unknownConstrained(
    _ name: String, owner: String, known: some Sequence<String>
  ) -> Diagnostic {
    misnamed(
      name, among: known,
      "a uniqueness constraint of '\(owner)' names '\(name)', which it does not have")
  }

  static func constrainedToMany(_ name: String, owner: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      a uniqueness constraint of '\(owner)' names '\(name)', a to-many relationship; only attributes \
      and to-one relationships can be unique
      """)
  }
}
