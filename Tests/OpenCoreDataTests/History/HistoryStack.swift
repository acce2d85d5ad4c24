import Foundation
import OpenCoreData

/// A store that keeps a history, opened as often as a test wants.
final class HistoryStack {
  let kind: StoreKind
  let folder: URL
  let model: NSManagedObjectModel
  private(set) var coordinator: NSPersistentStoreCoordinator
  private(set) var store: NSPersistentStore
  private(set) var context: NSManagedObjectContext

  static var tracking: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }

  init(
    _ kind: StoreKind, options: [AnyHashable: Any] = HistoryStack.tracking,
    _ model: NSManagedObjectModel = historyModel()
  ) throws {
    self.kind = kind
    self.model = model
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "OpenCoreDataTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent("store.\(kind.ending)")
    (coordinator, store, context) = try Self.open(kind, url, options, model)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func open(
    _ kind: StoreKind, _ url: URL, _ options: [AnyHashable: Any], _ model: NSManagedObjectModel
  ) throws -> (NSPersistentStoreCoordinator, NSPersistentStore, NSManagedObjectContext) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url,
      options: kind.options.merging(options) { $1 })
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, store, context)
  }

  var url: URL { folder.appendingPathComponent("store.\(kind.ending)") }
  var historyURL: URL { folder.appendingPathComponent("store.\(kind.ending)-history") }
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Opens the store anew, as another program would; one in memory stays.
  func reopen(options: [AnyHashable: Any] = [:]) throws {
    if kind == .inMemory {
      context = anotherContext()
      return
    }
    (coordinator, store, context) = try Self.open(kind, url, options, model)
  }

  func anotherContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  var token: NSPersistentHistoryToken? {
    coordinator.currentPersistentHistoryToken(fromStores: nil)
  }

  @discardableResult
  func insert(_ entity: String, _ name: String) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(name, forKey: "name")
    return object
  }

  /// The transactions after a token; all there are without one.
  func history(after token: NSPersistentHistoryToken? = nil) throws
    -> [NSPersistentHistoryTransaction]
  {
    try transactions(.fetchHistory(after: token))
  }

  func transactions(_ request: NSPersistentHistoryChangeRequest) throws
    -> [NSPersistentHistoryTransaction]
  {
    try result(of: request) as? [NSPersistentHistoryTransaction] ?? []
  }

  func changes(_ request: NSPersistentHistoryChangeRequest) throws -> [NSPersistentHistoryChange] {
    request.resultType = .changesOnly
    return try result(of: request) as? [NSPersistentHistoryChange] ?? []
  }

  func result(of request: NSPersistentHistoryChangeRequest) throws -> Any? {
    (try context.execute(request) as? NSPersistentHistoryResult)?.result
  }
}

/// The company model whose employees leave their name, and whose tags leave all they have.
func historyModel() -> NSManagedObjectModel {
  companyModel {
    $0["Employee"]?.attributesByName["name"]?.preservesValueInHistoryOnDeletion = true
    $0["Employee"]?.attributesByName["hired"]?.preservesValueInHistoryOnDeletion = true
    $0["Tag"]?.attributesByName["name"]?.preservesValueInHistoryOnDeletion = true
  }
}

extension [NSPersistentHistoryTransaction] {
  var numbers: [Int64] { map(\.transactionNumber) }
  var changes: [NSPersistentHistoryChange] { flatMap { $0.changes ?? [] } }
}

extension NSPersistentHistoryChange {
  /// `insert Employee-1`, and so on.
  var text: String {
    let kind = ["insert", "update", "delete"][changeType.rawValue]
    return "\(kind) \(changedObjectID.text)"
  }
}
