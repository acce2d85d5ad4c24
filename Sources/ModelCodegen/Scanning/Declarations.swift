/// How far a declaration can be seen.
enum Access: Int, Comparable {
  case isPrivate, isFileprivate, isInternal, isPackage, isPublic

  init?(modifier: String) {
    switch modifier {
    case "private": self = .isPrivate
    case "fileprivate": self = .isFileprivate
    case "internal": self = .isInternal
    case "package": self = .isPackage
    case "public", "open": self = .isPublic
    default: return nil
    }
  }

  static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }

  /// Whether it reaches no further than the file.
  var isInFile: Bool { self <= .isFileprivate }
}

/// What stands around a declaration: an extension or nothing, and types inside.
struct ScopePath: Hashable {
  /// The name of the extended type as it is written; nil outside of extensions.
  var extended: [String]?
  /// The names of the types around it, from outside, without the extended one.
  var names: [String] = []

  /// The names, those of the extended type first.
  var written: [String] { (extended ?? []) + names }

  func appending(_ name: String) -> ScopePath {
    ScopePath(extended: extended, names: names + [name])
  }
}

/// A type that a file declares.
struct ScannedType {
  enum Kind: String {
    case `class`, `struct`, `enum`, `protocol`, `typealias`
  }

  var kind: Kind
  var name: String
  var scope: ScopePath
  /// What it can be seen from, the types around it considered.
  var access: Access
  /// Whether it or a type around it has generic parameters.
  var isGeneric: Bool
  /// The first types of its inheritance clause, or what a type alias stands for.
  var bases: [TypeSyntax] = []
  /// The condition under which it is compiled.
  var condition: String?
}

/// An import that a file has.
struct ScannedImport: Hashable {
  var attributes: [String]
  var access: Access?
  /// `struct`, `class` and so on where one declaration is imported.
  var kind: String?
  var path: [String]
  var condition: String?
}

/// A property or a function that is marked `@NSManaged`.
struct ManagedMember {
  struct Parameter {
    var label: String?
    var type: TypeSyntax
  }

  enum Kind {
    case property(TypeSyntax)
    case function([Parameter])
  }

  var kind: Kind
  var name: String
  var scope: ScopePath
  /// What may call it, or get it.
  var access: Access
  /// What may set it.
  var setterAccess: Access
  /// The selector of its `@objc(…)` attribute.
  var selector: String?
  /// The condition under which it is compiled.
  var condition: String?
  /// Where its name stands.
  var offset: Int
}

/// What a `@NSManaged` member may not be.
struct RefusedMember {
  enum Reason: Equatable {
    /// A class in a function or a closure, whose symbols depend on what stands before it.
    case local
    /// A class with generic parameters.
    case generic
    /// `static`, `class`, `weak`, `unowned`, `lazy`.
    case modifier(String)
    case withoutType
    /// A function that is not one of those that Core Data makes: what it has.
    case function(String)
  }

  var name: String
  var reason: Reason
  var offset: Int
}
