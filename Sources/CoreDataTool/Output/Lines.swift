import Foundation

/// Lines on their way to standard output, several at a time.
struct Lines: ~Copyable {
  private var text = ""

  mutating func append(_ line: String) {
    text += line
    text += "\n"
    if text.utf8.count > 1 << 16 { flush() }
  }

  private mutating func flush() {
    Terminal.write(text, to: .standardOutput)
    text = ""
  }

  deinit { Terminal.write(text, to: .standardOutput) }
}
