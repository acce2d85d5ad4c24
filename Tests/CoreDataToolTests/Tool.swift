import Foundation
import Testing

/// Runs the executables of this package as a user's shell would.
struct Tool {
  /// What a run left behind.
  struct Run {
    var output: String
    var errors: String
    var status: Int32
  }

  /// The folder of the package.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let samples = package.appendingPathComponent("SampleData")
  static let schemas = package.appendingPathComponent("Schemas")

  /// The folder of the executables, which is that of the test's own.
  static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Runs `coredata` in the package's folder, or in another.
  static func coredata(_ arguments: String..., in folder: URL = package) throws -> Run {
    try run("coredata", arguments, in: folder)
  }

  static func run(
    _ name: String, _ arguments: [String], in folder: URL = package,
    environment: [String: String] = [:]
  ) throws -> Run {
    let process = try start(name, arguments, in: folder, environment: environment)
    let (output, errors) = (process.output, process.errors)
    // Both pipes are emptied before waiting, so that a long output cannot stop the program.
    let texts = [output, errors].map { pipe in
      String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.process.waitUntilExit()
    return Run(output: texts[0], errors: texts[1], status: process.process.terminationStatus)
  }

  /// A program that has been started.
  struct Started {
    var process: Process
    var output: Pipe
    var errors: Pipe
  }

  /// Starts a program; the variables are set besides those of this process.
  static func start(
    _ name: String, _ arguments: [String], in folder: URL = package,
    environment: [String: String] = [:]
  ) throws -> Started {
    let process = Process()
    process.executableURL = products.appendingPathComponent(name)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    if !environment.isEmpty {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    process.standardInput = FileHandle.nullDevice
    let started = Started(process: process, output: Pipe(), errors: Pipe())
    process.standardOutput = started.output
    process.standardError = started.errors
    try process.run()
    return started
  }
}

/// A folder that is there for one test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("coredata-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of something in the folder.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Copies a sample into the folder.
  func copy(_ sample: String) throws -> String {
    let target = url.appendingPathComponent(sample)
    try FileManager.default.copyItem(at: Tool.samples.appendingPathComponent(sample), to: target)
    return target.path
  }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }
}
