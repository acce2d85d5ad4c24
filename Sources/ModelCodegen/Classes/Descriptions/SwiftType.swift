/// A type as generated code spells it.
package struct SwiftType: Hashable, Sendable {
  /// The type without a `?`.
  package var name: String
  /// Whether there may be no value.
  package var isOptional: Bool

  /// A type of a name.
  package init(_ name: String, isOptional: Bool = false) {
    self.name = name
    self.isOptional = isOptional
  }

  /// The type as it stands behind a colon.
  package var text: String {
    guard isOptional else { return name }
    return name.hasPrefix("any ") ? "(\(name))?" : "\(name)?"
  }

  /// The same type with `?`, or without.
  package func optional(_ isOptional: Bool = true) -> SwiftType {
    SwiftType(name, isOptional: isOptional)
  }
}

extension SwiftType {
  /// Whether a text can be a type: names, dots, brackets that close each other, nothing that ends a line
  /// or begins another declaration.
  static func isPlausible(_ text: String) -> Bool {
    let inside = CharacterSets.punctuation
    guard text.contains(where: \.isLetter),
      text.allSatisfy({ $0.isLetter || $0.isNumber || inside.contains($0) })
    else { return false }
    var open: [Character] = []
    for character in text {
      if let closing = CharacterSets.closing[character] {
        open.append(closing)
      } else if CharacterSets.closing.values.contains(character), open.popLast() != character {
        return false
      }
    }
    return open.isEmpty
  }

  private enum CharacterSets {
    static let punctuation: Set<Character> = [
      "_", ".", ",", ":", "?", "&", " ", "<", ">", "[", "]", "(", ")",
    ]
    static let closing: [Character: Character] = ["<": ">", "[": "]", "(": ")"]
  }
}
