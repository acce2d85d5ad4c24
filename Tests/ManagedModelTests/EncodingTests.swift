import Foundation
import ManagedModel
import Testing

/// How bytes become text.
@Suite("Encodings")
struct EncodingTests {
  private static let text = Sample.entity("<attribute name=\"näme\" attributeType=\"String\"/>")

  private static func declared(_ encoding: String) -> String {
    text.replacingOccurrences(of: "\"UTF-8\"", with: "\"\(encoding)\"")
  }

  static let inputs: [(String, Data)] = [
    ("UTF-8", Data(text.utf8)),
    ("byte order mark", Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)),
    ("CRLF", Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)),
    ("no declaration", Data(text.split(separator: "\n").dropFirst().joined(separator: "\n").utf8)),
    ("Latin-1", declared("ISO-8859-1").data(using: .isoLatin1)!),
    ("Mac Roman", declared("macintosh").data(using: .macOSRoman)!),
    (
      "UTF-16 little-endian",
      Data([0xFF, 0xFE]) + declared("UTF-16").data(using: .utf16LittleEndian)!
    ),
    ("UTF-16 big-endian", Data([0xFE, 0xFF]) + declared("UTF-16").data(using: .utf16BigEndian)!),
    ("UTF-16 without mark", declared("UTF-16").data(using: .utf16LittleEndian)!),
  ]

  @Test("models are read in every encoding", arguments: inputs)
  func reads(_ name: String, _ data: Data) throws {
    let (model, diagnostics) = NSManagedObjectModel.load(xml: data)
    #expect(diagnostics.isEmpty)
    #expect(model?.entitiesByName["A"]?.attributesByName["näme"] != nil)
    let written = try #require(model).xmlData()
    let isUTF8 = String(data: data, encoding: .utf8) != nil && !name.hasPrefix("UTF-16")
    #expect(isUTF8 ? written == data : written == Data(Self.text.utf8))
  }

  @Test(
    "bytes that are not what they are declared to be are an error with a place",
    arguments: [
      (
        declared("UTF-8").data(using: .isoLatin1)!,
        """
        m:4:27: error: byte 0xE4 is not UTF-8, as which the document is read; save it as UTF-8, or \
        declare its encoding in the first line
        """
      ),
      (
        Data(declared("UTF-16").utf8),
        "m:1:1: error: the document says that it is UTF-16, but its bytes are not; save it as UTF-8"
      ),
      (
        Data([0xFF, 0xFE, 0x3C]),
        "m:1:1: error: the document says that it is UTF-16, but its bytes are not; save it as UTF-8"
      ),
      (
        Data(declared("KOI-99").utf8),
        """
        m:1:1: error: encoding 'KOI-99' is not supported; save the document as UTF-8 (also read: \
        UTF-16, EUC-JP, ISO-8859-1, ISO-8859-2, LATIN1, MACINTOSH, SHIFT_JIS, WINDOWS-1250, \
        WINDOWS-1251, WINDOWS-1252, WINDOWS-1253, WINDOWS-1254)
        """
      ),
      (
        Data(),
        """
        m:1:1: error: the file is empty: there is no document; a model is an XML document 'model'
        """
      ),
      (
        Data("bplist00".utf8),
        """
        m: error: this is a compiled model, which only Apple's Core Data reads; use the \
        '.xcdatamodeld' that it was compiled from
        """
      ),
    ])
  func refuses(_ data: Data, _ message: String) {
    let (model, diagnostics) = NSManagedObjectModel.load(xml: data, file: "m")
    #expect(model == nil)
    #expect(diagnostics.map(\.description) == [message])
  }

  @Test(
    "what is no XML is an error with a place",
    arguments: [
      (
        "<model>\n<entity name=\"A\">\n</model>",
        """
        m:3:9: error: not well-formed XML: 'model' closes 'entity', which line 2 opened; close each \
        element by its name
        """
      ),
      (
        "<model>\n  <entity name=\"A\"/>\n",
        """
        m:3:1: error: not well-formed XML: the file ends while 'model', which line 1 opened, is still \
        open
        """
      ),
      (
        "<model><entity name=\"&eacute;\"/></model>",
        "m:1:30: error: not well-formed XML: the entity 'eacute' is not defined; write the letter "
          + "itself or its number, as in &#233;"
      ),
      (
        "<?xml version=\"1.0\"?>\n<!DOCTYPE model [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n<model/>",
        """
        m:2:1: error: a document type is not allowed in a model: nothing in it is read or expanded; \
        remove it
        """
      ),
      (
        "<store/>",
        "m:1:1: error: the outermost element is 'store'; that of a data model is 'model'"
      ),
      (
        "<model xmlns=\"urn:x\"/>",
        "m:1:1: error: 'model' is in the namespace 'urn:x'; a data model has none, so remove 'xmlns'"
      ),
    ])
  func notAModel(_ text: String, _ message: String) {
    let reading = Sample.read(text)
    #expect(reading.draft == nil && reading.hasErrors)
    #expect(reading.diagnostics.map(\.description) == [message])
  }

  @Test("tags are found whatever stands around and in them")
  func tags() throws {
    let text = """
      <?xml version='1.0'?><!-- <entity name="no"> --><?a <b>?><model><!-- > --><entity
      name='A' ><?b > ?><attribute  name="x>" attributeType='String'
      ></attribute></entity><x><![CDATA[<entity/>]]></x></model><!-- <end> -->
      """
    let reading = Sample.read(text)
    #expect(
      reading.diagnostics.map(\.description) == [
        """
        m:2:19: error: 'x>' cannot be the name of an attribute of 'A': a name has letters, digits and \
        '_', and begins with no digit
        """, "m:3:23: warning: element 'x' means nothing in 'model' to this version; it is kept",
      ])
    #expect(try reading.draft?.xmlData() == Data(text.utf8))
  }

  @Test("elements nested without end are refused")
  func depth() {
    let text = "<model>" + String(repeating: "<x>", count: 5000)
    let findings = Sample.findings(text)
    #expect(findings.count == 1 && findings[0].contains("nested too deeply"))
  }
}
