/// What generated classes look like, where the model leaves a choice.
package struct ClassOptions: Hashable, Sendable {
  /// Which types have a `?`.
  package enum Optionality: String, CaseIterable, Sendable {
    /// As Xcode writes them: objects always, numbers never.
    case xcode
    /// As the model says: what is required and has a default value is never nil; numbers are Swift's.
    case model
  }

  /// The types of to-many relationships.
  package enum ToManyTypes: String, CaseIterable, Sendable {
    /// `NSSet`, as Xcode writes it.
    case untyped
    /// `Set<Movie>`.
    case typed
  }

  /// Who sees the classes and their members.
  package enum Access: String, CaseIterable, Sendable {
    case `public`, `package`, `internal`

    /// The word in front of a declaration or an import, with a space; empty where none is needed.
    var prefix: String { self == .internal ? "" : "\(rawValue) " }
  }

  /// The module that declares `NSManagedObject`.
  package enum Module: String, CaseIterable, Sendable {
    case openCoreData = "OpenCoreData"
    case coreData = "CoreData"
  }

  /// Who writes the class of an entity, and what is left to the generator.
  package enum Codegen: String, CaseIterable, Sendable {
    /// The class and its properties: Xcode's "Class Definition".
    case `class`
    /// The properties, in an extension of a class written by hand: "Category/Extension".
    case category
    /// Nothing: "Manual/None".
    case manual
  }

  /// Which types have a `?`.
  package var optionality = Optionality.xcode
  /// The types of to-many relationships.
  package var toMany = ToManyTypes.untyped
  /// Who sees the classes.
  package var access = Access.public
  /// The module to import.
  package var module = Module.openCoreData
  /// Whether each class gets a `Sendable` struct of its values.
  package var hasSnapshots = false
  /// Whether each class gets constants for the names of its properties.
  package var hasKeys = false
  /// What is generated for every entity, whatever the model says of it; nil to do as it says.
  package var codegen: Codegen?
  /// The module that the classes are for, which they need not import; nil where that is not known.
  package var ownModule: String?

  /// Options as Xcode's generator has them.
  package init() {}
}
