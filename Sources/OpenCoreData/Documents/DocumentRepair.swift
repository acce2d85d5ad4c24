import DocumentStore
import Foundation
package import ManagedModel

/// Saves what can be saved of a damaged store into a new file, for `coredata repair`.
package struct DocumentRepair {
  /// One thing that was found, and what became of it.
  package struct Finding {
    /// What it was, to be printed.
    package let diagnostic: Diagnostic
    /// In one word what became of it: `lost`, `uncertain`, `restored` or `kept`.
    package let outcome: String
    /// The entity, the object's id and the property, where it is about one.
    package let entity, object, property: String?
  }

  /// What a repair did.
  package struct Report {
    /// What was wrong.
    package let findings: [Finding]
    /// Whether all that was in the file is in the new one, as it was.
    package let isWhole: Bool
  }

  private let path: String
  private let model: NSManagedObjectModel
  private let format: String
  private let options: RepairOptions
  /// Whether it is an XML document.
  private let isDocument: Bool

  /// Looks at a file.
  ///
  /// Throws ``InputProblems`` or a ``ToolFailure`` where it is nothing that could be repaired, or there is no model.
  package init(
    path: String, model: String?, format: String?, onlyCertain: Bool, takesTheirs: Bool
  ) throws {
    self.path = path
    isDocument = try describingProblems(with: path) { try Self.isDocument(path) }
    self.format = format ?? (isDocument ? "xml" : "binary")
    self.model = try Self.model(at: model, for: path)
    var options = RepairOptions()
    options.onlyCertain = onlyCertain
    options.takesTheirs = takesTheirs
    self.options = options
  }

  /// Whether a file is an XML document; throws where it is no binary store either, and was none before it was damaged.
  private static func isDocument(_ path: String) throws -> Bool {
    guard FileManager.default.fileExists(atPath: path) else {
      throw InputFile.failure(toReach: path)
    }
    let file = StoredFile(path: path)
    switch try Repair.kind(of: file) {
    case .binaryStore: return false
    case .xmlStore: return true
    case .appleXMLStore:
      throw ToolFailure(
        "'\(path)' is an XML store of Apple's Core Data; 'repair' works on documents and binary stores of ours. "
          + "'coredata validate' lists what is wrong with it, with lines: mend it in an editor")
    case .appleBinaryStore:
      throw ToolFailure(
        "'\(path)' is a binary store of Apple's Core Data, an archive without checksums that cannot be read "
          + "in part: restore it from a backup; if it still opens, 'coredata convert' copies it into a format "
          + "that can be repaired")
    case .model:
      throw ToolFailure("'\(path)' is a model; 'repair' works on stores, 'validate' checks models")
    case .sqlite:
      throw ToolFailure(
        "'\(path)' is an SQLite database; 'sqlite3 \(path) .recover' saves what is left of one")
    case .empty: throw ToolFailure("'\(path)' is empty; there is nothing to save in it")
    case .otherXML(let root):
      throw ToolFailure("'\(path)' begins with the element '\(root)'; a store begins with 'store'")
    case .unknown:
      throw ToolFailure(
        "'\(path)' has nothing of a store: neither XML nor the columns of a binary store")
    }
  }

  private static func model(at model: String?, for path: String) throws -> NSManagedObjectModel {
    if let model {
      guard FileManager.default.fileExists(atPath: model) else {
        throw InputFile.failure(toReach: model, "the model ")
      }
      let (found, diagnostics) = NSManagedObjectModel.load(
        contentsOf: URL(fileURLWithPath: model))
      guard let found else { throw InputProblems(diagnostics.filter { $0.severity == .error }) }
      return found
    }
    let input = try InputFile(path: path)
    do {
      return try StoreModel.model(at: nil, for: input)
    } catch is InputProblems {
      guard let name = try modelName(inTagOf: path) else {
        throw ToolFailure(
          "'\(path)' is too damaged to say which model it is of; say which with --model PATH")
      }
      return try StoreModel.model(at: StoreModel.find(name, for: input), for: input)
    }
  }

  /// The model that a document names in its first tag, whatever is wrong with the rest.
  private static func modelName(inTagOf path: String) throws -> String? {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let beginning = String(decoding: try file.read(upToCount: 1 << 16) ?? Data(), as: UTF8.self)
    let tag = try Regex(
      #"<store\b[^<>]*?\smodel\s*=\s*["']([^"'<>&]+)["']"#, as: (Substring, Substring).self)
    return beginning.firstMatch(of: tag).map { String($0.1) }
  }

  /// Writes the new file and says what was lost.
  ///
  /// Throws where nothing could be saved, or the file is there.
  package func write(to output: String) throws -> Report {
    guard !FileManager.default.fileExists(atPath: output) else {
      throw ToolFailure("'\(output)' exists; name another file: a repair never writes over one")
    }
    return try describingProblems(with: path) {
      let layout = try ModelLayout.of(model)
      let file = StoredFile(path: path)
      let saved =
        try isDocument
        ? XMLRepair.run(file, layout.schema, options)
        : BinaryRepair.run(file, layout.schema, options)
      try write(saved, to: output)
      let findings = saved.findings.map { finding in
        Finding(
          diagnostic: finding.diagnostic(of: path), outcome: finding.outcome.rawValue,
          entity: finding.entity, object: finding.object, property: finding.property)
      }
      return Report(findings: findings, isWhole: saved.isWhole)
    }
  }

  private func write(_ saved: RepairedStore, to output: String) throws {
    if format == "xml", let document = saved.document, !saved.namesFiles {
      return try RepairedStore.write(document, to: StoredFile(path: output))
    }
    let isXML = format.hasSuffix("xml")
    let location = try StoreLocation(
      type: isXML ? NSXMLStoreType : NSBinaryStoreType, url: URL(fileURLWithPath: output),
      options: StoreOptions([OpenCoreDataAppleFormatOption: format.hasPrefix("apple-")]))
    try StoreFormats.write(
      saved.generation, metadata(saved.metadata, location), nil, to: location, replacing: false)
  }

  /// The metadata of the new file: what could be read, and what this model says of itself.
  private func metadata(
    _ found: [String: PropertyList], _ location: StoreLocation
  ) -> [String: PropertyList] {
    let description = StoreMetadata.description(of: model, nil)
    var metadata = StoreMetadata.fresh(for: location.type, description, isApple: false)
    metadata.merge(found) { $1 }
    metadata.merge(description) { $1 }
    metadata[NSStoreTypeKey] = .string(location.type)
    return StoreMetadata.translated(
      metadata, description, from: false, to: location.writesAppleFormat)
  }
}
