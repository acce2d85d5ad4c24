import DocumentStore
import Foundation
import ManagedModel
import Testing

/// The models and documents that come with the project.
enum SampleDocuments {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let names = ["FaveFlicks", "FaveFlicks.canonical", "FoodPin", "Everything"]

  /// The path of a document in SampleData.
  static func path(_ name: String) -> String {
    root.appendingPathComponent("SampleData/\(name).xml").path
  }

  /// The schema of the model that a document names.
  static func schema(_ name: String) throws -> Schema {
    let model = name.split(separator: ".").first.map(String.init) ?? name
    let url = root.appendingPathComponent("Schemas/\(model).xcdatamodeld")
    let loaded = try #require(NSManagedObjectModel(contentsOf: url))
    loaded.freeze()
    return try Schema(model: loaded)
  }

  /// The text of a document.
  static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }
}
