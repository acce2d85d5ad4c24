import Foundation
import ManagedModel
import Predicates

/// Finds the model that a container's name stands for.
struct ModelSearch {
  let name: String

  private static let endings = ["xcdatamodeld", "xcdatamodel", "xml"]

  /// Where the program's own resources lie: the main bundle, and where SwiftPM puts those of the target that the
  /// executable is made of, a folder `Package_Target.resources` beside it.
  private let ownFolders: [URL]
  /// The folders of other targets' resources, and the working directory.
  private let otherFolders: [URL]

  init(name: String) {
    self.name = name
    let executable = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
      .resolvingSymlinksInPath()
    let neighbours =
      (try? FileManager.default.contentsOfDirectory(
        at: executable.deletingLastPathComponent(), includingPropertiesForKeys: nil)) ?? []
    let resources = neighbours.filter { $0.pathExtension == "resources" }
      .sorted { $0.path < $1.path }
    let ending = "_\(executable.lastPathComponent).resources"
    ownFolders =
      (Bundle.main.resourceURL.map { [$0] } ?? [])
      + resources.filter { $0.lastPathComponent.hasSuffix(ending) }
    otherFolders =
      resources.filter { !$0.lastPathComponent.hasSuffix(ending) }
      + [URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
  }

  /// The model; throws where there is none, where one is broken, or where two differ.
  ///
  /// A model among the program's own resources is the one that is meant, whatever lies elsewhere.
  func run() throws -> NSManagedObjectModel {
    guard let model = try model(in: ownFolders) ?? model(in: otherFolders) else { throw missing() }
    return model
  }

  /// The one model in some folders; nil where there is none.
  private func model(in folders: [URL]) throws -> NSManagedObjectModel? {
    var found: [(url: URL, model: NSManagedObjectModel)] = []
    for url in candidates(folders) where !isOther(url) {
      found.append((url, try NSManagedObjectModel(loading: url)))
    }
    guard let first = found.first else { return nil }
    if let other = found.first(where: {
      $0.model.versionChecksum != first.model.versionChecksum
    }) {
      throw CocoaError(
        .coreData,
        saying:
          """
          there are two models '\(name)' that differ: '\(first.url.path)' and '\(other.url.path)'; pass the \
          one that is meant to NSPersistentContainer(name:managedObjectModel:)
          """)
    }
    return first.model
  }

  /// The files that could be the model, the nearest first.
  private func candidates(_ folders: [URL]) -> [URL] {
    var seen: Set<String> = []
    return folders.flatMap { folder in
      Self.endings.map { folder.appendingPathComponent("\(name).\($0)") }
    }.filter { url in
      FileManager.default.fileExists(atPath: url.path)
        && seen.insert(url.resolvingSymlinksInPath().path).inserted
    }
  }

  /// Whether a file is no model but happens to have its name, as the program's own document may.
  private func isOther(_ url: URL) -> Bool {
    url.pathExtension == "xml" && (try? InputFile(path: url.path))?.kind != .model
  }

  private func missing() -> CocoaError {
    let places = (ownFolders + otherFolders).map { "'\($0.path)'" }.joined(separator: ", ")
    let others = candidates(ownFolders + otherFolders).filter(isOther)
      .map { "; '\($0.path)' is none" }.joined()
    return CocoaError(
      .fileReadNoSuchFile,
      saying:
        """
        there is no model '\(name)': looked for '\(name).xcdatamodeld', '.xcdatamodel' and '.xml' in \
        \(places)\(others); add it to the target's resources, or pass a model to \
        NSPersistentContainer(name:managedObjectModel:)\(didYouMean(name, among: otherNames()))
        """)
  }

  /// The names of the models that are there.
  private func otherNames() -> [String] {
    (ownFolders + otherFolders).flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
    .map { URL(fileURLWithPath: $0) }
    .filter { ["xcdatamodeld", "xcdatamodel"].contains($0.pathExtension) }
    .map { $0.deletingPathExtension().lastPathComponent }
  }
}
