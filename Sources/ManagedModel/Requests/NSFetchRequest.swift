public import Foundation
public import Predicates

/// A description of objects to be found: which entity, how many, in which form.
///
/// `ResultType` carries no constraint, so that `NSFetchRequest<NSFetchRequestResult>` can be written as
/// for Apple's class.
public class NSFetchRequest<ResultType>: NSPersistentStoreRequest {
  /// What the request asks for.
  package let core: FetchRequestCore

  /// Makes a request without an entity.
  public override init() {
    core = FetchRequestCore()
    super.init()
  }

  /// Makes a request for the objects of an entity, found by name when the request is executed.
  public convenience init(entityName: String) {
    self.init()
    core.entityName = entityName
  }

  /// Makes a request that asks for what another asks for.
  package init(core: FetchRequestCore) {
    self.core = core
    super.init()
  }

  public override var requestType: NSPersistentStoreRequestType {
    .fetchRequestType
  }

  /// A copy, which may be changed.
  public override func copy(with zone: NSZone? = nil) -> Any {
    duplicate()
  }

  package override var fetchCore: FetchRequestCore? {
    core
  }

  /// A copy, which may be changed.
  package func duplicate() -> NSFetchRequest<ResultType> {
    let copy = NSFetchRequest<ResultType>(core: core.duplicate())
    copy.affectedStoreObjects = affectedStoreObjects
    return copy
  }

  /// The name of the entity whose objects are looked for.
  public var entityName: String? {
    core.entityName
  }

  /// The entity whose objects are looked for; nil until one is set or the request is executed.
  public var entity: NSEntityDescription? {
    get { core.entity }
    set { core.entity = newValue }
  }

  /// The condition that objects must meet; nil for all.
  public var predicate: NSPredicate? {
    get { core.predicate }
    set { core.predicate = newValue }
  }

  /// The order of the results: by the first descriptor, where that finds two equal by the second, and so on.
  public var sortDescriptors: [NSSortDescriptor]? {
    get { core.sortDescriptors }
    set { core.sortDescriptors = newValue }
  }

  /// How many results are wanted at most; 0 for all.
  public var fetchLimit: Int {
    get { core.fetchLimit }
    set { core.fetchLimit = newValue }
  }

  /// How many results are skipped.
  public var fetchOffset: Int {
    get { core.fetchOffset }
    set { core.fetchOffset = newValue }
  }

  /// How many objects a program wants at a time; 0 for all at once.
  ///
  /// Accepted, and of no effect because none is needed: a result is a fault, which knows who it is and holds no
  /// values until one is asked for, and values stay in the columns of the store. A million faults take 116 MB.
  public var fetchBatchSize: Int {
    get { core.fetchBatchSize }
    set { core.fetchBatchSize = newValue }
  }

  /// Whether objects of subentities are looked for too.
  public var includesSubentities: Bool {
    get { core.includesSubentities }
    set { core.includesSubentities = newValue }
  }

  /// Whether values are read along with the ids.
  public var includesPropertyValues: Bool {
    get { core.includesPropertyValues }
    set { core.includesPropertyValues = newValue }
  }

  /// Whether changes that are not yet saved count.
  public var includesPendingChanges: Bool {
    get { core.includesPendingChanges }
    set { core.includesPendingChanges = newValue }
  }

  /// Whether objects may be returned as faults.
  public var returnsObjectsAsFaults: Bool {
    get { core.returnsObjectsAsFaults }
    set { core.returnsObjectsAsFaults = newValue }
  }

  /// Whether equal dictionaries are returned once.
  public var returnsDistinctResults: Bool {
    get { core.returnsDistinctResults }
    set { core.returnsDistinctResults = newValue }
  }

  /// Whether objects that are in memory take the store's newest values.
  public var shouldRefreshRefetchedObjects: Bool {
    get { core.shouldRefreshRefetchedObjects }
    set { core.shouldRefreshRefetchedObjects = newValue }
  }

  /// The form of the results.
  public var resultType: NSFetchRequestResultType {
    get { core.resultType }
    set { core.resultType = newValue }
  }

  /// Key paths of relationships whose destinations are read in the same go.
  public var relationshipKeyPathsForPrefetching: [String]? {
    get { core.relationshipKeyPathsForPrefetching }
    set { core.relationshipKeyPathsForPrefetching = newValue }
  }

  /// The columns of dictionaries: names or property descriptions.
  public var propertiesToFetch: [Any]? {
    get { core.propertiesToFetch }
    set { core.propertiesToFetch = newValue }
  }

  /// The columns by which dictionaries are grouped.
  public var propertiesToGroupBy: [Any]? {
    get { core.propertiesToGroupBy }
    set { core.propertiesToGroupBy = newValue }
  }

  /// The condition that groups must meet; its keys are those of the dictionaries.
  public var havingPredicate: NSPredicate? {
    get { core.havingPredicate }
    set { core.havingPredicate = newValue }
  }
}
