import Foundation

/// The modules in which a class may be that a model names without one.
///
/// The executable's own comes first. Then come the targets that have resources, as those with a model do:
/// SwiftPM puts them beside the executable, in folders `Package_Target.resources`.
enum ClassModules {
  /// The names, found once.
  static let names: [String] = [named(after: main)] + targets.map(named(after:))

  private static let main: String = {
    let path = CommandLine.arguments.first ?? ""
    return URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }()

  /// The names of the targets with resources; both parts of a folder's name may have a `_`.
  private static var targets: [String] {
    let executable = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return entries.sorted().filter { $0.hasSuffix(".resources") }.flatMap { entry in
      let parts = entry.dropLast(".resources".count).split(separator: "_").dropFirst()
      return parts.indices.map { parts[$0...].joined(separator: "_") }
    }
  }

  /// The module that the compiler makes of a target.
  private static func named(after target: String) -> String {
    target.replacingOccurrences(of: "-", with: "_")
  }
}
