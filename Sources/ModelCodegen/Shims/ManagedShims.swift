package import ManagedModel

/// The bodies of what a target marks `@NSManaged`.
///
/// On Apple's platforms the runtime makes them. Elsewhere the compiler accepts the mark, calls the getter, the
/// setter or the function, and leaves them to the linker; this makes one Swift file with functions under the
/// names that the linker looks for, which belongs to the same target.
package struct ManagedShims: Sendable {
  /// What was found; with an error among it, the text is not complete.
  package private(set) var diagnostics: [Diagnostic] = []
  /// The file; empty where nothing is marked.
  package private(set) var text = ""
  /// The names that are supplied, in the order of the sources.
  package private(set) var symbols: [String] = []

  /// A module that the target imports, and the sources of it that can be read.
  package struct Library: Sendable {
    /// The module's name.
    package var module: String
    /// Its files.
    package var sources: [SwiftSource]

    /// Makes a library of a module and its files.
    package init(module: String, sources: [SwiftSource]) {
      self.module = module
      self.sources = sources
    }
  }

  /// Makes the file for a target.
  ///
  /// - Parameters:
  ///   - module: the name of the target's module.
  ///   - sources: all of the target's files, those that are generated included.
  ///   - libraries: modules that the target imports, for the types that they declare; what is not among them
  ///     and not of Swift or Foundation needs a note in the target: `// coredata:type KIND Module.Name`.
  ///   - entities: those of the models of the target and of its libraries, against which the members of their classes
  ///     are held.
  package init(
    module: String, sources: [SwiftSource], libraries: [Library] = [],
    entities: [EntityMembers] = []
  ) {
    let target = ScannedTarget(module: module, sources: sources, libraries: libraries)
    var writer = ShimWriter(target, MemberCheck(entities: entities, target: target))
    writer.write()
    text = writer.text
    symbols = writer.symbols
    let places = Dictionary(
      sources.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    diagnostics = (target.diagnostics + writer.diagnostics).sorted { left, right in
      let files = [left, right].map { places[$0.location.file ?? ""] ?? 0 }
      return (files[0], left.location.line ?? 0, left.location.column ?? 0)
        < (files[1], right.location.line ?? 0, right.location.column ?? 0)
    }
  }
}
