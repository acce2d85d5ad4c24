import ManagedModel

/// What keeps a class from being written, in words.
extension Diagnostic {
  static func noClassName(entity: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      entity '\(entity)' asks for a generated class but names none; add representedClassName="\(entity)", \
      or remove 'codeGenerationType'
      """)
  }

  static func unwritableClass(_ name: String, entity: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(name)', the class of entity '\(entity)', cannot be the name of a class in Swift; a name has \
      letters, digits and '_', begins with no digit, and is not 'Any', 'Self' or '_'; change \
      'representedClassName'
      """)
  }

  static func unwritableProperty(_ name: String, entity: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(name)' of '\(entity)' cannot be the name of a property in Swift; give it another one, with \
      elementID="\(name)" where data must be kept
      """)
  }

  static func nameOfLibrary(_ name: String, entity: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(name)' of '\(entity)' is a property that this library gives every managed object; give it another \
      name, with elementID="\(name)" where data must be kept
      """)
  }

  static func sameClass(_ name: String, entity: String, other: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      entities '\(other)' and '\(entity)' both ask for a class '\(name)'; name another class for one of \
      them in 'representedClassName', or write the class by hand and remove 'codeGenerationType' of both
      """)
  }

  static func snapshotIsClass(_ name: String, entity: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      the snapshot of entity '\(entity)' would be called '\(name)Snapshot', which is another entity's \
      class; name another class for one of them in 'representedClassName', or ask for no snapshot
      """)
  }

  static func keysIsProperty(entity: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      'Keys' of '\(entity)' has the name of the constants for the names of the properties; rename it, or ask \
      for no constants
      """)
  }

  static func sameMethods(
    _ name: String, _ other: String, suffix: String, entity: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      """
      relationships '\(other)' and '\(name)' of '\(entity)' would both have a method \
      'addTo\(suffix)(_:)'; rename one of them
      """)
  }

  static func notAType(
    _ text: String, of name: String, entity: String, source: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(text)', the type that \(source) gives '\(name)' of '\(entity)', is not one in Swift; expected a \
      name, as in 'Rating', 'Shapes.Point' or '[String]'
      """)
  }

  static func unknownChoice(
    _ key: String, value: String, entity: String, known: [String]
  ) -> Diagnostic {
    Diagnostic(
      .error,
      """
      user info '\(key)' of entity '\(entity)' is '\(value)'; expected \
      \(known.map { "'\($0)'" }.joined(separator: " or "))
      """)
  }
}
