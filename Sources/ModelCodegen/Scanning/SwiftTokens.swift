import ManagedModel

/// The tokens of a file that may be compiled, each with the condition under which it is.
struct SwiftTokens {
  let bytes: [UInt8]
  private(set) var tokens: [SwiftToken] = []
  /// The texts of conditions; the first is that of what is always compiled.
  private(set) var conditions: [String?] = [nil]
  /// The selectors of `@objc(…)` attributes that are not compiled here, by the token that follows.
  private(set) var selectors: [Int: String] = [:]
  let comments: [Range<Int>]

  /// A block of an `#if` that is open.
  private struct Block {
    /// The condition outside.
    var outer: Int
    /// Whether what stands around it is compiled.
    var isOuterLive: Bool
    /// Whether it is nested deeper, or has more branches, than anybody writes.
    var isExcessive: Bool
    /// What was said before in this `#if`, and is not so here: conditions that are not known.
    var refused: [String] = []
    /// Whether a condition before is known to hold, so that all that follows is not compiled.
    var isDone = false
  }

  /// How deep conditions may be nested; what is deeper is taken to be not compiled.
  private static let depthLimit = 32

  private var blocks: [Block] = []
  private var condition = 0
  private var isLive = true

  init(_ text: String) {
    let lexer = SwiftLexer(Array(text.utf8))
    bytes = lexer.bytes
    comments = lexer.comments
    tokens.reserveCapacity(lexer.tokens.count)
    filter(lexer.tokens)
  }

  /// The text of a token.
  func text(of token: SwiftToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// A part of the text on one line, as messages quote it.
  func line(of range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Whether the token is this word or mark.
  func matches(_ token: SwiftToken, _ text: String) -> Bool {
    guard token.range.count == text.utf8.count, token.kind == .word || token.kind == .mark
    else { return false }
    return bytes[token.range].elementsEqual(text.utf8)
  }

  private mutating func filter(_ all: [SwiftToken]) {
    var index = 0
    while index < all.count {
      let directive = self.directive(all, at: index)
      if let directive {
        let end = endOfLine(all, from: index)
        enter(directive, words: all[min(index + 2, end)..<end].map { text(of: $0) })
        index = end
      } else if isLive {
        var token = all[index]
        token.condition = condition
        tokens.append(token)
        index += 1
      } else {
        index = skip(all, at: index)
      }
    }
  }

  private func directive(_ all: [SwiftToken], at index: Int) -> String? {
    guard matches(all[index], "#"), index + 1 < all.count, !all[index + 1].isSpaced else {
      return nil
    }
    return ["if", "elseif", "else", "endif"].first { matches(all[index + 1], $0) }
  }

  private func endOfLine(_ all: [SwiftToken], from index: Int) -> Int {
    var end = index + 2
    while end < all.count, !all[end].startsLine { end += 1 }
    return min(end, all.count)
  }

  /// Passes by what is not compiled, but for a selector, which tells what a function does.
  private mutating func skip(_ all: [SwiftToken], at index: Int) -> Int {
    guard index + 3 < all.count, matches(all[index], "@"), matches(all[index + 1], "objc"),
      matches(all[index + 2], "(")
    else { return index + 1 }
    var end = index + 3
    var selector = ""
    while end < all.count, !matches(all[end], ")"), !all[end].startsLine {
      selector += text(of: all[end])
      end += 1
    }
    selectors[tokens.count] = selector
    return end
  }

  private mutating func enter(_ directive: String, words: [String]) {
    switch directive {
    case "if":
      blocks.append(
        Block(
          outer: condition, isOuterLive: isLive,
          isExcessive: blocks.count >= SwiftTokens.depthLimit))
      branch(words)
    case "elseif": branch(words)
    case "else": branch(["true"])
    default:
      guard let block = blocks.popLast() else { return }
      condition = block.outer
      isLive = block.isOuterLive
    }
  }

  /// Begins the next branch of the innermost `#if`.
  private mutating func branch(_ words: [String]) {
    guard var block = blocks.last else { return }
    let value = CompilationCondition.value(of: words)
    isLive =
      block.isOuterLive && !block.isExcessive && !block.isDone && value != false
    let said = words.joined().replacing("&&", with: " && ").replacing("||", with: " || ")
    if isLive {
      let texts =
        [conditions[block.outer]].compactMap(\.self) + block.refused.map { "!(\($0))" }
        + (value == nil ? ["(\(said))"] : [])
      condition = texts.isEmpty ? 0 : row(of: texts.joined(separator: " && "))
    }
    if value == nil { block.refused.append(said) }
    block.isDone = block.isDone || value == true
    block.isExcessive = block.isExcessive || block.refused.count >= SwiftTokens.depthLimit
    blocks[blocks.count - 1] = block
  }

  private mutating func row(of text: String) -> Int {
    if let last = conditions.lastIndex(of: text), last > conditions.count - 8 { return last }
    conditions.append(text)
    return conditions.count - 1
  }
}
