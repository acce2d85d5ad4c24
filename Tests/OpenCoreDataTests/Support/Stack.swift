import Foundation
import OpenCoreData

/// The stores that every rule holds for.
enum StoreKind: String, CaseIterable, Codable, Sendable {
  case inMemory = "InMemory"
  case binary = "Binary"
  case xml = "XML"
  /// Files as Core Data's own stores of those types write them.
  case appleXML = "Apple XML"
  case appleBinary = "Apple binary"

  /// Those that have a file.
  static let files = allCases.filter { $0 != .inMemory }
  /// Those whose form is ours: composites may be in them, and each entity counts its objects.
  static let own = allCases.filter { !$0.isApple }
  static let ownFiles = files.filter { !$0.isApple }

  var isApple: Bool { self == .appleXML || self == .appleBinary }
  /// The number of the first object's id.
  var firstNumber: Int { self == .appleXML ? 102 : 1 }

  var type: String {
    switch self {
    case .inMemory: NSInMemoryStoreType
    case .binary, .appleBinary: NSBinaryStoreType
    case .xml, .appleXML: NSXMLStoreType
    }
  }

  /// What a new store of the kind asks for.
  var options: [AnyHashable: Any] {
    isApple ? [OpenCoreDataAppleFormatOption: true] : [:]
  }

  var ending: String { type == NSBinaryStoreType ? "plist" : "xml" }
}

/// A model, a store and a context, and the store's file where it has one.
final class Stack {
  let kind: StoreKind
  let folder: URL
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore
  /// Another store of the same model, where a test wants one.
  private(set) var second: NSPersistentStore?
  let context: NSManagedObjectContext
  /// Contexts that were opened later: objects are of no use without theirs.
  private var others: [NSManagedObjectContext] = []

  init(
    _ kind: StoreKind, _ model: NSManagedObjectModel = companyModel(), hasSecond: Bool = false
  ) throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "OpenCoreDataTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let url = folder.appendingPathComponent("store.\(kind.ending)")
    store = try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url, options: kind.options)
    context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    if hasSecond { second = try addSecond(to: coordinator) }
  }

  private func addSecond(to coordinator: NSPersistentStoreCoordinator) throws -> NSPersistentStore {
    try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil,
      at: folder.appendingPathComponent("second.\(kind.ending)"), options: kind.options)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var url: URL { folder.appendingPathComponent("store.\(kind.ending)") }

  /// What is in the store's file; nothing for a store in memory.
  var bytes: Data? { try? Data(contentsOf: url) }

  /// Another context of the same coordinator.
  func anotherContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    others.append(context)
    return context
  }

  /// A context on the store as it would be read by another program; of a store in memory, the same store.
  func reopened() throws -> NSManagedObjectContext {
    if kind == .inMemory { return anotherContext() }
    let other = NSPersistentStoreCoordinator(managedObjectModel: coordinator.managedObjectModel)
    try other.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url, options: kind.options)
    if second != nil { _ = try addSecond(to: other) }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = other
    others.append(context)
    return context
  }

  /// Lets go of a context that ``reopened()`` or ``anotherContext()`` has made.
  func release(_ context: NSManagedObjectContext) { others.removeAll { $0 === context } }

  func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }
}

extension NSManagedObjectContext {
  /// A context that saves to this one.
  func child() -> NSManagedObjectContext {
    let child = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    child.parent = self
    return child
  }

  func all(_ entity: String) throws -> [NSManagedObject] {
    try fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  /// The first object of an entity whose `name` is a text.
  func named(_ name: String, _ entity: String) throws -> NSManagedObject? {
    try all(entity).first { $0.value(forKey: "name") as? String == name }
  }
}

extension NSManagedObject {
  var name: String? { value(forKey: "name") as? String }
  func one(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }
  func many(_ key: String) -> Set<NSManagedObject> {
    value(forKey: key) as? Set<NSManagedObject> ?? []
  }
  func list(_ key: String) -> [NSManagedObject] { objects(forRelationship: key) }
}

/// The code of an error that something throws.
func code(_ body: () throws -> Void) -> Int? {
  do {
    try body()
    return nil
  } catch {
    return (error as NSError).code
  }
}

extension CocoaError {
  /// The conflicts that kept a save from being made.
  func conflicts<Conflict>(_ type: Conflict.Type = Conflict.self) -> [Conflict] {
    unsafe userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [Conflict] ?? []
  }
}
