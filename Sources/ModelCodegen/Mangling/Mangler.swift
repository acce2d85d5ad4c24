/// Makes the names that the linker knows declarations by, as Swift's compiler does.
///
/// A name is a list of operands and operators, shortened in three ways: a type or an identifier that was there
/// before is a number (`AC`); a word inside an identifier that was there before is a letter (`0D0V`); and
/// several numbers in a row are merged (`AaB`, `A2C`). The rules are those of `docs/ABI/Mangling.rst` in
/// Swift's sources, and each is held against the compiler's own names in the tests.
struct Mangler {
  private(set) var bytes = Array("$s".utf8)
  /// Words of identifiers that later ones may refer to.
  private var words: [Range<Int>] = []
  private var identifiers: [String: Int] = [:]
  private var types: [MangledType: Int] = [:]
  private var substitutionCount = 0
  private var lastSubstitution = LastSubstitution()

  /// Where the last reference stands that another may be merged with.
  private struct LastSubstitution {
    var start = 0
    var size = 0
    var count = 0
    var isStandard = false
  }

  private static let wordLimit = 26
  private static let repetitionLimit = 2048

  /// The name so far.
  var name: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends letters that are no identifier.
  mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func nextSubstitution() -> Int {
    defer { substitutionCount += 1 }
    return substitutionCount
  }
}

// Identifiers.
extension Mangler {
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isUpper(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  /// Appends an identifier or, where it was there before, a reference.
  mutating func appendIdentifier(_ text: String) {
    if let known = identifiers[text] { return appendSubstitution(known) }
    identifiers[text] = nextSubstitution()
    let plain = Array(text.utf8)
    guard plain.allSatisfy(Punycode.isPlain) else {
      let encoded = Punycode.encoded(text)
      append("00\(encoded.count)")
      if let first = encoded.first, Mangler.isDigit(first) || first == UInt8(ascii: "_") {
        append("_")
      }
      bytes += encoded
      return
    }
    appendWords(plain)
  }

  private func word(
    _ range: Range<Int>, of text: [UInt8], isIn storage: [UInt8], from: Int, to: Int
  )
    -> Int?
  {
    (from..<to).first { storage[words[$0]] == text[range] }
  }

  /// The references in an identifier; its new words are added, with places inside the identifier.
  private mutating func findWords(_ text: [UInt8]) -> [(start: Int, word: Int)] {
    let known = words.count
    var references: [(start: Int, word: Int)] = []
    var start: Int?
    for position in 0...text.count {
      let byte = position < text.count ? text[position] : 0
      if let from = start, isWordEnd(byte, after: text[position - 1]) {
        let range = from..<position
        let found =
          word(range, of: text, isIn: bytes, from: 0, to: known)
          ?? word(range, of: text, isIn: text, from: known, to: words.count)
        if let found {
          references.append((from, found))
        } else if range.count >= 2, words.count < Mangler.wordLimit {
          words.append(range)
        }
        start = nil
      }
      if start == nil, byte != 0, byte != UInt8(ascii: "_"), !Mangler.isDigit(byte) {
        start = position
      }
    }
    return references
  }

  private func isWordEnd(_ byte: UInt8, after last: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == 0 || (!Mangler.isUpper(last) && Mangler.isUpper(byte))
  }

  private mutating func appendWords(_ text: [UInt8]) {
    var moved = words.count
    let references = findWords(text)
    if !references.isEmpty { append("0") }
    var position = 0
    for (index, reference) in (references + [(text.count, -1)]).enumerated() {
      if position < reference.start {
        append("\(reference.start - position)")
        while position < reference.start {
          // A new word is known by its place in the whole name from now on.
          if moved < words.count, words[moved].lowerBound == position {
            words[moved] = bytes.count..<(bytes.count + words[moved].count)
            moved += 1
          }
          bytes.append(text[position])
          position += 1
        }
      }
      guard reference.word >= 0 else { continue }
      position += words[reference.word].count
      let isLast = index == references.count - 1
      bytes.append(UInt8(ascii: isLast ? "A" : "a") + UInt8(reference.word))
      if isLast, position == text.count { append("0") }
    }
  }
}

// References.
extension Mangler {
  private mutating func appendSubstitution(_ index: Int) {
    guard index < 26 else {
      return append(index == 26 ? "A_" : "A\(index - 27)_")
    }
    let letter = UInt8(ascii: "A") + UInt8(index)
    if mergeSubstitution(letter, isStandard: false) { return }
    append("A")
    bytes.append(letter)
  }

