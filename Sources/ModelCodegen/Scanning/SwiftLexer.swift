/// Divides a Swift text into tokens, in one pass whatever the text.
///
/// Strings are the difficulty: an interpolation holds code that may hold strings. A string with
/// interpolations becomes several text tokens with the code's tokens between them, so that what looks for
/// `#keyPath` or counts braces sees them; the parentheses of the interpolation belong to the text tokens.
struct SwiftLexer {
  /// How a string is delimited.
  private struct Form {
    var hashes: Int
    var isMultiline: Bool
  }

  let bytes: [UInt8]
  private(set) var tokens: [SwiftToken] = []
  /// Line comments, without the slashes.
  private(set) var comments: [Range<Int>] = []
  private var at = 0
  private var startsLine = true
  private var lastEnd = 0
  /// The strings whose interpolations are being read, each with the parentheses open inside.
  private var interpolations: [(form: Form, depth: Int)] = []
  /// Up to where no slash begins a pattern.
  private var noPatternBefore = 0

  /// Reads the whole text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    lastEnd = at
    if bytes.starts(with: Array("#!".utf8)) { skipLine() }
    while at < bytes.count { step() }
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    at + offset < bytes.count ? bytes[at + offset] : nil
  }

  private mutating func step() {
    switch bytes[at] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      startsLine = true
      at += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0: at += 1
    case UInt8(ascii: "/"): slash()
    case UInt8(ascii: "\""): openText(hashes: 0)
    case UInt8(ascii: "#"): hash()
    case UInt8(ascii: "`"): quoted()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
    case UInt8(ascii: "("):
      if !interpolations.isEmpty { interpolations[interpolations.count - 1].depth += 1 }
      emit(.mark, length: 1)
    case UInt8(ascii: ")"): closeParenthesis()
    case UInt8(ascii: "-") where byte(1) == UInt8(ascii: ">"): emit(.mark, length: 2)
    case let letter where SwiftLexer.isWordByte(letter):
      emit(.word, to: end(from: at, while: SwiftLexer.isWordByte))
    default: emit(.mark, length: 1)
    }
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private func end(from start: Int, while holds: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, holds(bytes[end]) { end += 1 }
    return end
  }

  private mutating func emit(_ kind: SwiftToken.Kind, length: Int) { emit(kind, to: at + length) }

  private mutating func emit(_ kind: SwiftToken.Kind, to end: Int) { emit(kind, from: at, to: end) }

  private mutating func emit(_ kind: SwiftToken.Kind, from start: Int, to end: Int) {
    let end = min(end, bytes.count)
    tokens.append(
      SwiftToken(
        kind: kind, range: start..<end, startsLine: startsLine,
        isSpaced: startsLine || start > lastEnd))
    startsLine = false
    at = end
    lastEnd = end
  }

  private mutating func number() {
    var end = at
    repeat {
      end = self.end(from: end + 1, while: SwiftLexer.isWordByte)
    } while end + 1 < bytes.count && bytes[end] == UInt8(ascii: ".")
      && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end + 1])
    emit(.number, to: end)
  }

  private mutating func quoted() {
    let end = end(from: at + 1) { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
    let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "`") && end > at + 1
    emit(isClosed ? .quoted : .mark, to: isClosed ? end + 1 : at + 1)
  }
}

// Comments and patterns.
extension SwiftLexer {
  private mutating func slash() {
    switch byte(1) {
    case UInt8(ascii: "/"):
      let start = at + 2
      skipLine()
      comments.append(min(start, at)..<at)
    case UInt8(ascii: "*"): skipComment()
    default:
      if let end = patternEnd() { emit(.pattern, to: end) } else { emit(.mark, length: 1) }
    }
  }

