/// A pattern of LIKE: `*` is any text, `?` any character, a backslash takes the meaning from the next one.
///
/// Matching goes back to the last `*` only, so it takes at most pattern × text steps.
struct LikePattern: Sendable {
  private enum Part: Sendable, Equatable {
    case anyText
    case anyCharacter
    case character(Character)
  }

  private let parts: [Part]

  init(_ pattern: String) {
    var parts: [Part] = []
    var isEscaped = false
    for character in pattern.comparedCharacters {
      if isEscaped {
        parts.append(.character(character))
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        if parts.last != .anyText { parts.append(.anyText) }
      } else {
        parts.append(character == "?" ? .anyCharacter : .character(character))
      }
    }
    if isEscaped { parts.append(.character("\\")) }
    self.parts = parts
  }

  /// Whether all of a text fits.
  func matches(_ text: String) -> Bool {
    let text = text.comparedCharacters
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

  private func fits(_ part: Part, _ character: Character) -> Bool {
    switch part {
    case .anyText: false
    case .anyCharacter: true
    case .character(let wanted): wanted == character
    }
  }
}
