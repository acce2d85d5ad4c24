public import ManagedModel

extension NSEntityDescription {
  /// The entity of a name in a context's model.
  public class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[entityName]
  }

  /// Makes a new object of an entity.
  ///
  /// A name that no entity has is a programmer's error.
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let model = context.persistentStoreCoordinator?.managedObjectModel else {
      preconditionFailure("the context has no coordinator, so it knows no entities")
    }
    let byName = model.entitiesByName
    guard let entity = byName[entityName] else {
      preconditionFailure(
        "the model has no entity '\(entityName)'"
          + NearMiss.hint(entityName, among: byName.keys.sorted()))
    }
    return entity.requiredLayout.objectClass.init(entity: entity, insertInto: context)
  }
}
