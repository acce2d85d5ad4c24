import DocumentStore
import Foundation
package import ManagedModel

/// Finds the model of a store for a tool.
package enum StoreModel {
  /// Reads the model at `path`, or, without one, the model that the store names, beside it or in `../Schemas`.
  ///
  /// Throws a ``ToolFailure`` where there is none.
  package static func reading(
    at path: String?, for input: InputFile
  ) throws -> (model: NSManagedObjectModel?, diagnostics: [Diagnostic]) {
    let place = try path ?? find(for: input)
    guard FileManager.default.fileExists(atPath: place) else {
      throw InputFile.failure(toReach: place, "the model ")
    }
    return NSManagedObjectModel.load(contentsOf: URL(fileURLWithPath: place))
  }

  /// The model, or ``InputProblems`` with what is wrong with it.
  package static func model(at path: String?, for input: InputFile) throws -> NSManagedObjectModel {
    let (model, diagnostics) = try reading(at: path, for: input)
    guard let model else { throw InputProblems(diagnostics.filter { $0.severity == .error }) }
    return model
  }

  private static func find(for input: InputFile) throws -> String {
    guard let name = try DocumentSummary.modelName(of: input) else {
      throw ToolFailure("'\(input.path)' does not name its model; say which with --model PATH")
    }
    return try find(name, for: input)
  }

  /// The path of the model with a name that a store names.
  static func find(_ name: String, for input: InputFile) throws -> String {
    // A name comes out of a file: it must not lead to another folder.
    guard !name.contains("/"), !name.isEmpty, !name.hasPrefix(".") else {
      throw ToolFailure(
        "'\(input.path)' names the model '\(name)', which is no file's name; say --model PATH")
    }
    let folder = (input.path as NSString).deletingLastPathComponent
    let places = [folder, (folder as NSString).appendingPathComponent("../Schemas")]
    for place in places {
      for ending in ["xcdatamodeld", "xcdatamodel", "xml"] {
        let path = (place as NSString).appendingPathComponent("\(name).\(ending)")
        // A store may have its model's name; it is no model.
        if let found = try? InputFile(path: path), found.kind == .model { return path }
      }
    }
    throw ToolFailure(
      "there is no model '\(name).xcdatamodeld' beside '\(input.path)' or in ../Schemas; "
        + "say where it is with --model PATH")
  }
}
