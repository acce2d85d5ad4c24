import Foundation
import ManagedModel

/// Finds the model that a container's name stands for.
struct ModelSearch {
  let name: String

  private static let endings = ["xcdatamodeld", "xcdatamodel", "xml"]

  /// Where models lie: the main bundle, the folders beside the executable where SwiftPM puts the resources of
  /// targets, and the working directory.
  private var folders: [URL] {
    var folders: [URL] = []
    if let resources = Bundle.main.resourceURL { folders.append(resources) }
    let executable = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    let beside = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    let neighbours =
      (try? FileManager.default.contentsOfDirectory(at: beside, includingPropertiesForKeys: nil))
      ?? []
    folders += neighbours.filter { $0.pathExtension == "resources" }
      .sorted { $0.path < $1.path }
    folders.append(URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    return folders
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

  /// The model; throws where there is none, where one is broken, or where two differ.
  func run() throws -> NSManagedObjectModel {
    let folders = folders
    var found: [(url: URL, model: NSManagedObjectModel)] = []
    for url in candidates(folders) {
      found.append((url, try NSManagedObjectModel(loading: url)))
    }
    guard let first = found.first else { throw missing(folders) }
    if let other = found.dropFirst().first(where: {
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

  private func missing(_ folders: [URL]) -> CocoaError {
    let places = folders.map { "'\($0.path)'" }.joined(separator: ", ")
    return CocoaError(
      .fileReadNoSuchFile,
      saying:
        """
        there is no model '\(name)': looked for '\(name).xcdatamodeld', '.xcdatamodel' and '.xml' in \
        \(places); add it to the target's resources, or pass a model to \
        NSPersistentContainer(name:managedObjectModel:)
        """)
  }
}
