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
      case .xmlStore, .binaryStore, .appleXMLStore, .appleBinaryStore:
        return try diagnostics(of: input, model: model)
      }
    } catch let problems as InputProblems {
      return problems.diagnostics
    }
  }

  private static func diagnostics(of input: InputFile, model: String?) throws -> [Diagnostic] {
    let (model, findings) = try StoreModel.reading(at: model, for: input)
    guard let model else { return findings }
    do throws(StoreError) {
      let layout = try ModelLayout.of(model)
      let file = StoredFile(path: input.path)
      return switch input.kind {
      case .binaryStore:
        try located(
          BinaryFormat(file: file, schema: layout.schema, isReadOnly: true).load(), file, layout)
      case .appleBinaryStore:
        try located(
          AppleBinaryFormat(file: file, schema: layout.schema, isReadOnly: true).load(), file,
          layout)
      case .appleXMLStore:
        try AppleXMLFormat.findings(in: file, layout.schema) { generation throws(StoreError) in
          try DerivationCheck(generation, layout).findings()
        }
      case .xmlStore, .model:
        try XMLFormat.findings(in: file, layout.schema) { generation throws(StoreError) in
          try DerivationCheck(generation, layout).findings()
        }
      }
    } catch {
      return error.diagnostics
    }
  }

  /// What is wrong in a file that has no lines.
  private static func located(
    _ contents: StoreContents, _ file: StoredFile, _ layout: ModelLayout
  ) throws(StoreError) -> [Diagnostic] {
    let place = Diagnostic.Location(file: file.path)
    let broken = try RecordCheck.findings(in: contents.generation)
    let doubtful = try DerivationCheck(contents.generation, layout).findings()
    return contents.warnings + broken.map { Diagnostic(.error, $0.message, at: place) }
      + doubtful.map { Diagnostic(.warning, $0.message, at: place) }
  }
}
