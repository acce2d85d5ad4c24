import Foundation
import Testing

@testable import DocumentStore

@Suite("A property list inside a document")
struct PropertyListTextTests {
  static func random(_ random: inout SeededRandom, depth: Int = 0) -> PropertyListNode {
    switch Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &random) {
    case 0: .boolean(Bool.random(using: &random))
    case 1: .integer(Int128(Int64.random(in: .min ... .max, using: &random)))
    case 2: .integer(Int128(Int.random(in: -3...70_000, using: &random)))
    case 3: .real(Double.random(in: -1e9...1e9, using: &random))
    case 4: .string(["", "plain", "é ☃ 🎬", "<&>\r", "\u{0}"].randomElement(using: &random) ?? "")
    case 5: .date(Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 8)
    case 6: .data((0..<Int.random(in: 0..<40, using: &random)).map(UInt8.init))
    case 7:
      .array(
        (0..<Int.random(in: 0..<20, using: &random)).map { _ in
          Self.random(&random, depth: depth + 1)
        })
    default:
      .dictionary(
        (0..<Int.random(in: 0..<20, using: &random)).map {
          PropertyListEntry(key: "key \($0)", value: Self.random(&random, depth: depth + 1))
        })
    }
  }

  @Test("comes back from its binary form", arguments: 1...3)
  func binary(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<100 {
      let bytes = BinaryPropertyListWriter.bytes(of: Self.random(&random))
      let node = try #require(bytes.withView { BinaryPropertyListReader.node(of: $0) })
      #expect(BinaryPropertyListWriter.bytes(of: node) == bytes)
    }
  }

  @Test("has a binary form that Foundation reads", arguments: 1...3)
  func foundation(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    var unchanged = 0
    for _ in 0..<100 {
      let bytes = BinaryPropertyListWriter.bytes(of: Self.random(&random))
      let list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
      let theirs = Array(
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
      // Most of what Foundation writes comes out the same; what does not is never written inline.
      guard let node = theirs.withView({ BinaryPropertyListReader.exactNode(of: $0) }) else {
        continue
      }
      unchanged += 1
      #expect(BinaryPropertyListWriter.bytes(of: node) == theirs)
    }
    #expect(unchanged > 40)
  }

  @Test("is refused where it is damaged, and never read beyond its end")
  func damaged() {
    var random = SeededRandom(5)
    for _ in 0..<60 {
      let bytes = BinaryPropertyListWriter.bytes(of: Self.random(&random))
      for end in 0..<bytes.count {
        #expect(Array(bytes[..<end]).withView { BinaryPropertyListReader.node(of: $0) } == nil)
      }
      for _ in 0..<50 {
        var broken = bytes
        broken[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
        _ = broken.withView { BinaryPropertyListReader.node(of: $0) }
      }
    }
  }

  @Test("is not writable where a number is not finite or a key stands twice")
  func unwritable() {
    #expect(!PropertyListNode.real(.nan).isWritable)
    #expect(!PropertyListNode.array([.date(.infinity)]).isWritable)
    let twice = [PropertyListEntry(key: "a", value: .boolean(true))]
    #expect(PropertyListNode.dictionary(twice).isWritable)
    #expect(!PropertyListNode.dictionary(twice + twice).isWritable)
  }

  @Test("is printed as elements, in lines or in one")
  func markup() {
    let node = PropertyListNode.dictionary([
      PropertyListEntry(key: "a & b", value: .array([.integer(1), .boolean(true), .real(0.5)])),
      PropertyListEntry(key: "c", value: .date(0)),
      PropertyListEntry(key: "d", value: .data([1, 2, 3])),
      PropertyListEntry(key: "e", value: .dictionary([])),
      PropertyListEntry(key: "f", value: .string("\u{1}")),
      PropertyListEntry(key: "g", value: .date(1e20)),
    ])
    var inline = PropertyListMarkup(nil)
    #expect(
      printed { inline.print(node, to: &$0) }
        == "<dict><key>a &amp; b</key><array><integer>1</integer><true/><real>0.5</real></array>"
        + "<key>c</key><date>2001-01-01T00:00:00Z</date><key>d</key><data>AQID</data>"
        + "<key>e</key><dict/><key>f</key><string encoding=\"base64\">AQ==</string>"
        + "<key>g</key><date seconds=\"1e20\"/></dict>")
    var lines = PropertyListMarkup(
      .init(lineEnd: .carriageReturnLineFeed, indent: Array("  ".utf8), unit: Array("\t".utf8)))
    let text = printed { lines.print(.array([.array([.integer(1)])]), to: &$0) }
    #expect(
      text.utf8.elementsEqual(
        "<array>\r\n  \t<array>\r\n  \t\t<integer>1</integer>\r\n  \t</array>\r\n  </array>".utf8))
  }
}
