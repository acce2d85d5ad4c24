import Foundation
import Testing

@testable import DocumentStore

@Suite("The text of data")
struct DataTextTests {
  @Test("is base64 as Foundation has it, with white space skipped")
  func base64() throws {
    var random = SeededRandom(1)
    for count in 0..<300 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = printed { output in bytes.withView { Base64Text.print($0, to: &output) } }
      #expect(text == Data(bytes).base64EncodedString())
      #expect(try decoded(text) == bytes)
      let spaced = text.map { Int.random(in: 0..<4, using: &random) == 0 ? "\n \($0)" : "\($0)" }
      #expect(try decoded(spaced.joined()) == bytes)
    }
  }

  @Test(
    "is strict about all else",
    arguments: [
      ("AA*=", TextFault.malformed), ("AAA", .cutShort), ("A", .cutShort), ("AA", .cutShort),
      ("AAAA=", .malformed), ("AA=", .malformed), ("AA==A", .malformed), ("AB==", .malformed),
      ("AAB=", .malformed), ("AAA==", .malformed), ("AA-_", .malformed), ("====", .malformed),
    ])
  func refused(_ text: String, _ expected: TextFault) {
    #expect(throws: expected) { try decoded(text) }
  }

  @Test("is for a UUID the form that Foundation has")
  func uuid() throws {
    for _ in 0..<200 {
      let uuid = UUID()
      #expect(printed { UUIDText.print(uuid, to: &$0) } == uuid.uuidString)
      #expect(try uuid.uuidString.withView { try UUIDText.parse($0) } == uuid)
      #expect(try uuid.uuidString.lowercased().withView { try UUIDText.parse($0) } == uuid)
    }
    for text in ["", "3F2504E0-4F89-41D3-9A0C-0305E82C330", "3F2504E04F8941D39A0C0305E82C3301"] {
      #expect(fault(text, UUIDText.parse) == .malformed)
    }
  }
}

@Suite("Text in XML")
struct EscapedTextTests {
  /// Whether XML 1.0 has the character, as its specification says (production 2).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  @Test("can hold exactly the characters of XML, wherever they stand")
  func everyScalar() {
    for value in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let text = value % 7 == 0 ? "0123456789\(scalar)" : "\(scalar)12345678"
      #expect(text.withView(EscapedText.canHold) == Self.isCharacter(scalar), "U+\(value)")
    }
  }

  @Test("escapes what is markup, and carriage returns", arguments: 1...3)
  func escapes(_ seed: UInt64) {
    var random = SeededRandom(seed)
    let letters = Array("ab<>&\r\n\t\"'é日\u{FFFD}z ")
    for count in 0..<200 {
      let text = String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
      let plain = text.unicodeScalars.map { scalar in
        switch scalar {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        case "\r": "&#13;"
        default: String(scalar)
        }
      }.joined()
      #expect(
        printed { output in _ = text.withView { EscapedText.print($0, to: &output) } } == plain)
    }
  }

  @Test("takes the line ends of its document")
  func lineEnds() {
    let text = printed { output in
      _ = "a\nb\r\nc".withView {
        EscapedText.print($0, lineEnd: .carriageReturnLineFeed, to: &output)
      }
    }
    #expect(text.utf8.elementsEqual("a\r\nb&#13;\r\nc".utf8))
  }
}
