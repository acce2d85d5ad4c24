/// A pattern of LIKE: `*` is any text, `?` any character, a backslash takes the meaning from the next one.
///
/// With `[n]`, which compares bytes, the characters are the scalars of Unicode, so that `LIKE[n] 'a*'` is what
/// `BEGINSWITH[n] 'a'` is.
struct LikePattern: Sendable {
  private let characters: LikeMatcher<Character>
  /// The same pattern for texts that are compared as they are.
  private let scalars: LikeMatcher<Unicode.Scalar>?
  /// The same pattern for texts of ASCII, if it is one itself.
  private let bytes: LikeMatcher<UInt8>?

  init(_ pattern: String, byScalars: Bool) {
    characters = LikeMatcher(pattern.comparedCharacters, star: "*", mark: "?", escape: "\\")
    bytes =
      pattern.isASCII
      ? LikeMatcher(
        Array(pattern.utf8), star: UInt8(ascii: "*"), mark: UInt8(ascii: "?"),
        escape: UInt8(ascii: "\\"))
      : nil
    scalars =
      byScalars
      ? LikeMatcher(Array(pattern.unicodeScalars), star: "*", mark: "?", escape: "\\") : nil
  }

  /// Whether all of a text fits.
  func matches(_ text: String) -> Bool {
    if let bytes, text.isASCII { return bytes.matches(Array(text.utf8)) }
    if let scalars { return scalars.matches(Array(text.unicodeScalars)) }
    return characters.matches(text.comparedCharacters)
  }
}

/// A pattern of LIKE in units of one size.
///
/// Matching goes back to the last `*` only, so it takes at most pattern × text steps.
private struct LikeMatcher<Unit: Equatable & Sendable>: Sendable {
  private enum Part: Equatable, Sendable {
    case anyText
    case anyUnit
    case unit(Unit)
  }

  private let parts: [Part]

  init(_ pattern: [Unit], star: Unit, mark: Unit, escape: Unit) {
    var parts: [Part] = []
    var isEscaped = false
    for unit in pattern {
      if isEscaped {
        parts.append(.unit(unit))
        isEscaped = false
      } else if unit == escape {
        isEscaped = true
      } else if unit == star {
        if parts.last != .anyText { parts.append(.anyText) }
      } else {
        parts.append(unit == mark ? .anyUnit : .unit(unit))
      }
    }
    if isEscaped { parts.append(.unit(escape)) }
    self.parts = parts
  }

  func matches(_ text: [Unit]) -> Bool {
    var part = 0
    var place = 0
    var retry: (part: Int, place: Int)?
    while place < text.count {
      if part < parts.count, parts[part] == .anyText {
        retry = (part + 1, place)
        part += 1
      } else if part < parts.count, fits(parts[part], text[place]) {
        part += 1
        place += 1
      } else if let (nextPart, start) = retry {
        retry = (nextPart, start + 1)
        part = nextPart
        place = start + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .anyText }
  }

  private func fits(_ part: Part, _ unit: Unit) -> Bool {
    switch part {
    case .anyText: false
    case .anyUnit: true
    case .unit(let wanted): wanted == unit
    }
  }
}
