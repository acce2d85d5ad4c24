public import Foundation
public import ManagedModel
public import Predicates

/// Changes many records without making objects of them.
///
/// They are written at once. Contexts do not notice; those that have such objects refresh them. Other than in
/// Apple's framework the rules of the model hold: where one record breaks one, nothing is changed.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// The name of the entity whose records are changed.
  public let entityName: String
  /// The entity, where the request was made with it.
  public let entity: NSEntityDescription?
  /// The condition that records must meet; nil for all.
  open var predicate: NSPredicate?
  /// Whether records of subentities are changed too.
  open var includesSubentities = true
  /// What the result tells.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType
  /// New values, by the names or the descriptions of properties.
  ///
  /// An `NSExpression` is evaluated for each record as it was before the request; `NSNull` stands for no value.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// Changes records of the entity with a name.
  public init(entityName: String) {
    self.entityName = entityName
    entity = nil
    super.init()
  }

  /// Changes records of an entity.
  public init(entity: NSEntityDescription) {
    entityName = entity.name ?? ""
    self.entity = entity
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// A copy, which may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      entity.map { NSBatchUpdateRequest(entity: $0) }
      ?? NSBatchUpdateRequest(entityName: entityName)
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.resultType = resultType
    copy.propertiesToUpdate = propertiesToUpdate
    copy.affectedStores = affectedStores
    return copy
  }
}
