import Foundation

/// Where the text of a model is, once bundles and versions are seen through.
struct ModelFile {
  /// The file.
  let url: URL
  /// The path by which messages name it, as the caller gave it.
  let path: String
  /// The name that stores note: that of the outermost bundle, without its ending.
  let name: String

  /// How large a model file may be, and the most that libxml2 is sure to read.
  ///
  /// Models of hundreds of entities have some hundred kilobytes.
  static let sizeLimit = 10_000_000

  /// What stands at a path; links are followed.
  enum Kind {
    case file, folder, other, nothing
  }

  static func kind(of url: URL) -> Kind {
    let path = url.resolvingSymlinksInPath().path
    do {
      switch try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType {
      case .typeRegular: return .file
      case .typeDirectory: return .folder
      default: return .other
      }
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      // Whoever opens it is told why that cannot be.
      return .file
    } catch {
      return .nothing
    }
  }

  /// Finds the text of the model at a path, or reports why there is none.
  static func find(_ url: URL, findings: Findings) -> ModelFile? {
    let place = Diagnostic.Location(file: url.relativePath)
    if ["mom", "momd", "omo"].contains(url.pathExtension) {
      findings.add(.compiledModel(at: place))
      return nil
    }
    switch kind(of: url) {
    case .nothing: findings.add(.noSuchFile(at: place))
    case .other: findings.add(.notAFile(at: place))
    case .file: return ModelFile(url: url, path: url.relativePath, name: modelName(of: url))
    case .folder:
      switch url.pathExtension {
      case ModelBundle.bundleEnding: return inBundle(url, findings: findings)
      case ModelBundle.versionEnding:
        return inVersion(url, path: url.relativePath, findings: findings)
      default: findings.add(.notABundle(at: place))
      }
    }
    return nil
  }

  /// Reads a file of limited size.
  static func read(_ url: URL, limit: Int) throws(Diagnostic) -> [UInt8] {
    let place = Diagnostic.Location(file: url.relativePath)
    guard kind(of: url) == .file else { throw .notAFile(at: place) }
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      let data = try handle.read(upToCount: limit + 1) ?? Data()
      if data.count <= limit { return Array(data) }
    } catch {
      throw .unreadable(systemReason(of: error), at: place)
    }
    throw .tooLarge(limit: limit, at: place)
  }

  private static func inBundle(_ url: URL, findings: Findings) -> ModelFile? {
    let bundle = ModelBundle(at: url)
    for diagnostic in bundle.diagnostics { findings.add(diagnostic) }
    guard let current = bundle.current else { return nil }
    return inVersion(
      current.url, path: url.relativePath + "/" + current.url.lastPathComponent,
      findings: findings)
  }

  private static func inVersion(_ url: URL, path: String, findings: Findings) -> ModelFile? {
    let contents = url.appendingPathComponent("contents")
    switch kind(of: contents) {
    case .file:
      return ModelFile(url: contents, path: path + "/contents", name: modelName(of: contents))
    case .folder, .other:
      findings.add(.notAFile(at: Diagnostic.Location(file: path + "/contents")))
      return nil
    case .nothing: break
    }
    let isOld = ["elements", "layout"].contains { name in
      kind(of: url.appendingPathComponent(name)) == .file
    }
    let place = Diagnostic.Location(file: path)
    findings.add(isOld ? .savedByXcode3(at: place) : .noContents(at: place))
    return nil
  }

  private static func modelName(of url: URL) -> String {
    var outermost = url
    for parent in [url.deletingLastPathComponent()]
      + [url.deletingLastPathComponent().deletingLastPathComponent()]
    where [ModelBundle.bundleEnding, ModelBundle.versionEnding].contains(parent.pathExtension) {
      outermost = parent
    }
    return outermost.deletingPathExtension().lastPathComponent
  }
}
