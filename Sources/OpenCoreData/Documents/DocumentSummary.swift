import DocumentStore
import Foundation
import ManagedModel

/// What a file is, for `coredata info`; a store is not opened, and its model is not needed.
package struct DocumentSummary {
  /// Something that is told about a file.
  package enum Fact: Sendable {
    case text(String)
    case count(Int)
    case bytes(Int)
    case list([String])
  }

  /// The path as it was given.
  package let path: String
  /// What kind of file it is, in words.
  package let format: String
  /// Facts, in the order in which they should be told.
  package let facts: [(name: String, value: Fact)]
  /// What ``entities`` counts.
  package let countName: String
  /// The entities, with how many objects or properties each has.
  package let entities: [(name: String, count: Int)]
  /// The store's metadata, by key.
  package let metadata: [(name: String, text: String)]

  /// Looks at a file; throws ``InputProblems`` or a ``ToolFailure``.
  package init(path: String) throws {
    let input = try InputFile(path: path)
    if input.kind == .model {
      try self.init(model: path)
      return
    }
    do throws(StoreError) {
      let file = StoredFile(path: path)
      switch input.kind {
      case .binaryStore: self.init(path, try BinaryStoreFile.inspect(file))
      case .appleBinaryStore: self.init(path, try AppleBinarySummary(file))
      case .appleXMLStore:
        self.init(path, try AppleXMLContents(file, keepingObjects: false))
      case .xmlStore, .model: self.init(path, try XMLDocumentSummary(file))
      }
    } catch {
      throw InputProblems(error)
    }
  }

  /// The name of the model that a store was made with.
  static func modelName(of input: InputFile) throws -> String? {
    do throws(StoreError) {
      let file = StoredFile(path: input.path)
      return switch input.kind {
      case .model, .appleXMLStore, .appleBinaryStore: nil
      case .binaryStore: try BinaryStoreFile.inspect(file).modelName
      case .xmlStore: try XMLDocumentSummary(file).modelName
      }
    } catch {
      throw InputProblems(error)
    }
  }

  private init(model path: String) throws {
    let (model, diagnostics) = NSManagedObjectModel.load(contentsOf: URL(fileURLWithPath: path))
    guard let model else { throw InputProblems(diagnostics.filter { $0.severity == .error }) }
    self.path = path
    format = "model"
    model.freeze()
    let bundle = ModelBundle(at: URL(fileURLWithPath: path))
    var facts: [(name: String, value: Fact)] = []
    if !bundle.versions.isEmpty {
      facts.append(("versions", .list(bundle.versions.map(\.name))))
      facts.append(("current", .text(bundle.current?.name ?? "")))
    }
    let identifiers = model.versionIdentifiers.map { "\($0)" }.sorted()
    if !identifiers.isEmpty { facts.append(("identifier", .list(identifiers))) }
    if !model.configurations.isEmpty {
      facts.append(("configurations", .list(model.configurations)))
    }
    facts.append(("checksum", .text(model.versionChecksum)))
    self.facts = facts
    countName = "properties"
    entities = model.entities.map { ($0.name ?? "", $0.properties.count) }
    metadata = []
  }

  private init(_ path: String, _ summary: BinaryStoreSummary) {
    self.path = path
    format = "binary store"
    facts = [
      ("model", .text(summary.modelName ?? "not named")), ("size", .bytes(summary.size)),
      ("saves", .count(Int(clamping: summary.generation))),
    ]
    countName = "objects"
    entities = summary.entities
    metadata = Self.lines(summary.metadata)
  }

  private init(_ path: String, _ summary: XMLDocumentSummary) {
    self.path = path
    format = "XML store"
    facts = [
      ("model", .text(summary.modelName ?? "not named")), ("size", .bytes(summary.size)),
      ("encoding", .text(summary.encoding)),
    ]
    countName = "objects"
    entities = summary.entities
    metadata = Self.lines(summary.metadata)
  }

  private init(_ path: String, _ summary: AppleBinarySummary) {
    self.path = path
    format = "binary store of Apple's Core Data"
    facts = [("model", .text("not named")), ("size", .bytes(summary.size))]
    countName = "objects"
    entities = summary.entities
    metadata = Self.lines(summary.metadata)
  }

  private init(_ path: String, _ contents: AppleXMLContents) {
    self.path = path
    format = "XML store of Apple's Core Data"
    facts = [
      ("model", .text("not named")), ("size", .bytes(contents.size)),
      ("encoding", .text(contents.encoding)),
    ]
    countName = "objects"
    // The file has the names in capitals, its version hashes as they are.
    let hashes = contents.metadata["NSStoreModelVersionHashes"]?.entries ?? [:]
    let names = Dictionary(hashes.keys.map { ($0.uppercased(), $0) }) { first, _ in first }
    entities = contents.entities.map { (names[$0.name] ?? $0.name, $0.count) }
    metadata = Self.lines(contents.metadata)
  }

  private static func lines(_ metadata: [String: PropertyList]) -> [(name: String, text: String)] {
    metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value.summary) }
  }
}

extension PropertyList {
  /// The value on one line.
  fileprivate var summary: String {
    switch self {
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .string(let text): text
    case .date(let date): date.ISO8601Format()
    case .data(let data): data.base64EncodedString()
    case .array(let elements): "[" + elements.map(\.summary).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      "{"
        + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.summary)" }
        .joined(separator: ", ") + "}"
    }
  }
}
