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
    let layout = context.graph.layout(forEntityName: entityName)
    return layout.objectClass.init(entity: layout.entity, insertInto: context)
  }
}
