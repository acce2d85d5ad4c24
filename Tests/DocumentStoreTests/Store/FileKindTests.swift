import DocumentStore
import Foundation
import Testing

@Suite("The kind of a file")
struct FileKindTests {
  @Test(
    "is told by what it contains",
    arguments: [
      ("<store model=\"A\">", FileKind.xmlStore),
      ("<store>", .xmlStore),
      ("\u{FEFF}<?xml version=\"1.0\"?>\n<store/>", .xmlStore),
      ("<?xml version=\"1.0\"?>\n<!-- <model> & -->\n<store>", .xmlStore),
      ("<?xml version=\"1.0\"?><model type=\"x\">", .model),
      ("<?xml version=\"1.0\"?>\n<!DOCTYPE database SYSTEM \"x\">\n\n<database>", .appleXMLStore),
      ("<!DOCTYPE a [<!ENTITY b \"c>\">]><store>", .xmlStore),
      ("<plist version=\"1.0\">", .otherXML(root: "plist")),
      ("bplist00...", .binaryStore),
      ("CoreData\u{0}\u{0}", .appleBinaryStore),
      ("SQLite format 3\u{0}", .sqlite),
      ("", .empty),
      ("hello", .unknown),
      ("<", .unknown),
      ("<!-- no end", .unknown),
    ])
  func byContent(_ text: String, _ kind: FileKind) {
    #expect(FileKind(contents: Data(text.utf8)) == kind)
  }

  @Test(
    "is told in UTF-16, too", arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func utf16(_ encoding: String.Encoding) throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><store/>"
    let plain = try #require(text.data(using: encoding))
    let marked = try #require(("\u{FEFF}" + text).data(using: encoding))
    #expect(FileKind(contents: plain) == .xmlStore)
    #expect(FileKind(contents: marked) == .xmlStore)
    #expect(FileKind(contents: marked.dropLast()) == .xmlStore)
    let cut = try #require((text + "👩").data(using: encoding)).dropLast(2)
    #expect(FileKind(contents: cut) == .xmlStore)
  }
}
