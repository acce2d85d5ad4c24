import Foundation
import ModelCodegen
import OpenCoreData

extension Command {
  static let generate = Command(
    name: "generate",
    usage: "generate MODEL -o FOLDER [--codegen KIND] [--check] [options of style]",
    summary: "Writes the Swift classes of a model's entities, as Xcode does.",
    discussion: """
      Entities whose Codegen in the model is Class Definition get a class and its properties, those with
      Category/Extension the properties only; --codegen does the same for all. A file that is not marked as
      generated is left alone: to make a file your own, remove the line that says so.
      User info of an entity goes before the options, for its subentities too: swiftOptionality, swiftToMany,
      swiftAccess, swiftImport, swiftSnapshot, swiftKeys; user info swiftType of an attribute names its type.
      """,
    options: [
      Option(long: "output", short: "o", value: "FOLDER", help: "where the files go"),
      Option(
        long: "codegen", value: "KIND", help: "class or category, for every entity with a class",
        choices: ["class", "category"]),
      Option(
        long: "optionality", value: "RULE",
        help: "xcode (default), or model: required with a default is never nil",
        choices: ClassOptions.Optionality.allCases.map(\.rawValue)),
      Option(
        long: "to-many", value: "TYPES", help: "untyped (default, NSSet), or typed (Set<Movie>)",
        choices: ClassOptions.ToManyTypes.allCases.map(\.rawValue)),
      Option(
        long: "access", value: "LEVEL", help: "public (default), package, or internal",
        choices: ClassOptions.Access.allCases.map(\.rawValue)),
      Option(
        long: "import", value: "MODULE", help: "OpenCoreData (default) or CoreData",
        choices: ClassOptions.Module.allCases.map(\.rawValue)),
      Option(
        long: "module", value: "NAME", help: "the module of the classes, which they do not import"),
      Option(long: "snapshots", help: "adds a Sendable struct of the values to each class"),
      Option(long: "keys", help: "adds constants for the names of the properties"),
      Option(long: "check", help: "writes nothing; status 1 where a file is not as it would be"),
    ]
  ) { arguments in
    let model = try arguments.files("MODEL")[0]
    guard let folder = arguments["output"], !folder.isEmpty else {
      throw ToolFailure("'generate' needs -o FOLDER, where the files go")
    }
    let generator = ClassGenerator(ClassOptions(arguments))
    let result = generator.generate(modelAt: URL(fileURLWithPath: model))
    if !result.diagnostics.isEmpty {
      Terminal.printError(DiagnosticForm.text.text(of: result.diagnostics))
    }
    guard !result.hasErrors else { return .problems }
    if result.files.isEmpty {
      Terminal.printError(
        "No entity of '\(model)' asks for a generated class; '--codegen class' generates them all.")
    }
    let output = OutputFolder(path: folder)
    return arguments.has("check") ? output.check(result.files) : try output.write(result.files)
  }
}

extension ClassOptions {
  /// The options that a command line asks for.
  fileprivate init(_ arguments: Arguments) {
    self.init()
    codegen = arguments["codegen"].flatMap(Codegen.init)
    optionality = arguments["optionality"].flatMap(Optionality.init) ?? optionality
    toMany = arguments["to-many"].flatMap(ToManyTypes.init) ?? toMany
    access = arguments["access"].flatMap(Access.init) ?? access
    module = arguments["import"].flatMap(Module.init) ?? module
    ownModule = arguments["module"]
    hasSnapshots = arguments.has("snapshots")
    hasKeys = arguments.has("keys")
  }
}

/// The folder that generated files go to.
private struct OutputFolder {
  let path: String

  private var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

  /// Writes what is not there yet, and says what.
  func write(_ files: [GeneratedFile]) throws -> ExitStatus {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for file in files {
        switch file.state(in: url) {
        case .same: break
        case .foreign:
          Terminal.printError("'\(place(of: file))' is not marked as generated and is left alone")
        case .absent, .outdated:
          try file.write(to: url)
          Terminal.print(place(of: file))
        }
      }
    } catch {
      throw ToolFailure("'\(path)' cannot be written: \(systemReason(of: error))")
    }
    return .fine
  }

  /// Says which files are not as they would be written.
  func check(_ files: [GeneratedFile]) -> ExitStatus {
    var status = ExitStatus.fine
    for file in files {
      switch file.state(in: url) {
      case .same, .foreign: continue
      case .absent: Terminal.printError("\(place(of: file)): error: the file is missing")
      case .outdated:
        Terminal.printError("\(place(of: file)): error: the file is not what the model says")
      }
      status = .problems
    }
    return status
  }

  private func place(of file: GeneratedFile) -> String {
    path.hasSuffix("/") ? path + file.name : "\(path)/\(file.name)"
  }
}
