package import Foundation

/// The versions of a model in a bundle, an `.xcdatamodeld` folder, and which of them is current.
package struct ModelBundle {
  /// One version: an `.xcdatamodel` folder in the bundle.
  package struct Version: Hashable, Sendable {
    /// The folder's name without its ending.
    package let name: String
    /// The folder.
    package let url: URL
  }

  /// The versions in natural order: `Shop 2` comes before `Shop 10`.
  package let versions: [Version]
  /// The version that is current; nil where that cannot be told.
  package let current: Version?
  /// What is wrong with the bundle itself.
  package let diagnostics: [Diagnostic]

  /// The ending of a bundle of versions.
  package static let bundleEnding = "xcdatamodeld"
  /// The ending of a version.
  package static let versionEnding = "xcdatamodel"
  /// The file that names the current version.
  package static let versionFile = ".xccurrentversion"

  /// Looks into a bundle.
  package init(at url: URL) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      (versions, current) = ([], nil)
      diagnostics = [
        .unreadable(systemReason(of: error), at: Diagnostic.Location(file: url.relativePath))
      ]
      return
    }
    versions =
      names.filter { $0.hasSuffix("." + Self.versionEnding) }
      .map { name in
        Version(
          name: String(name.dropLast(Self.versionEnding.count + 1)),
          url: url.appendingPathComponent(name, isDirectory: true))
      }
      .sorted { $0.name.compare($1.name, options: .numeric) == .orderedAscending }
    var choice = VersionChoice(bundle: url, versions: versions)
    current = choice.choose(namedIn: names.contains(Self.versionFile))
    diagnostics = choice.diagnostics
  }
}

/// How the current version of a bundle is chosen.
private struct VersionChoice {
  let bundle: URL
  let versions: [ModelBundle.Version]
  private(set) var diagnostics: [Diagnostic] = []

  /// A file that names a version is small.
  private static let sizeLimit = 65_536

  init(bundle: URL, versions: [ModelBundle.Version]) {
    self.bundle = bundle
    self.versions = versions
  }

  mutating func choose(namedIn fileExists: Bool) -> ModelBundle.Version? {
    let place = Diagnostic.Location(file: bundle.relativePath)
    guard let first = versions.first else {
      diagnostics.append(.noVersions(at: place))
      return nil
    }
    guard fileExists else { return versions.count == 1 ? first : unnamed(at: place) }
    let file = bundle.appendingPathComponent(ModelBundle.versionFile)
    let filePlace = Diagnostic.Location(
      file: bundle.relativePath + "/" + ModelBundle.versionFile)
    do {
      guard let name = try currentName(in: file) else {
        return versions.count == 1 ? first : unnamed(at: filePlace)
      }
      return version(named: name, at: filePlace)
    } catch {
      diagnostics.append(.badVersionFile(error.message, at: filePlace))
      return nil
    }
  }

  private mutating func version(
    named name: String, at place: Diagnostic.Location
  ) -> ModelBundle.Version? {
    let ending = "." + ModelBundle.versionEnding
    if let version = versions.first(where: { $0.name + ending == name }) { return version }
    if let version = versions.first(where: { $0.name == name }) {
      diagnostics.append(.versionWithoutEnding(name, at: place))
      return version
    }
    diagnostics.append(
      .danglingVersion(name, versions: versions.map { $0.name + ending }, at: place))
    return nil
  }

  /// The version that is named like the bundle, else the first.
  private mutating func unnamed(at place: Diagnostic.Location) -> ModelBundle.Version? {
    let name = bundle.deletingPathExtension().lastPathComponent
    let taken = versions.first { $0.name == name } ?? versions.first
    diagnostics.append(
      .noneCurrent(taken: taken?.name ?? "", versions: versions.map(\.name), at: place))
    return taken
  }

  private struct Unreadable: Error {
    let message: String
  }

  private func currentName(in file: URL) throws(Unreadable) -> String? {
    let data: Data
    do {
      data = Data(try ModelFile.read(file, limit: Self.sizeLimit))
    } catch {
      throw Unreadable(message: error.message)
    }
    guard
      let list = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else { throw Unreadable(message: "this is not a property list with a dictionary") }
    guard let value = list["_XCCurrentVersionName"] else { return nil }
    guard let name = value as? String else {
      throw Unreadable(message: "'_XCCurrentVersionName' is not a text")
    }
    return name
  }
}
