import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

/// A file of Apple's XML store in a folder of its own, opened.
struct AppleDocument {
  let folder: TemporaryFolder
  let file: StoredFile
  let format: AppleXMLFormat
  let store: RecordStore
  private let original: String

  init(_ text: String, _ schema: Schema) throws {
    folder = try TemporaryFolder()
    file = StoredFile(path: try folder.write("store.xml", text))
    format = AppleXMLFormat(file: file, schema: schema)
    store = try RecordStore(schema: schema, format: format)
    original = text
  }

  var text: String { String(decoding: folder.bytes("store.xml") ?? [], as: UTF8.self) }

  func edit(_ body: (inout GraphEdit) throws -> Void) throws {
    var edit = try GraphEdit(store)
    try body(&edit)
    try edit.save()
  }

  /// The lines that went and those that came since the file was opened.
  var difference: [String] {
    let old = original.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let changes = new.difference(from: old)
    return changes.removals.map { Self.line("-", $0) }
      + changes.insertions.map { Self.line("+", $0) }
  }

  private static func line(
    _ sign: String, _ change: CollectionDifference<String>.Change
  ) -> String {
    switch change {
    case .remove(_, let line, _), .insert(_, let line, _): sign + line
    }
  }

  /// Reads the file anew and checks that it holds what the store has, and stands where the format thinks.
  func expectConsistent(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let again = AppleXMLFormat(file: file, schema: store.schema)
    let contents = try again.load()
    #expect(
      try Graph(contents.generation) == Graph(store.current), sourceLocation: sourceLocation)
    #expect(contents.warnings.isEmpty, sourceLocation: sourceLocation)
    let known = try #require(format.layoutForTesting).map(Self.spans)
    #expect(
      known == (try #require(again.layoutForTesting)).map(Self.spans),
      sourceLocation: sourceLocation)
  }

  private static func spans(_ spans: ElementSpans) -> [[Int]] {
    zip(spans.starts, spans.ends).filter { $0.0 >= 0 }.map { [$0.0, $0.1] }
      .sorted { $0[0] < $1[0] }
  }

  // MARK: Samples

  /// The schema of a model of the project, without its composites.
  static func schema(_ name: String) throws -> Schema {
    let url = SampleDocuments.root.appendingPathComponent("Schemas/\(name).xcdatamodeld")
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    for entity in model.entities {
      entity.properties = entity.properties.filter {
        $0.entity !== entity || !($0 is NSCompositeAttributeDescription)
      }
    }
    model.freeze()
    return try Schema(model: model)
  }

  static let films = head + objects + "\n</database>"

  static let head = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>7DFA6DAB-A071-4B34-8DFB-BAC65DD66FDE</UUID>
            <nextObjectID>110</nextObjectID>
            <metadata>
                <plist version="1.0">
                    <dict>
                        <key>NSPersistenceFrameworkVersion</key>
                        <integer>1526</integer>
                        <key>NSStoreModelVersionHashes</key>
                        <dict>
                            <key>Director</key>
                            <data>
    \t\tAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=
    \t\t</data>
                            <key>Movie</key>
                            <data>
    \t\tAgIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=
    \t\t</data>
                            <key>Tag</key>
                            <data>
    \t\tAwIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=
    \t\t</data>
                        </dict>
                        <key>NSStoreModelVersionHashesDigest</key>
                        <string>x</string>
                        <key>NSStoreModelVersionHashesVersion</key>
                        <integer>3</integer>
                        <key>NSStoreModelVersionIdentifiers</key>
                        <array>
                            <string></string>
                        </array>
                        <key>of the application</key>
                        <string>keep me</string>
                    </dict>
                </plist>
            </metadata>
        </databaseInfo>

    """

  static let objects = """
        <object type="DIRECTOR" id="z102">
            <attribute name="name" type="string">Michael Mann</attribute>
            <relationship name="movies" type="0/0" destination="MOVIE" idrefs="z105 z103"></relationship>
        </object>
        <object type="MOVIE" id="z103">
            <attribute name="title" type="string">Heat</attribute>
            <attribute name="releasedate" type="date">-158976000.00000000000000000000</attribute>
            <attribute name="genre" type="string">Crime \\u2600 more</attribute>
            <relationship name="director" type="0/1" destination="DIRECTOR" idrefs="z102"></relationship>
            <relationship name="tags" type="0/0" destination="TAG" idrefs="z104"></relationship>
        </object>
        <object type="TAG" id="z104">
            <attribute name="name" type="string">long</attribute>
            <relationship name="movies" type="0/0" destination="MOVIE" idrefs="z103"></relationship>
        </object>
        <object type="MOVIE" id="z105">
            <attribute name="title" type="string"></attribute>
            <relationship name="director" type="0/1" destination="DIRECTOR" idrefs="z102"></relationship>
            <relationship name="tags" type="0/0" destination="TAG"></relationship>
        </object>
    """
}
