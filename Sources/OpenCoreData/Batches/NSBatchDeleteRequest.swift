public import Foundation
public import ManagedModel

/// Deletes many records without making objects of them.
///
/// They are gone at once. Contexts do not notice; those that have such objects refresh them, or fetch again. The
/// rules of relationships hold: Nullify and Cascade are followed, and where Deny forbids one deletion
/// nothing is deleted.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  /// What finds the records.
  public let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  /// The records, where they are given by their ids.
  final let objectIDs: [NSManagedObjectID]?
  /// What the result tells.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  private init(
    _ request: NSFetchRequest<any NSFetchRequestResult>, _ ids: [NSManagedObjectID]?
  ) {
    fetchRequest = request
    objectIDs = ids
    super.init()
  }

  /// Deletes what a request finds.
  public convenience init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    self.init(fetch, nil)
  }

  /// Deletes the records of some ids; those that are not there any more are left alone.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = objects.first?.entity
    self.init(request, objects)
  }

  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// A copy, which may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchDeleteRequest(fetchRequest.duplicate(), objectIDs)
    copy.resultType = resultType
    copy.affectedStores = affectedStores
    return copy
  }
}
