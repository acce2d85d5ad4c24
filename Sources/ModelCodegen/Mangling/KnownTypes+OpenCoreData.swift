extension KnownTypes {
  /// What the module `OpenCoreData` declares.
  static let openCoreDataNames = """
    class NSManagedObject NSManagedObjectContext NSManagedObjectID NSPersistentContainer
      NSPersistentStore NSPersistentStoreCoordinator NSPersistentStoreDescription NSMergePolicy
      NSQueryGenerationToken UndoManager ValueTransformer
    struct FetchedResults NSValueTransformerName
    enum NSFetchedResultsChangeType
    """

  /// What the module `ManagedModel` declares.
  static let managedModelNames = """
    class NSAttributeDescription NSEntityDescription NSFetchRequest NSManagedObjectModel
      NSPropertyDescription NSRelationshipDescription
    enum NSAttributeType NSDeleteRule
    protocol NSFetchRequestResult
    """

  /// What the module `PredicateLogic` declares.
  static let predicateLogicNames = """
    class NSComparisonPredicate NSCompoundPredicate NSExpression NSPredicate NSSortDescriptor
    struct Selector
    """
}
