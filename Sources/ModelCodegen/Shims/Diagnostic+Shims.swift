import ManagedModel

/// What keeps a property or function marked `@NSManaged` from being supplied.
extension Diagnostic {
  static func refused(_ member: RefusedMember, at place: Location) -> Diagnostic {
    let name = member.name
    let message =
      switch member.reason {
      case .local:
        "a class with '@NSManaged' members must not stand in a function or a closure: the names of their "
          + "accessors cannot be known; move it out"
      case .generic:
        "'\(name)' is marked '@NSManaged' in a generic class, or in one that stands in a generic type, which "
          + "no entity can have; declare the class outside, without parameters"
      case .modifier(let modifier):
        "'\(name)' is marked '@NSManaged' and '\(modifier)', which do not go together; remove '\(modifier)'"
      case .withoutType:
        "'\(name)' is marked '@NSManaged' and has no type; write one, as in '\(name): String?'"
      case .function(let what):
        "'\(name)' is marked '@NSManaged' and has \(what), which none of the functions has that Core Data "
          + "makes; remove the mark and write a body"
      }
    return Diagnostic(.error, message, at: place)
  }

  static func malformedNote(at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "a note about a type says its kind, its module and its name: '// coredata:type struct Geometry.Point'; "
        + "the kinds are class, struct, enum, protocol, and typealias with '= Type' after the name",
      at: place)
  }

  static func noteInsideUnknown(_ note: TypeNote, at place: Location) -> Diagnostic {
    let outer = note.path.dropLast().joined(separator: ".")
    return Diagnostic(
      .error,
      "this note is about a type inside '\(outer)', of which nothing is known; add a note about that: "
        + "'// coredata:type class \(note.module).\(outer)'",
      at: place)
  }

  static func unknownOwner(
    _ name: String, member: String, modules: [String], at place: Location
  ) -> Diagnostic {
    Diagnostic(
      .error,
      "'\(member)' is marked '@NSManaged' in an extension of '\(name)', which this target does not declare; "
        + "say which module does, in a comment: \(note("class", name, modules))",
      at: place)
  }

  /// What to write about a type, for each module that the file imports.
  private static func note(_ kind: String, _ type: String, _ modules: [String]) -> String {
    modules.map { "'// coredata:type \(kind) \($0).\(type)'" }.joined(separator: " or ")
  }

  static func ownerIsGeneric(_ name: String, member: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "'\(member)' is marked '@NSManaged' in '\(name)', which is generic or stands in a generic type, so that "
        + "no entity can have it for its class; declare the class outside, without parameters",
      at: place)
  }

  static func ownerIsNoClass(_ name: String, member: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error, "'\(member)' is marked '@NSManaged' in '\(name)', which is not a class", at: place)
  }

  static func ownerInFile(_ name: String, member: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "'\(member)' is marked '@NSManaged' in '\(name)', which can be seen in this file only, so that its "
        + "accessors cannot be supplied; make the class internal or public",
      at: place)
  }

  static func problem(
    _ problem: MemberShim.Problem, of shim: MemberShim, modules: [String], at place: Location
  ) -> Diagnostic {
    let name = shim.member.name
    switch problem {
    case .type(let failure):
      return Diagnostic(.error, subject(failure, of: name, modules), at: place)
    case .unknownFunction:
      return Diagnostic(
        .error,
        "'\(name)' is marked '@NSManaged' and is none of the functions that Core Data makes: addTo…(_:), "
          + "removeFrom…(_:), insertInto…(_:at:), removeFrom…(at:), replace…(at:with:); name its property in "
          + "'@objc(add…Object:)' and the like, or remove the mark and write a body",
        at: place)
    case .tooManyVersions:
      return Diagnostic(
        .error,
        "the type of '\(name)' depends on too many conditions of '#if'; declare its types under fewer",
        at: place)
    }
  }

  private static func subject(
    _ failure: TypeResolver.Failure, of name: String, _ modules: [String]
  ) -> String {
    switch failure {
    case .unknown(let type):
      "the type '\(type)' of '\(name)' is declared neither in this target nor in Foundation; say which "
        + "module declares it, and what it is, in a comment: \(note("class", type, modules)), or with 'struct', "
        + "'enum' or 'protocol' in place of 'class', whichever it is"
    case .inFile(let type):
      "the type '\(type)' of '\(name)' can be seen in this file only, so that the accessors of '\(name)' "
        + "cannot be supplied; make '\(type)' internal or public"
    case .refused(let what):
      "'\(name)' is marked '@NSManaged' and has \(what) for a type, which no attribute can hold; make it a "
        + "struct or a class"
    case .generic(let type):
      "the type '\(type)' of '\(name)' is declared inside a generic type, or is generic itself in a way that "
        + "accessors cannot be made for; declare it outside"
    case .excessive:
      "the type of '\(name)' is nested too deeply, or its type aliases go in a circle; simplify it"
    }
  }
}
