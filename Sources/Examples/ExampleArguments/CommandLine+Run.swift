import Foundation

extension CommandLine {
  /// Runs a program with its arguments.
  ///
  /// An error is told on standard error and ends the program: with status 2 where the command line is wrong,
  /// otherwise with status 1.
  @MainActor
  package static func run(
    usage: String, _ body: @MainActor (inout Arguments) async throws -> Void
  ) async {
    var words = Arguments(Self.arguments.dropFirst())
    if words.flag("help") { return print(usage) }
    do {
      try await body(&words)
    } catch {
      let hint = error is UsageError ? "; --help shows how it is called" : ""
      let reason = error.localizedDescription.linesForTerminal
      let text = "\(ProcessInfo.processInfo.processName): \(reason)\(hint)\n"
      FileHandle.standardError.write(Data(text.utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }
}
