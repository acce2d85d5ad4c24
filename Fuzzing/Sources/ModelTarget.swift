import DocumentStore
import Foundation
import ManagedModel
import PredicateLogic

/// The XML of models.
///
/// What can be used must give back its bytes, and a copy of it, and what is read from them, must be the same model.
enum ModelTarget {
  static func check(_ bytes: [UInt8]) {
    let reading = ModelReader.read(Data(bytes), file: "contents")
    for finding in reading.diagnostics {
      demand(!finding.message.isEmpty && finding.location.file == "contents")
      demand(finding.location.line.map { $0 >= 1 } ?? true)
    }
    demand(reading.draft != nil || !reading.diagnostics.isEmpty)
    if let draft = reading.draft, reading.model == nil { _ = try? draft.xmlData() }
    guard let model = reading.model else { return }
    let text: Data
    do { text = try model.xmlData() } catch {
      demand(reading.hasErrors, "what was read cannot be written: \(error)")
      return
    }
    if isPlain(bytes) { demand(text == Data(bytes), "a model loses its bytes") }
    checkCopies(of: model, text)
    model.freeze()
    use(model)
  }

  /// Whether writing has no reason to change bytes: they are UTF-8, and say nothing else.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) && !text.hasPrefix("\u{FEFF}")
      && !text.lowercased().contains("encoding")
  }

  private static func checkCopies(of model: NSManagedObjectModel, _ text: Data) {
    let again = ModelReader.read(text, file: "contents")
    guard let read = again.model else {
      fatalError("what was written cannot be read: \(again.diagnostics)")
    }
    guard let copy = model.copy() as? NSManagedObjectModel else { fatalError("no copy") }
    for other in [read, copy] {
      guard let written = try? other.xmlData() else { fatalError("a copy cannot be written") }
      demand(written == text, "a copy is written otherwise")
      demand(other.entityVersionHashesByName == model.entityVersionHashesByName)
    }
  }

  private static func use(_ model: NSManagedObjectModel) {
    for (name, entity) in model.entitiesByName {
      demand(entity.name == name)
      for (name, property) in entity.propertiesByName { demand(property.name == name) }
      _ = (entity.uniquenessConstraints, entity.indexes, entity.userInfo)
    }
    for (_, request) in model.fetchRequestTemplatesByName { _ = request.predicate?.predicateFormat }
    for configuration in [nil] + model.configurations {
      do throws(StoreError) { _ = try Schema(model: model, configuration: configuration) } catch {
        demand(!error.description.isEmpty)
      }
    }
  }
}
