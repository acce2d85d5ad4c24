package import Predicates

/// What a fetch request asks for.
///
/// ``NSFetchRequest`` is generic in what it returns and keeps everything here, so that code which
/// executes requests need not be generic.
package final class FetchRequestCore: Freezable {
  /// The name of the entity whose objects are looked for.
  package var entityName: String? { willSet { assertMutable("entityName") } }
  /// That entity, where it is known already.
  package var entity: NSEntityDescription? {
    willSet { assertMutable("entity") }
    didSet { if let entity { entityName = entity.name } }
  }
  /// How many results are wanted at most; 0 for all.
  package var fetchLimit = 0 { willSet { assertMutable("fetchLimit") } }
  /// How many results are skipped.
  package var fetchOffset = 0 { willSet { assertMutable("fetchOffset") } }
  /// How many objects are made at a time.
  package var fetchBatchSize = 0 { willSet { assertMutable("fetchBatchSize") } }
  /// Whether objects of subentities are looked for too.
  package var includesSubentities = true { willSet { assertMutable("includesSubentities") } }
  /// Whether values are read along with the ids.
  package var includesPropertyValues = true { willSet { assertMutable("includesPropertyValues") } }
  /// Whether changes that are not yet saved count.
  package var includesPendingChanges = true { willSet { assertMutable("includesPendingChanges") } }
  /// Whether objects may be returned as faults.
  package var returnsObjectsAsFaults = true { willSet { assertMutable("returnsObjectsAsFaults") } }
  /// Whether equal dictionaries are returned once.
  package var returnsDistinctResults = false { willSet { assertMutable("returnsDistinctResults") } }
  /// Whether objects that are in memory take the store's newest values.
  package var shouldRefreshRefetchedObjects = false {
    willSet { assertMutable("shouldRefreshRefetchedObjects") }
  }
  /// The form of the results.
  package var resultType = NSFetchRequestResultType.managedObjectResultType {
    willSet { assertMutable("resultType") }
  }
  /// Key paths of relationships whose destinations are read in the same go.
  package var relationshipKeyPathsForPrefetching: [String]? {
    willSet { assertMutable("relationshipKeyPathsForPrefetching") }
  }
  /// The columns of dictionaries: names or property descriptions.
  package var propertiesToFetch: [Any]? { willSet { assertMutable("propertiesToFetch") } }
  /// The columns by which dictionaries are grouped.
  package var propertiesToGroupBy: [Any]? { willSet { assertMutable("propertiesToGroupBy") } }
  /// The condition that objects must meet; nil for all.
  package var predicate: NSPredicate? {
    get { condition.predicate }
    set {
      assertMutable("predicate")
      condition = StatedPredicate(newValue)
    }
  }
  /// The order of the results, the first descriptor first.
  package var sortDescriptors: [NSSortDescriptor]? { willSet { assertMutable("sortDescriptors") } }
  /// The condition that groups must meet.
  package var havingPredicate: NSPredicate? { willSet { assertMutable("havingPredicate") } }
  /// The predicate as a model file states it, or is to state it.
  package var predicateText: String? {
    get { condition.text }
    set {
      assertMutable("predicate")
      condition = StatedPredicate(text: newValue)
    }
  }
  /// Why there is no predicate although the request's model file states one: the text is none.
  ///
  /// Such a request cannot be executed.
  package var predicateFault: PredicateFormatError? { condition.fault }
  /// The name of a request that is part of a model.
  package var templateName: String?

  /// Whether the request is part of a model that is in use.
  package internal(set) var isFrozen = false

  /// The predicate and its text.
  private(set) var condition = StatedPredicate()
  var source: SourceElement?

  /// What whoever executes the request has worked out about it, until it is changed.
  package var companion: AnyObject?

  /// Makes a request for nothing yet.
  package init() {}

  /// A copy that may be changed.
  package func duplicate() -> FetchRequestCore {
    let copy = FetchRequestCore()
    copy.entityName = entityName
    copy.entity = entity
    copy.fetchLimit = fetchLimit
    copy.fetchOffset = fetchOffset
    copy.fetchBatchSize = fetchBatchSize
    copy.includesSubentities = includesSubentities
    copy.includesPropertyValues = includesPropertyValues
    copy.includesPendingChanges = includesPendingChanges
    copy.returnsObjectsAsFaults = returnsObjectsAsFaults
    copy.returnsDistinctResults = returnsDistinctResults
    copy.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
    copy.resultType = resultType
    copy.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
    copy.propertiesToFetch = propertiesToFetch
    copy.propertiesToGroupBy = propertiesToGroupBy
    copy.condition = condition
    copy.sortDescriptors = sortDescriptors
    copy.havingPredicate = havingPredicate
    copy.templateName = templateName
    copy.source = source
    return copy
  }

  /// Forgets what was worked out, before the request is changed.
  func assertMutable(_ key: StaticString) {
    companion = nil
    (self as any Freezable).assertMutable(key)
  }

  var subject: String {
    "fetch request " + (templateName.map { "'\($0)'" } ?? "for '\(entityName ?? "")'")
  }
}
