import OpenCoreData

extension OpenDocument {
  /// Opens a store, and says on standard error what is missing in it.
  static func opened(_ path: String, model: String?, isReadOnly: Bool) throws -> OpenDocument {
    let document = try OpenDocument(path: path, model: model, isReadOnly: isReadOnly)
    for warning in document.warnings { Terminal.printError(warning.description) }
    return document
  }
}
