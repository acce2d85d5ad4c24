import Foundation
import Predicates
import Testing

@testable import DocumentStore

@Suite("The order of texts without strings")
struct TextOrderTests {
  @Test("bytes order texts by their composed form", arguments: 0..<8 as Range<UInt64>)
  func compare(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<1000 {
      let one = random.mixedText()
      let other = random.chance(50) ? random.mixedText() : random.variation(of: one)
      let expected = composedOrder(one, other)
      #expect(order(one, other) == expected, "\(one.unicodeScalars) \(other.unicodeScalars)")
      #expect(order(other, one) == -expected)
    }
  }

  @Test("prefixes never contradict the order", arguments: 0..<8 as Range<UInt64>)
  func prefix(seed: UInt64) {
    var random = SeededRandom(seed)
    for _ in 0..<1000 {
      let one = random.mixedText()
      let other = random.chance(50) ? random.mixedText() : random.variation(of: one)
      let (a, b) = (prefix(one), prefix(other))
      if a.word | a.openBits < b.word { #expect(composedOrder(one, other) == -1) }
      if b.word | b.openBits < a.word { #expect(composedOrder(one, other) == 1) }
    }
  }

  @Test("texts in scripts of one composed form have prefixes")
  func settledScripts() {
    for text in ["été", "straße", "город", "日本映画", "한국", "שלום", "Ωmega", "👩 moon"] {
      #expect(prefix(text).openBytes == 0)
    }
    #expect(prefix("e\u{301}").openBytes == 8)
    #expect(prefix("abcde\u{301}").openBytes == 4)
  }

  private func composedOrder(_ one: String, _ other: String) -> Int {
    let a = one.precomposedStringWithCanonicalMapping.utf8
    let b = other.precomposedStringWithCanonicalMapping.utf8
    return a.elementsEqual(b) ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1
  }

  private func order(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one.utf8), Array(other.utf8))
    return unsafe a.withUnsafeBytes { a in
      unsafe b.withUnsafeBytes { unsafe ComposedOrder.compare(a, $0) }
    }
  }

  private func prefix(_ text: String) -> TextPrefix {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe TextPrefix(of: $0) }
  }
}

extension SeededRandom {
  /// Few letters, many of which compose with others.
  mutating func mixedText() -> String {
    let pieces = [
      "a", "e", "é", "e\u{301}", "\u{301}", "\u{323}", "ệ", "o\u{302}", "\u{1100}", "\u{1161}",
      "\u{11A8}", "각", "日", "の", "\u{3099}", "か", "Å", "\u{212B}", "\u{F900}", "щ", "\u{0306}",
      "и", "й", "\u{10FFFF}", "👩", "\u{200D}", "\0", "z", "Ω", "\u{2126}", "क", "\u{93C}",
      "\u{958}",
    ]
    let plain = chance(40)
    return (0..<int(0...10)).map { _ in pieces[plain ? int(0...2) : int(0...pieces.count - 1)] }
      .joined()
  }

  /// Another text that is nearly the same: in another form, or with something put in.
  mutating func variation(of text: String) -> String {
    switch int(0...2) {
    case 0: return text.decomposedStringWithCanonicalMapping
    case 1: return text + mixedText()
    default:
      var scalars = Array(text.unicodeScalars)
      let more = Array(mixedText().unicodeScalars.prefix(1))
      scalars.insert(contentsOf: more, at: int(0...scalars.count))
      return String(String.UnicodeScalarView(scalars))
    }
  }
}