  private mutating func appendStandard(_ letters: String) {
    let bytesOfLetters = Array(letters.utf8)
    if bytesOfLetters.count == 1, mergeSubstitution(bytesOfLetters[0], isStandard: true) { return }
    append("S" + letters)
  }

  /// Joins a reference to the one that stands before it, if there is one.
  private mutating func mergeSubstitution(_ letter: UInt8, isStandard: Bool) -> Bool {
    let last = lastSubstitution
    if last.count > 0, last.count < Mangler.repetitionLimit, bytes.count == last.start + last.size,
      last.isStandard == isStandard
    {
      let lastLetter = bytes[bytes.count - 1]
      if lastLetter != letter, !isStandard {
        lastSubstitution = LastSubstitution(
          start: bytes.count, size: 1, count: 1, isStandard: false)
        bytes[bytes.count - 1] = lastLetter + (UInt8(ascii: "a") - UInt8(ascii: "A"))
        bytes.append(letter)
        return true
      }
      if lastLetter == letter {
        bytes.removeSubrange(last.start...)
        append("\(last.count + 1)")
        bytes.append(letter)
        lastSubstitution.count += 1
        lastSubstitution.size = bytes.count - last.start
        return true
      }
    }
    lastSubstitution = LastSubstitution(
      start: bytes.count + 1, size: 1, count: 1, isStandard: isStandard)
    return false
  }
}

// Types.
extension Mangler {
  /// Appends a module's name.
  mutating func appendModule(_ name: String) {
    name == "Swift" ? append("s") : appendIdentifier(name)
  }

  /// Appends a type.
  mutating func append(_ type: MangledType) {
    switch type {
    case .void: return append("yt")
    case .anyObject: return append("yXl")
    case .existential([]): return append("yp")
    case .nominal(let nominal): return append(nominal)
    case .existential(let protocols): return appendExistential(protocols)
    case .bound, .optional: break
    }
    if let known = types[type] { return appendSubstitution(known) }
    switch type {
    case .bound(let nominal, let arguments):
      append(nominal)
      append("y")
      for argument in arguments { append(argument) }
      append("G")
    case .optional(let wrapped):
      append(wrapped)
      append("Sg")
    default: break
    }
    types[type] = nextSubstitution()
  }

  /// Appends a type without its arguments, as it stands in types and as what is around members.
  mutating func append(_ nominal: NominalType) {
    if let letters = StandardTypes.letters(of: nominal) { return appendStandard(letters) }
    let type = MangledType.nominal(nominal)
    if let known = types[type] { return appendSubstitution(known) }
    guard let last = nominal.parts.last else { return appendModule(nominal.module) }
    appendContext(of: nominal)
    appendIdentifier(last.name)
    append(last.kind.rawValue)
    types[type] = nextSubstitution()
  }

  /// Appends a list of protocols, to which no later reference is possible.
  private mutating func appendExistential(_ protocols: [NominalType]) {
    for (index, one) in protocols.enumerated() {
      appendProtocol(one)
      if index == 0 { append("_") }
    }
    append("p")
  }

  private mutating func appendProtocol(_ nominal: NominalType) {
    if let letters = StandardTypes.letters(of: nominal) { return appendStandard(letters) }
    appendContext(of: nominal)
    appendIdentifier(nominal.parts.last?.name ?? "")
  }

  /// Appends what is around a type: its module, a type, or a type that another module extends.
  private mutating func appendContext(of nominal: NominalType) {
    guard nominal.parts.count > 1 else { return appendModule(nominal.module) }
    append(NominalType(module: nominal.module, parts: nominal.parts.dropLast()))
    guard let module = nominal.parts.last?.extensionModule else { return }
    appendModule(module)
    append("E")
  }
}
