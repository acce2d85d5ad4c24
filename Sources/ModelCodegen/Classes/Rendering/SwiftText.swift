/// Swift source on its way to a file, line by line, indented by four spaces as Xcode does.
struct SwiftText {
  private(set) var text = ""
  private var depth = 0

  /// Adds a line, or with an empty text an empty one.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "    ", count: depth) + line }
    text += "\n"
  }

  /// Adds a line that ends in a brace, what is inside, and the brace that closes it.
  mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
    line("\(head) {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }
}
