import Predicates
import DocumentStore
import Foundation
package import ManagedModel

/// A store that a tool has opened, with a context to work in.
package struct OpenDocument {
  /// The objects.
  package let context: NSManagedObjectContext
  /// The path of the file, as the user gave it.
  var path: String { input.path }
  private let input: InputFile
  private let coordinator: NSPersistentStoreCoordinator
  private let store: NSPersistentStore
  private let model: NSManagedObjectModel

  /// Opens a store; throws ``InputProblems`` with what is wrong with it or its model, or a ``ToolFailure``.
  package init(path: String, model modelPath: String?, isReadOnly: Bool) throws {
    input = try InputFile(path: path)
    let type: String
    switch input.kind {
    case .xmlStore, .appleXMLStore: type = NSXMLStoreType
    case .binaryStore, .appleBinaryStore: type = NSBinaryStoreType
    case .model where input.isPlainFolder:
      throw ToolFailure("'\(path)' is a folder; a store is needed here, which is a file")
    case .model: throw ToolFailure("'\(path)' is a model; a store is needed here")
    }
    let model = try StoreModel.model(at: modelPath, for: input)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    self.model = model
    self.coordinator = coordinator
    store = try describingProblems(with: path) {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: URL(fileURLWithPath: path),
        options: [NSReadOnlyPersistentStoreOption: isReadOnly])
    }
    context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  /// What has to be known of a binary store before its objects are used: that its last save was cut off.
  package var warnings: [Diagnostic] {
    guard input.kind == .binaryStore else { return [] }
    return store.warnings.map { warning in
      Diagnostic(
        warning.severity, "\(warning.message); 'coredata repair' may find more in it",
        at: Diagnostic.Location(file: path))
    }
  }

  /// Writes everything to a store of a type, in the place of the file that is there.
  ///
  /// `isApple` says whether that is to be one of Apple's.
  package func copy(to path: String, type: String, isApple: Bool = false) throws {
    guard !input.isSameFile(as: path) else {
      throw ToolFailure("'\(path)' is the store that is to be read; name another file")
    }
    try describingProblems(with: path) {
      let url = URL(fileURLWithPath: path)
      let location = try StoreLocation(
        type: type, url: url, options: StoreOptions([OpenCoreDataAppleFormatOption: isApple]))
      try store.write(to: location, url, replacing: true)
    }
  }

  /// Rids the file of what is out of date.
  package func compact() throws {
    try describingProblems(with: path) { try coordinator.compact(store) }
  }

  /// Throws where a value that was asked for could not be read, and was nil.
  package func checkValues() throws {
    guard let failure = context.graph.takeReadFailure() else { return }
    try describingProblems(with: path) { throw failure.error }
  }

  /// The id of the object that a text names in the store; nil where there is none.
  package func objectID(_ text: String) throws -> NSManagedObjectID? {
    guard let reference = try store.records.reference(forID: text),
      let layout = store.layout(ofTable: reference.table)
    else { return nil }
    return NSManagedObjectID(layout: layout, store: store, reference: reference)
  }

  /// The entity of a name, or a ``ToolFailure`` that names the nearest.
  package func entity(named name: String) throws -> NSEntityDescription {
    if let entity = model.entitiesByName[name] { return entity }
    let names = model.entities.compactMap(\.name)
    let question = didYouMean(name, among: names)
    throw ToolFailure(
      "the model has no entity '\(name)'\(question)\(question.isEmpty ? "; its" : " Its") entities are "
        + quotedList(names, "and"))
  }
}

/// Runs what opens or writes a store, and turns what it throws into what is to be printed, which names
/// the file as the user did; what is an ``InputProblems`` or a ``ToolFailure`` already passes.
func describingProblems<Result>(
  with path: String, _ work: () throws -> Result
) throws -> Result {
  do {
    return try work()
  } catch let error where error is InputProblems || error is ToolFailure {
    throw error
  } catch {
    let file = URL(fileURLWithPath: path)
    let folder = (path as NSString).deletingLastPathComponent
    let names = [
      file.path: path, file.deletingLastPathComponent().path: folder.isEmpty ? "." : folder,
    ]
    if let store = StoreError(behind: error) {
      throw InputProblems(
        store.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          diagnostic.location.file = diagnostic.location.file.map { names[$0] ?? $0 }
          return diagnostic
        })
    }
    let message = error.localizedDescription.replacing("'\(file.path)'", with: "'\(path)'")
    throw InputProblems([
      Diagnostic(.error, message, at: Diagnostic.Location(file: path))
    ])
  }
}

extension StoreError {
  /// The store's own error that an error of the public face was made of.
  fileprivate init?(behind error: any Error) {
    if let store = error as? StoreError {
      self = store
      return
    }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
    guard let store = underlying as? StoreError else { return nil }
    self = store
  }
}
