public import Foundation
public import ManagedModel

/// Inserts many records without making objects of them.
///
/// They are written at once. Contexts do not notice; those that show such objects fetch again. Other than in
/// Apple's framework the rules of the model hold: where one record breaks one, nothing is inserted. Values
/// may be those of relationships too: objects or ids.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  /// Where the values of the records come from.
  enum Source {
    case dictionaries([[String: Any]])
    case dictionaryHandler((NSMutableDictionary) -> Bool)
    case objectHandler((NSManagedObject) -> Bool)
  }

  /// The name of the entity whose records are inserted.
  public let entityName: String
  /// The entity, where the request was made with it.
  public let entity: NSEntityDescription?
  final var source: Source
  /// What the result tells.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  private init(name: String, _ entity: NSEntityDescription?, _ source: Source) {
    entityName = name
    self.entity = entity
    self.source = source
    super.init()
  }

  /// Inserts a record for each dictionary.
  public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
    self.init(name: entityName, nil, .dictionaries(dictionaries))
  }

  /// Inserts a record for each dictionary.
  public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    self.init(name: entity.name ?? "", entity, .dictionaries(dictionaries))
  }

  /// Inserts a record for each dictionary that a block fills, until it returns true.
  public convenience init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(name: entityName, nil, .dictionaryHandler(handler))
  }

  /// Inserts a record for each dictionary that a block fills, until it returns true.
  public convenience init(
    entity: NSEntityDescription,
    dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(name: entity.name ?? "", entity, .dictionaryHandler(handler))
  }

  /// Inserts a record for each object that a block fills, until it returns true.
  public convenience init(
    entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(name: entityName, nil, .objectHandler(handler))
  }

  /// Inserts a record for each object that a block fills, until it returns true.
  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(name: entity.name ?? "", entity, .objectHandler(handler))
  }

  /// The values of the records, where they are given as dictionaries.
  open var objectsToInsert: [[String: Any]]? {
    get { if case .dictionaries(let dictionaries) = source { dictionaries } else { nil } }
    set { source = .dictionaries(newValue ?? []) }
  }

  /// The block that fills dictionaries.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)? {
    get { if case .dictionaryHandler(let handler) = source { handler } else { nil } }
    set { if let newValue { source = .dictionaryHandler(newValue) } }
  }

  /// The block that fills objects, which are in no context.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)? {
    get { if case .objectHandler(let handler) = source { handler } else { nil } }
    set { if let newValue { source = .objectHandler(newValue) } }
  }

  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// A copy, which may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchInsertRequest(name: entityName, entity, source)
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}
