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
