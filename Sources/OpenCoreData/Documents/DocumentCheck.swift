import DocumentStore
import Foundation
package import ManagedModel

/// Checks models and stores for `coredata validate`.
package enum DocumentCheck {
  /// Everything that is wrong with a file: its grammar and meaning, every value, reference and rule.
  ///
  /// Throws a ``ToolFailure`` where the file or its model cannot be found.
  package static func diagnostics(of path: String, model: String?) throws -> [Diagnostic] {
    do {
      let input = try InputFile(path: path)
      switch input.kind {
      case .model:
        return NSManagedObjectModel.load(contentsOf: URL(fileURLWithPath: path)).diagnostics
      case .xmlStore, .binaryStore: return try diagnostics(of: input, model: model)
      }
    } catch let problems as InputProblems {
      return problems.diagnostics
    }
  }

  private static func diagnostics(of input: InputFile, model: String?) throws -> [Diagnostic] {
    let (model, findings) = try StoreModel.reading(at: model, for: input)
    guard let model else { return findings }
    model.freeze()
    do throws(StoreError) {
      let schema = try Schema(model: model)
      let file = StoredFile(path: input.path)
      return switch input.kind {
      case .binaryStore: try binary(file, schema)
      case .xmlStore, .model: try XMLFormat.findings(in: file, schema)
      }
    } catch {
      return error.diagnostics
    }
  }

  private static func binary(
    _ file: StoredFile, _ schema: Schema
  ) throws(StoreError) -> [Diagnostic] {
    let contents = try BinaryFormat(file: file, schema: schema, isReadOnly: true).load()
    let place = Diagnostic.Location(file: file.path)
    return contents.warnings
      + (try RecordCheck.findings(in: contents.generation))
      .map { Diagnostic(.error, $0.message, at: place) }
  }
}
