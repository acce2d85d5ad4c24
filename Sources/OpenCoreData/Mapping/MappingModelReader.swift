import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// Reads `xcmapping.xml`, which is an XML store of Core Data with the objects of Xcode's editor: see docs/Formats.md,
/// "Mapping models".
struct MappingModelReader {
  private let path: String
  private let contents: AppleXMLContents
  private let objects: [String: AppleXMLContents.Object]

  init(_ url: URL) throws {
    guard let isFolder = try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory else {
      throw CocoaError(
        .fileReadNoSuchFile, saying: "there is no mapping model '\(url.path)'",
        [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
    }
    guard url.pathExtension != "cdm" else {
      throw CocoaError(
        .fileReadCorruptFile,
        saying:
          "'\(url.path)' is a compiled mapping model, which only Apple's Core Data reads; use the "
          + ".xcmappingmodel that it was made of", [NSURLErrorKey: url])
    }
    path = isFolder ? url.appendingPathComponent("xcmapping.xml").path : url.path
    do throws(StoreError) {
      contents = try AppleXMLContents(StoredFile(path: path))
    } catch {
      throw CocoaError(error, at: url, doing: .opening)
    }
    objects = Dictionary(contents.objects.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The mappings, in the order of their numbers.
  func entityMappings() throws -> [NSEntityMapping] {
    guard contents.objects.contains(where: { $0.type == "XDDEVMAPPINGMODEL" }) else {
      throw failure("there is no mapping model in it: no object of 'XDDEVMAPPINGMODEL'")
    }
    let mappings = contents.objects.filter { $0.type == "XDDEVENTITYMAPPING" }
    let numbered = try mappings.enumerated().map { index, object in
      (
        number: object.attributes["mappingnumber"].flatMap(Int.init) ?? .max, index,
        try entityMapping(object)
      )
    }
    return numbered.sorted { ($0.number, $0.1) < ($1.number, $1.1) }.map(\.2)
  }

  private func entityMapping(_ object: AppleXMLContents.Object) throws -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.sourceEntityName = object.text("sourcename")
    mapping.destinationEntityName = object.text("destinationname")
    mapping.entityMigrationPolicyClassName = object.text("migrationpolicyclassname")
    let names = [mapping.sourceEntityName, mapping.destinationEntityName].compactMap(\.self)
    guard !names.isEmpty else {
      throw failure("the entity mapping '\(object.id)' names neither a source nor a destination")
    }
    mapping.name = object.text("name") ?? names.joined(separator: "To")
    mapping.mappingType = try type(object, mapping)
    mapping.sourceExpression = try expression("sourceexpression", object, of: mapping.name)
    mapping.attributeMappings = try propertyMappings("attributemappings", object, mapping)
    mapping.relationshipMappings = try propertyMappings("relationshipmappings", object, mapping)
    return mapping
  }

  /// The type; the editor leaves most to the compiler of mapping models.
  private func type(
    _ object: AppleXMLContents.Object, _ mapping: NSEntityMapping
  ) throws -> NSEntityMappingType {
    switch object.text("mappingtypename") ?? "Undefined" {
    case "Custom": return .customEntityMappingType
    case "Add": return .addEntityMappingType
    case "Remove": return .removeEntityMappingType
    case "Copy": return .copyEntityMappingType
    case "Transform": return .transformEntityMappingType
    case "Undefined":
      if mapping.entityMigrationPolicyClassName != nil { return .customEntityMappingType }
      if mapping.sourceEntityName == nil { return .addEntityMappingType }
      return mapping.destinationEntityName == nil
        ? .removeEntityMappingType : .transformEntityMappingType
    case let other:
      throw failure(
        "the mapping '\(mapping.name)' has the type '\(other)'; 'Undefined', 'Custom', 'Add', 'Remove', 'Copy' or "
          + "'Transform' was expected")
    }
  }

  private func propertyMappings(
    _ relationship: String, _ object: AppleXMLContents.Object, _ entity: NSEntityMapping
  ) throws -> [NSPropertyMapping] {
    let ids = object.relationships[relationship] ?? []
    var mappings: [NSPropertyMapping] = []
    for id in ids {
      guard let property = objects[id] else {
        throw failure(
          "'\(relationship)' of the mapping '\(entity.name)' names '\(id)', which is not there")
      }
      guard let name = property.text("name") else {
        throw failure("the property mapping '\(id)' of '\(entity.name)' has no name")
      }
      let mapping = NSPropertyMapping()
      mapping.name = name
      mapping.valueExpression = try expression(
        "valueexpression", property, of: "\(entity.name).\(name)")
      mappings.append(mapping)
    }
    // The file has them in the order of a set.
    return mappings.sorted { ($0.name ?? "") < ($1.name ?? "") }
  }

  private func expression(
    _ attribute: String, _ object: AppleXMLContents.Object, of owner: String
  ) throws -> NSExpression? {
    guard let text = object.text(attribute) else { return nil }
    do {
      return try NSExpression(validating: text)
    } catch {
      throw failure("the expression '\(text)' of '\(owner)' cannot be read: \(error)")
    }
  }

  private func failure(_ sentence: String) -> CocoaError {
    CocoaError(
      .fileReadCorruptFile, saying: "'\(path)': \(sentence)",
      [NSURLErrorKey: URL(fileURLWithPath: path), NSFilePathErrorKey: path])
  }
}

extension AppleXMLContents.Object {
  /// The text of an attribute, where it is not blank.
  fileprivate func text(_ name: String) -> String? {
    guard let text = attributes[name], !text.allSatisfy(\.isWhitespace) else { return nil }
    return text
  }
}
