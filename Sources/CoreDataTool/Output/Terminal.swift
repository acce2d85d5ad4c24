import Foundation
import OpenCoreData
import Synchronization

/// What the tool says: results to standard output, all else to standard error.
enum Terminal {
  static func print(_ text: String) {
    write(text + "\n", to: .standardOutput)
  }

  static func printError(_ text: String) {
    write(text + "\n", to: .standardError)
  }

  /// Says in one line why the tool cannot do what it was asked for.
  static func print(failure message: String) {
    printError("coredata: \(message.shortened(to: 1000).printable)")
  }

  /// Writes text as it is; a reader that has gone away ends the program, as it should.
  static func write(_ text: String, to handle: FileHandle) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      if handle == .standardOutput {
        print(failure: "standard output cannot be written: \(systemReason(of: error))")
      }
      exit(with: .cannotRun)
    }
  }

  /// Gives standard streams that the caller closed something that cannot be written, so that no store
  /// that is opened gets their numbers, and with them what is printed.
  static func holdClosedStreams() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      placeholders.withLock { $0.append(FileHandle(forReadingAtPath: "/dev/null")) }
    }
  }

  private static let placeholders = Mutex<[FileHandle?]>([])

  /// Does something, and tells on a terminal, never in a pipe, that it takes its time.
  static func whileTelling<Result>(_ what: String, _ work: () throws -> Result) rethrows -> Result {
    guard isatty(STDERR_FILENO) != 0 else { return try work() }
    let ticker = Ticker(what.shortened(to: 60).printable)
    defer { ticker.stop() }
    return try work()
  }
}

/// Shows a line with the seconds gone by, from the first half second on.
private final class Ticker {
  private let timer: any DispatchSourceTimer
  private let line: ProgressLine

  init(_ what: String) {
    let line = ProgressLine(what)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
    self.line = line
    timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
    timer.setEventHandler { line.show() }
    timer.resume()
  }

  func stop() {
    timer.cancel()
    line.clear()
  }
}

/// The line itself: once it is cleared it is not shown again, even by a tick that was under way.
private final class ProgressLine: Sendable {
  private enum State { case hidden, shown, over }

  private let what: String
  private let start = Date()
  private let state = Mutex(State.hidden)

  init(_ what: String) { self.what = what }

  func show() {
    state.withLock { state in
      guard state != .over else { return }
      state = .shown
      let tenths = Int(Date().timeIntervalSince(start) * 10)
      Terminal.write("\r\(what) … \(tenths / 10).\(tenths % 10) s", to: .standardError)
    }
  }

  func clear() {
    state.withLock { state in
      if state == .shown { Terminal.write("\r\u{1B}[K", to: .standardError) }
      state = .over
    }
  }
}
