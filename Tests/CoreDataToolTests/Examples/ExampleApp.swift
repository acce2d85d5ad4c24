import Foundation
import Testing

/// One of the example apps, with a folder of its own in which it works and keeps its data.
struct ExampleApp {
  let name: String
  let folder: TemporaryFolder

  init(_ name: String) throws {
    self.name = name
    folder = try TemporaryFolder()
  }

  /// Runs the app, with whatever ends it.
  func run(_ arguments: [String]) throws -> Tool.Run {
    try Tool.run(
      name, arguments, in: folder.url,
      environment: ["XDG_DATA_HOME": folder.path("data"), "SWIFT_BACKTRACE": "enable=no"])
  }

  /// Runs the app, which is to succeed in silence on standard error, and returns the lines that it prints.
  @discardableResult
  func lines(_ arguments: String...) throws -> [String] {
    let run = try run(arguments)
    #expect(run.status == 0 && run.errors == "", "\(name) \(arguments): \(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// Expects the app to refuse its arguments with a status and a text.
  func expectRefusal(
    _ arguments: [String], status: Int32, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = try run(arguments)
    #expect(run.status == status, "\(run.errors)", sourceLocation: sourceLocation)
    #expect(run.output == "", sourceLocation: sourceLocation)
    #expect(
      run.errors.hasPrefix("\(name): ") && run.errors.contains(text), "\(run.errors)",
      sourceLocation: sourceLocation)
  }
}
