public import Foundation

extension NSManagedObjectModel {
  /// Reads a model from an `.xcdatamodeld` bundle (its current version), an `.xcdatamodel` bundle or the
  /// XML file inside one; nil where there is none or it has errors.
  ///
  /// A predicate or an expression that is none does not count: executing the request that has it throws.
  /// ``init(loading:)`` says what is wrong.
  public convenience init?(contentsOf url: URL) {
    self.init()
    let findings = Findings()
    guard ModelReader.read(contentsOf: url, into: self, findings: findings), !findings.isSpoiled
    else { return nil }
  }

  /// Reads a model as ``init(contentsOf:)`` does, or throws a ``ModelError`` with all that is wrong.
  ///
  /// Not in Apple's framework.
  public convenience init(loading url: URL) throws {
    self.init()
    let findings = Findings()
    guard ModelReader.read(contentsOf: url, into: self, findings: findings), !findings.isSpoiled
    else { throw ModelError(diagnostics: findings.sorted) }
  }

  /// Reads a model and tells everything that was found, warnings included; the model is nil where one
  /// of the findings is an error that is not about a predicate or an expression.
  ///
  /// Not in Apple's framework.
  public static func load(
    contentsOf url: URL
  ) -> (model: NSManagedObjectModel?, diagnostics: [Diagnostic]) {
    let reading = ModelReader.read(contentsOf: url)
    return (reading.model, reading.diagnostics)
  }

  /// Reads the bytes of a model's XML file and tells everything that was found; messages name the file
  /// as the caller does.
  ///
  /// Not in Apple's framework.
  public static func load(
    xml data: Data, file: String? = nil
  ) -> (model: NSManagedObjectModel?, diagnostics: [Diagnostic]) {
    let reading = ModelReader.read(data, file: file)
    return (reading.model, reading.diagnostics)
  }
}

/// Everything that is wrong with a model.
///
/// Not in Apple's framework.
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The findings, at least one of them an error.
  public let diagnostics: [Diagnostic]

  /// Makes an error of findings.
  public init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// The findings, one a line.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }

  /// The findings, one a line.
  public var errorDescription: String? {
    description
  }
}
