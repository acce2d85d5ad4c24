import Foundation
import PackagePlugin

/// Has `momc` write the classes of a target's models, and the bodies of what its sources mark `@NSManaged`.
///
/// It only says what there is to read and to write; the work is `momc`'s.
@main
struct ManagedObjectClasses: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    // On Apple's platforms Xcode writes the classes and the runtime makes the bodies.
    #if os(macOS)
      return []
    #else
      guard let module = target as? SwiftSourceModuleTarget else { return [] }
      let inputs = TargetInputs(module, in: context.package)
      let output = context.pluginWorkDirectoryURL
      var arguments = [
        "--module", module.moduleName, "--import", inputs.coreData, "--output", output.path,
      ]
      for model in inputs.models { arguments += ["--model", model.path] }
      for library in inputs.libraries {
        arguments += ["--library", library.name]
        for source in library.sources { arguments += ["--library-source", source.path] }
        for model in library.models { arguments += ["--library-model", model.path] }
      }
      for source in inputs.sources { arguments += ["--source", source.path] }
      return [
        .buildCommand(
          displayName: "Generating managed object classes for \(target.name)",
          executable: try context.tool(named: "momc").url,
          arguments: arguments,
          inputFiles: inputs.all,
          outputFiles: inputs.outputNames.map { output.appendingPathComponent($0) })
      ]
    #endif
  }
}

/// What a target has for `momc` to read.
private struct TargetInputs {
  /// The bundles of models, in the order of their paths.
  let models: [URL]
  /// The target's own Swift files.
  let sources: [URL]
  /// Modules of the same package that the target depends on, for the types in them.
  let libraries: [(name: String, sources: [URL], models: [URL])]
  /// The module that generated classes import.
  let coreData: String
  private let module: String

  init(_ target: SwiftSourceModuleTarget, in package: Package) {
    module = target.moduleName
    sources = Self.swiftFiles(of: target)
    let others = Set(package.targets.map(\.directoryURL.standardizedFileURL.path))
    models = Self.models(in: target.directoryURL, without: others)
    let own = Set(package.targets.map(\.id))
    libraries = target.recursiveTargetDependencies
      .compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { own.contains($0.id) && !Self.known.contains($0.moduleName) }
      .map {
        (
          $0.moduleName, Self.swiftFiles(of: $0),
          Self.models(in: $0.directoryURL, without: others)
        )
      }
    coreData = Self.coreData(of: target)
  }

  /// The modules of this library, whose types `momc` knows without reading them.
  private static let known: Set<String> = [
    "CoreData", "DocumentStore", "ManagedModel", "OpenCoreData", "PredicateLogic", "Predicates",
  ]

  /// All files, each of which, when it changes, may change what is generated.
  var all: [URL] {
    (models + libraries.flatMap(\.models)).flatMap(Self.files) + sources
      + libraries.flatMap(\.sources)
  }

  /// The names of the files that `momc` writes.
  var outputNames: [String] {
    models.map { $0.deletingPathExtension().lastPathComponent + "+ManagedObjectClasses.swift" }
      + ["\(module)+ManagedShims.swift"]
  }

  private static func swiftFiles(of target: SwiftSourceModuleTarget) -> [URL] {
    target.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
  }

  /// `CoreData` for a target that depends on the shim and not on what it shows.
  private static func coreData(of target: any Target) -> String {
    let names = target.dependencies.map { dependency in
      switch dependency {
      case .product(let product): product.name
      case .target(let target): target.name
      @unknown default: ""
      }
    }
    return names.contains("CoreData") && !names.contains("OpenCoreData")
      ? "CoreData" : "OpenCoreData"
  }

  /// The bundles in a folder and below, those of other targets left out.
  private static func models(in folder: URL, without others: Set<String>) -> [URL] {
    let entries = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var models: [URL] = []
    while let entry = entries?.nextObject() as? URL {
      if ["xcdatamodeld", "xcdatamodel"].contains(entry.pathExtension) {
        models.append(entry)
        entries?.skipDescendants()
      } else if others.contains(entry.standardizedFileURL.path) {
        entries?.skipDescendants()
      }
    }
    return models.sorted { $0.path < $1.path }
  }

  /// The files in a bundle, the hidden one that names the current version included.
  private static func files(in bundle: URL) -> [URL] {
    let entries = FileManager.default.enumerator(at: bundle, includingPropertiesForKeys: nil)
    let files = (entries?.allObjects ?? []).compactMap { $0 as? URL }.filter {
      !$0.hasDirectoryPath
    }
    return files.sorted { $0.path < $1.path }
  }
}
