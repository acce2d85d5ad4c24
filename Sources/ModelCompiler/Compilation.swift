import Foundation
import ManagedModel
import ModelCodegen

/// What a target's models and sources give: files, and findings.
struct Compilation {
  /// All that was found, in the order of the inputs.
  private(set) var diagnostics: [Diagnostic] = []
  private var files: [GeneratedFile] = []
  /// The entities of the target's models and of those of its libraries.
  private var entities: [EntityMembers] = []
  /// The model that each class is of.
  private var owners: [String: String] = [:]
  private let output: URL

  /// Whether nothing may be written.
  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  init(_ invocation: Invocation) {
    output = invocation.output
    for model in invocation.models { addClasses(of: model, invocation) }
    addShims(invocation)
  }

  /// Writes the files that are not as they should be.
  func write() throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
      for file in files { try file.write(to: output) }
    } catch {
      throw .unwritable(output.path, reason: error.localizedDescription)
    }
  }

  /// Adds a file with all classes of a model.
  private mutating func addClasses(of model: URL, _ invocation: Invocation) {
    var options = ClassOptions()
    options.module = invocation.coreData
    options.ownModule = invocation.module
    let result = ClassGenerator(options).generate(modelAt: model)
    diagnostics += result.diagnostics
    entities += result.entities
    let name = model.deletingPathExtension().lastPathComponent
    let file = GeneratedFile(name: "\(name)+ManagedObjectClasses.swift", text: result.text)
    if files.contains(where: { $0.name == file.name }) {
      diagnostics.append(.sameModel(name, path: model.path))
    } else {
      for className in result.classNames {
        if let other = owners.updateValue(name, forKey: className) {
          diagnostics.append(.sameClass(className, in: other, path: model.path))
        }
      }
    }
    files.append(file)
  }

  /// Adds the file with the bodies of what is marked `@NSManaged`.
  private mutating func addShims(_ invocation: Invocation) {
    // Generated classes are sources too: properties written by hand may have them for types.
    let generated = files.map { SwiftSource(path: $0.name, text: $0.text) }
    var libraries: [ManagedShims.Library] = []
    for library in invocation.libraries {
      let classes = library.models.map { source(of: $0, library.module) }
      libraries.append(
        ManagedShims.Library(
          module: library.module, sources: read(library.sources) + classes))
    }
    let shims = ManagedShims(
      module: invocation.module, sources: read(invocation.sources) + generated,
      libraries: libraries, entities: entities)
    diagnostics += shims.diagnostics
    files.append(
      GeneratedFile(
        name: "\(invocation.module)+ManagedShims.swift",
        text: shims.text.isEmpty ? GeneratedFile.mark + "\n" : shims.text))
  }

  /// The classes of a model of another module, whose mistakes are told where that module is built.
  private mutating func source(of model: URL, _ module: String) -> SwiftSource {
    var options = ClassOptions()
    options.ownModule = module
    let result = ClassGenerator(options).generate(modelAt: model)
    entities += result.entities
    return SwiftSource(path: model.lastPathComponent, text: result.text)
  }

  private mutating func read(_ paths: [String]) -> [SwiftSource] {
    paths.compactMap { path in
      do {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return SwiftSource(path: path, text: String(decoding: data, as: UTF8.self))
      } catch {
        diagnostics.append(.unreadable(path, reason: error.localizedDescription))
        return nil
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func sameModel(_ name: String, path: String) -> Diagnostic {
    Diagnostic(
      .error, "a target has two models '\(name)'; give one of them another name",
      at: Location(file: path))
  }

  fileprivate static func sameClass(
    _ name: String, in other: String, path: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      """
      this model and '\(other)' of the same target both ask for a class '\(name)'; name another class for \
      one of them in 'representedClassName', or write the class by hand and remove 'codeGenerationType' in both
      """, at: Location(file: path))
  }

  fileprivate static func unwritable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(.error, "momc cannot write here: \(reason)", at: Location(file: path))
  }

  fileprivate static func unreadable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(.error, "the file cannot be read: \(reason)", at: Location(file: path))
  }
}
