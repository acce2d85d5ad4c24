import Foundation
import Testing

@testable import DocumentStore

@Suite("Text in Apple's XML")
struct AppleTextTests {
  private static func decode(_ text: String) throws -> String {
    String(decoding: try text.withView { try AppleText.decode($0) }, as: UTF8.self)
  }

  private static func encode(_ text: String) -> String {
    var output = RawBuffer()
    text.withView { AppleText.print($0, to: &output) }
    return output.string
  }

  @Test(
    "escapes what markup is made of and what XML cannot hold, units with their bytes swapped",
    arguments: [
      ("a<b>&c", "a\\u3c00b\\u3e00\\u2600c"), ("\\", "\\\\"), ("\"'\n\té", "\"'\n\té"),
      ("\0\r\u{1F}", "\\u0000\\u0d00\\u1f00"), ("\u{FFFE}\u{FFFF}", "\\ufeff\\uffff"), ("", ""),
      ("\\u3c00", "\\\\u3c00"),
    ])
  func escapes(_ text: String, _ written: String) throws {
    #expect(Self.encode(text) == written)
    #expect(try Self.decode(written) == text)
  }

  @Test(
    "is read where other writers made it",
    arguments: [
      ("\\u11ffFocusInbox", "\u{FF11}FocusInbox"), ("\\u003c\\u003e\\u0026", "<>&"),
      ("\\u3dd8\\u00de", "\u{1F600}"), ("\\u3DD8\\u00DE", "\u{1F600}"), ("C:\\n", "C:\\n"),
      ("\\u12", "\\u12"), ("\\", "\\"), ("\\uzzzz", "\\uzzzz"),
    ])
  func reads(_ written: String, _ text: String) throws {
    #expect(try Self.decode(written) == text)
  }

  @Test("with half a character is refused", arguments: ["\\u3dd8", "a\\u00deb", "\\u00de\\u3dd8"])
  func halves(_ written: String) {
    #expect(throws: TextFault.notUTF8) { try Self.decode(written) }
  }

  @Test("comes back whatever it is", arguments: 1...20)
  func random(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<200 {
      let text = random.text()
      #expect(try Self.decode(Self.encode(text)).hasSameBytes(as: text))
    }
  }

  @Test("of data has 76 characters in its first line and all others in its second")
  func data() {
    func lines(_ count: Int) -> [Int] {
      var output = RawBuffer()
      #expect(AppleValueText.print(.data(Data(count: count)), to: &output))
      return output.string.split(separator: "\n", omittingEmptySubsequences: false).map(\.count)
    }
    #expect(lines(0) == [0])
    #expect(lines(3) == [4, 0])
    #expect(lines(57) == [76, 0])
    #expect(lines(300) == [76, 324, 0])
  }

  @Test("of a date has twenty digits, unless those do not bring it back")
  func dates() throws {
    func text(_ seconds: Double) throws -> String {
      var output = RawBuffer()
      #expect(AppleValueText.print(.date(seconds), to: &output))
      let text = output.string
      let parsed = try text.withView { try AppleValueText.parse($0, as: .date) }
      #expect(parsed == .date(seconds))
      return text
    }
    #expect(try text(259_495_720.56406) == "259495720.56406000256538391113")
    #expect(try text(0) == "0.00000000000000000000")
    #expect(try text(-0.0) == "-0.00000000000000000000")
    #expect(try text(1e-300) == "1e-300")
    var output = RawBuffer()
    #expect(!AppleValueText.print(.date(.infinity), to: &output))
  }
}