  private mutating func skipLine() {
    at = end(from: at) { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
  }

  /// Skips a comment with the comments inside it.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      switch (bytes[at], byte(1)) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        at += 2
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        at += 2
      case (UInt8(ascii: "\n"), _):
        startsLine = true
        at += 1
      default: at += 1
      }
    } while depth > 0 && at < bytes.count
  }

  /// Where the pattern ends that begins here; nil where the slash is an operator.
  private mutating func patternEnd() -> Int? {
    guard at >= noPatternBefore, !followsOperand, let next = byte(1),
      !" \t\r\n".utf8.contains(next)
    else { return nil }
    var end = at + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "/") { return end + 1 }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    noPatternBefore = end
    return nil
  }

  /// Words after which an expression begins.
  private static let openers: Set<String> = [
    "return", "in", "case", "if", "while", "where", "guard", "try", "await", "throw", "else", "is",
    "as", "switch", "repeat", "yield",
  ]

  private var followsOperand: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .word:
      return !SwiftLexer.openers.contains(String(decoding: bytes[last.range], as: UTF8.self))
    case .quoted, .number, .text, .pattern: return true
    case .mark: return ")]}?!".utf8.contains(bytes[last.range.lowerBound])
    }
  }
}

// Strings.
extension SwiftLexer {
  private mutating func hash() {
    let end = end(from: at) { $0 == UInt8(ascii: "#") }
    guard end < bytes.count else { return emit(.mark, to: end) }
    switch bytes[end] {
    case UInt8(ascii: "\""): openText(hashes: end - at)
    case UInt8(ascii: "/") where !followsOperand: hashedPattern(hashes: end - at)
    default: emit(.mark, to: end)
    }
  }

  /// A pattern between `#/` and `/#`, which may have several lines.
  private mutating func hashedPattern(hashes: Int) {
    var end = at + hashes + 1
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 2
      } else if bytes[end] == UInt8(ascii: "/") {
        let run = hashRun(from: end + 1, limit: hashes)
        end += 1 + run
        if run == hashes { break }
      } else {
        end += 1
      }
    }
    emit(.pattern, to: end)
  }

  private func hashRun(from start: Int, limit: Int) -> Int {
    var end = start
    while end < bytes.count, end - start < limit, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end - start
  }

  private mutating func openText(hashes: Int) {
    let start = at
    let quote = at + hashes
    let isMultiline =
      bytes[quote...].starts(with: "\"\"\"".utf8)
      && (hashes == 0 || !closesOnItsLine(after: quote + 1, hashes: hashes))
    readText(
      Form(hashes: hashes, isMultiline: isMultiline), from: start,
      contents: quote + (isMultiline ? 3 : 1))
  }

  /// Whether a raw string that seems to have several lines ends in this one: `#"""#`.
  private func closesOnItsLine(after start: Int, hashes: Int) -> Bool {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "\"") {
        let run = hashRun(from: end + 1, limit: hashes)
        if run == hashes { return true }
        end += run
      }
      end += 1
    }
    return false
  }

  /// Reads on to the end of a string or to its next interpolation.
  private mutating func readText(_ form: Form, from start: Int, contents: Int) {
    var end = contents
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\\"):
        let run = hashRun(from: end + 1, limit: form.hashes)
        end += 1 + run
        guard run == form.hashes, end < bytes.count else { continue }
        if bytes[end] == UInt8(ascii: "(") {
          emit(.text, from: start, to: end + 1)
          return interpolations.append((form, 0))
        }
        // A newline is left for the loop: it ends a string of one line.
        if bytes[end] != UInt8(ascii: "\n") { end += 1 }
      case UInt8(ascii: "\""):
        let quotes = form.isMultiline ? "\"\"\"" : "\""
        guard bytes[end...].starts(with: quotes.utf8) else {
          end += 1
          continue
        }
        let run = hashRun(from: end + quotes.utf8.count, limit: form.hashes)
        end += run == form.hashes ? quotes.utf8.count + run : 1
        if run == form.hashes { return emit(.text, from: start, to: end) }
      case UInt8(ascii: "\n") where !form.isMultiline:
        return emit(.text, from: start, to: end)
      default: end += 1
      }
    }
    emit(.text, from: start, to: end)
  }

  /// Ends an interpolation, or is a parenthesis as any other.
  private mutating func closeParenthesis() {
    guard let last = interpolations.last else { return emit(.mark, length: 1) }
    guard last.depth == 0 else {
      interpolations[interpolations.count - 1].depth -= 1
      return emit(.mark, length: 1)
    }
    interpolations.removeLast()
    readText(last.form, from: at, contents: at + 1)
  }
}
