/// Where a text of ASCII stands in another: bytes are characters there.
///
/// With `foldsCase` the part is in lower case, and the other text is taken for lower case.
struct BytePart: Sendable {
  private let bytes: [UInt8]
  /// Where a search goes on; nil for a short text, which costs less when each place is looked at.
  private let fallbacks: Fallbacks?

  init(_ text: String) {
    bytes = Array(text.utf8)
    fallbacks = bytes.count > 64 ? Fallbacks(of: bytes) : nil
  }

  func isPrefix(of text: borrowing Span<UInt8>, foldsCase: Bool) -> Bool {
    bytes.count <= text.count && stands(at: 0, in: text, foldsCase)
  }

  func isSuffix(of text: borrowing Span<UInt8>, foldsCase: Bool) -> Bool {
    bytes.count <= text.count && stands(at: text.count - bytes.count, in: text, foldsCase)
  }

  func isPart(of text: borrowing Span<UInt8>, foldsCase: Bool) -> Bool {
    firstPlace(in: text, from: 0, foldsCase: foldsCase) != nil
  }

  /// Whether the text stands in one that is not all ASCII as whole characters; nil where only the characters
  /// themselves can tell.
  ///
  /// A byte of ASCII is a character of its own unless a mark follows or a prepended sign stands before it, and
  /// neither is ASCII. Three signs are canonically equivalent to a letter of ASCII: K, semicolon, grave accent.
  func isPartOfMixed(_ text: borrowing Span<UInt8>) -> Bool? {
    if bytes.isEmpty { return true }
    var start = 0
    var isInDoubt = bytes.contains { $0 == 0x4B || $0 == 0x3B || $0 == 0x60 }
    while let place = firstPlace(in: text, from: start, foldsCase: false) {
      let end = place + bytes.count
      if (place == 0 || text[place - 1] < 0x80) && (end == text.count || text[end] < 0x80) {
        return true
      }
      isInDoubt = true
      start = place + 1
    }
    return isInDoubt ? nil : false
  }

  private func firstPlace(
    in text: borrowing Span<UInt8>, from start: Int, foldsCase: Bool
  ) -> Int? {
    guard let first = bytes.first else { return start }
    if let fallbacks { return firstPlace(in: text, from: start, foldsCase, fallbacks) }
    let last = text.count - bytes.count
    var place = start
    while place <= last {
      if text[place].folded(foldsCase) == first, stands(at: place, in: text, foldsCase) {
        return place
      }
      place += 1
    }
    return nil
  }

  /// Each byte of the other text is looked at no more than twice, whatever repeats itself in both.
  private func firstPlace(
    in text: borrowing Span<UInt8>, from start: Int, _ foldsCase: Bool, _ fallbacks: Fallbacks
  ) -> Int? {
    var fitting = 0
    for place in start..<max(start, text.count) {
      let byte = text[place].folded(foldsCase)
      while fitting > 0, byte != bytes[fitting] { fitting = fallbacks[fitting - 1] }
      if byte == bytes[fitting] { fitting += 1 }
      if fitting == bytes.count { return place + 1 - fitting }
    }
    return nil
  }

  private func stands(at place: Int, in text: borrowing Span<UInt8>, _ foldsCase: Bool) -> Bool {
    for index in bytes.indices where text[place + index].folded(foldsCase) != bytes[index] {
      return false
    }
    return true
  }
}

extension UInt8 {
  /// The byte of the small letter, if case is folded and this is a capital one.
  fileprivate func folded(_ foldsCase: Bool) -> UInt8 {
    foldsCase && self >= 0x41 && self <= 0x5A ? self | 0x20 : self
  }
}
