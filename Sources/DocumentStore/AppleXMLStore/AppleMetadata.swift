import Foundation

/// What an Apple store says of itself, besides its records.
struct AppleMetadata: Sendable {
  /// The metadata as programs see them: what is in the property list, and the identifier.
  var entries: [String: PropertyList]

  static let uuidKey = "NSStoreUUID"
  static let typeKey = "NSStoreType"
  static let ownHashesKey = AppleStoreKeys.ownHashes
  static let hashesKey = "NSStoreModelVersionHashes"

  /// What describes the model that the file was written with.
  static let modelKeys: Set<String> = [
    hashesKey, "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest",
    "NSStoreModelVersionIdentifiers", "NSStoreModelVersionChecksumKey", ownHashesKey,
  ]

  /// What stands in a file's property list.
  var listed: [String: PropertyList] {
    entries.filter { $0.key != Self.uuidKey && $0.key != Self.typeKey }
  }

  var uuid: String? { entries[Self.uuidKey]?.text }

  /// What is wrong between the model of the file and that of a schema, in words; nil where nothing can be seen.
  ///
  /// Apple's hashes cannot be computed anew, so what is compared is which entities there are.
  func difference(from schema: Schema) -> String? {
    guard let hashes = entries[Self.hashesKey]?.entries, !hashes.isEmpty else { return nil }
    let names = schema.tables.map(\.name)
    let known = Set(names).union(schema.concreteNames.keys)
    let missing = hashes.keys.filter { !known.contains($0) }.sorted()
    let added = names.filter { hashes[$0] == nil }.sorted()
    var parts: [String] = []
    if !missing.isEmpty { parts.append("the model lacks " + Self.list(missing)) }
    if !added.isEmpty { parts.append("the file does not know " + Self.list(added)) }
    return parts.isEmpty ? nil : parts.joined(separator: ", and ")
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
  }

  /// What is said where the model differs.
  static func warning(_ difference: String) -> String {
    "the file was written with another model: \(difference); the next save leaves out the version hashes, "
      + "because they describe that model"
  }

  /// What is to be written from now on: descriptions of a model that is not the file's are left out.
  func written(_ given: [String: PropertyList], isOtherModel: Bool) -> [String: PropertyList] {
    var written = given
    for key in Self.modelKeys {
      if isOtherModel { written[key] = nil } else { written[key] = written[key] ?? entries[key] }
    }
    written[Self.uuidKey] = written[Self.uuidKey] ?? entries[Self.uuidKey]
    return written
  }
}

/// Metadata as Apple's XML store lays them out.
enum AppleMetadataMarkup {
  /// Appends the element `databaseInfo`, from its `<` to behind its end tag.
  static func print(_ metadata: AppleMetadata, counter: Int64, to output: inout RawBuffer) {
    output.append("<databaseInfo>\n        <version>134481920</version>\n        <UUID>")
    output.append(text: escaped(metadata.uuid ?? ""))
    output.append("</UUID>\n        <nextObjectID>")
    output.append(text: String(counter))
    output.append("</nextObjectID>\n        ")
    print(metadata.listed, to: &output)
    output.append("\n    </databaseInfo>")
  }

  /// Appends the element `metadata`.
  static func print(_ entries: [String: PropertyList], to output: inout RawBuffer) {
    output.append("<metadata>\n            <plist version=\"1.0\">\n                ")
    print(PropertyListNode(.dictionary(entries)), depth: 4, to: &output)
    output.append("\n            </plist>\n        </metadata>")
  }

  private static func print(_ node: PropertyListNode, depth: Int, to output: inout RawBuffer) {
    switch node {
    case .data(let bytes):
      output.append("<data>\n")
      var base64 = RawBuffer()
      bytes.withView { Base64Text.print($0, to: &base64) }
      base64.withView { text in
        for start in stride(from: 0, to: text.count, by: 76) {
          output.append("\t\t")
          output.append(text[start..<min(text.count, start + 76)])
          output.append("\n")
        }
      }
      output.append("\t\t</data>")
    case .string(let text):
      output.append("<string>")
      output.append(text: escaped(text))
      output.append("</string>")
    case .array(let elements):
      print("array", elements, depth, to: &output) { element, output in
        print(element, depth: depth + 1, to: &output)
      }
    case .dictionary(let entries):
      print("dict", entries, depth, to: &output) { entry, output in
        output.append("<key>")
        output.append(text: escaped(entry.key))
        output.append("</key>")
        breakLine(depth + 1, &output)
        print(entry.value, depth: depth + 1, to: &output)
      }
    case .boolean, .integer, .real, .date:
      var markup = PropertyListMarkup(nil)
      markup.print(node, to: &output)
    }
  }

  private static func print<Element>(
    _ name: String, _ elements: [Element], _ depth: Int, to output: inout RawBuffer,
    _ body: (Element, inout RawBuffer) -> Void
  ) {
    output.append(text: "<\(name)>")
    for element in elements {
      breakLine(depth + 1, &output)
      body(element, &output)
    }
    breakLine(depth, &output)
    output.append(text: "</\(name)>")
  }

  private static func breakLine(_ depth: Int, _ output: inout RawBuffer) {
    output.append("\n")
    for _ in 0..<depth { output.append("    ") }
  }

  static func escaped(_ text: String) -> String {
    var output = RawBuffer()
    text.withView { _ = EscapedText.print($0, to: &output) }
    return output.string
  }

  /// Refuses what a property list in XML cannot hold.
  static func check(_ entries: [String: PropertyList]) throws(StoreError) {
    let node = PropertyListNode(.dictionary(entries))
    guard !node.isWritable || !node.hasPlainTexts else { return }
    throw StoreError(
      .unstorable,
      "the metadata cannot be written: numbers must be finite, and texts have no control characters"
    )
  }
}

extension PropertyListNode {
  /// Whether XML can hold all texts as they are, and all dates in the calendar.
  fileprivate var hasPlainTexts: Bool {
    switch self {
    case .string(let text): text.withView(EscapedText.canHold)
    case .date(let seconds): DateText.hasCalendarForm(seconds)
    case .array(let elements): elements.allSatisfy(\.hasPlainTexts)
    case .dictionary(let entries): entries.allSatisfy(\.value.hasPlainTexts)
    default: true
    }
  }
}

/// Keys of the metadata of Apple's stores.
package enum AppleStoreKeys {
  /// The version hashes of this library in a file of Apple's, whose own are computed in a way that is not
  /// published.
  package static let ownHashes = "OpenCoreDataModelVersionHashes"
  /// What describes the model in the metadata of any store, as only who made the store can compute it.
  package static let hashes: Set<String> = [
    AppleMetadata.hashesKey, "NSStoreModelVersionHashesVersion", "NSStoreModelVersionHashesDigest",
    "NSStoreModelVersionChecksumKey", "NSPersistenceFrameworkVersion",
    "NSPersistenceMaximumFrameworkVersion", ownHashes,
  ]
}
