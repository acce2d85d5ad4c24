import Foundation

/// What the tool says: results to standard output, all else to standard error.
enum Terminal {
  static func print(_ text: String) {
    write(text + "\n", to: .standardOutput)
  }

  static func printError(_ text: String) {
    write(text + "\n", to: .standardError)
  }

  /// Writes text as it is; a reader that has gone away ends the program, as it should.
  static func write(_ text: String, to handle: FileHandle) {
    do { try handle.write(contentsOf: Data(text.utf8)) } catch { exit(with: .cannotRun) }
  }

  /// Does something, and tells on a terminal, never in a pipe, that it takes its time.
  static func whileTelling<Result>(_ what: String, _ work: () throws -> Result) rethrows -> Result {
    guard isatty(STDERR_FILENO) != 0 else { return try work() }
    let ticker = Ticker(what)
    defer { ticker.stop() }
    return try work()
  }
}

/// Shows a line with the seconds gone by, from the first half second on.
private final class Ticker {
  private let timer: any DispatchSourceTimer

  init(_ what: String) {
    let start = Date()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
    timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
    timer.setEventHandler {
      let seconds = Int(Date().timeIntervalSince(start) * 10)
      Terminal.write("\r\(what) … \(seconds / 10).\(seconds % 10) s", to: .standardError)
    }
    timer.resume()
    self.timer = timer
  }

  func stop() {
    timer.cancel()
    Terminal.write("\r\u{1B}[K", to: .standardError)
  }
}
