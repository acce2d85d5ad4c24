import Foundation

/// How a command ends.
enum ExitStatus: Int32 {
  case fine = 0
  /// The input has problems.
  case problems = 1
  /// The command could not run.
  case cannotRun = 2
}

func exit(with status: ExitStatus) -> Never {
  exit(status.rawValue)
}

/// A command line that cannot be run; the message is one line that says what to write instead.
struct UsageError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
