/// Findings about entities, names and inheritance.
extension Diagnostic {
  static func notAnIdentifier(_ name: String, kind: String, of owner: String?) -> Diagnostic {
    let place = owner.map { " of '\($0)'" } ?? ""
    let reason =
      if name.isEmpty {
        "it is empty"
      } else if name.utf8.count > Names.lengthLimit {
        "it has more than \(Names.lengthLimit) bytes"
      } else {
        "a name has letters, digits and '_', and begins with no digit"
      }
    return Diagnostic(.error, "'\(name)' cannot be the name of \(kind)\(place): \(reason)")
  }

  static func reservedEntityName(_ name: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(name)' cannot be the name of an entity: XML stores use 'store', 'ref' and 'store-metadata' \
      themselves; choose another name
      """)
  }

  static func reservedPropertyName(_ name: String, of owner: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(name)' of '\(owner)' is a name that every NSManagedObject already has; choose another name
      """)
  }

  static func hazardousPropertyName(_ name: String, of owner: String) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      '\(name)' of '\(owner)' is a method of every NSManagedObject on Apple's platforms; a model that \
      is used there needs another name
      """)
  }

  static func duplicateEntity(_ name: String, first: Location?) -> Diagnostic {
    Diagnostic(
      .error, "entity '\(name)' is declared twice\(line(first)); give one of them another name")
  }

  static func duplicateProperty(
    _ name: String, of owner: String, first: Location?
  ) -> Diagnostic {
    Diagnostic(
      .error, "'\(name)' of '\(owner)' is declared twice\(line(first)); remove or rename one")
  }

  static func inheritedProperty(
    _ name: String, of owner: String, ancestor: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      """
      '\(name)' of '\(owner)' is declared by '\(ancestor)' already, from which '\(owner)' inherits \
      it; remove it here
      """)
  }

  static func differByCase(_ kind: String, _ name: String, _ other: String) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      \(kind) '\(name)' and '\(other)' differ by case only; stores in Apple's XML format cannot tell \
      them apart
      """)
  }

  static func unknownParent(_ parent: String, of name: String, known: [String]) -> Diagnostic {
    misnamed(
      parent, among: known, "entity '\(name)' names parent '\(parent)', which is not an entity")
  }

  static func ownParent(_ name: String) -> Diagnostic {
    Diagnostic(
      .error, "entity '\(name)' is its own parent; remove 'parentEntity', or name another entity")
  }

  static func parentCycle(_ names: [String]) -> Diagnostic {
    Diagnostic(
      .error,
      "entity inherits from itself: \(circle(names, "under")); one of them must have another parent"
    )
  }

  static func deepInheritance(_ name: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .error,
      "entity '\(name)' inherits through more than \(limit) others; give it a parent nearer the root"
    )
  }

  static func tooManyProperties(_ name: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .error,
      """
      with entity '\(name)' the model has more than \(limit) properties, inherited ones and parts of \
      composites counted; leave some out
      """)
  }

  static func mergeConflict(_ kind: String, _ name: String) -> Diagnostic {
    Diagnostic(
      .error,
      "\(kind) '\(name)' is in two of the models and differs; only parts that are the same can be merged"
    )
  }

  static func badCodeGeneration(_ text: String, of name: String) -> Diagnostic {
    misnamed(
      text, among: ["class", "category"], severity: .warning,
      "'codeGenerationType' of entity '\(name)' is '\(text)'; 'class' and 'category' are known")
  }

  /// `'A' under 'B' under 'A'`; of large circles the beginning.
  static func circle(_ names: [String], _ relation: String) -> String {
    var shown = names.prefix(10).map { "'\($0)'" }
    if names.count > 10 { shown.append("\(names.count - 10) others") }
    return (shown + shown.prefix(1)).joined(separator: " \(relation) ")
  }

  /// `, first in line 7`, where the place is known.
  static func line(_ place: Location?) -> String {
    place?.line.map { ", first in line \($0)" } ?? ""
  }
}
