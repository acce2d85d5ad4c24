import DocumentStore
import Foundation
import ManagedModel

extension ObjectGraph {
  /// The object that a request finds which asks for one value in a property, and for nothing else, where the
  /// store's index tells; nil for every other request, and where there are several such objects.
  ///
  /// What a ``FetchRun`` finds is the same. Programs that import make such a request for each line, and a plan,
  /// a run and a query would cost three times as much as the answer.
  func lookUp(_ core: FetchRequestCore, in stores: [NSPersistentStore]?) -> [NSManagedObject]? {
    guard stores == nil, parent == nil, core.hasOnlyPredicate, let predicate = core.predicate,
      let lookup = DirectLookup(predicate), let constant = PlainConstant(lookup.constant)
    else { return nil }
    processPendingChanges()
    guard !hasChanges, let coordinator, let store = coordinator.soleStore,
      let family = coordinator.layouts?.concreteFamily(core)
    else { return nil }
    var tables: [Int] = []
    for layout in family.layouts {
      guard constant.fits(lookup.key, in: layout) else { return nil }
      if let table = store.table(of: layout) { tables.append(table) }
    }
    guard let generation = generation(of: store),
      let records = lookup.records(of: tables, in: generation, using: store.records.indexes),
      records.count <= 1
    else { return nil }
    let shelf = shelf(of: store)
    // Whoever looks for one object is going to read it.
    for record in records { shelf.anticipate(record, in: generation) }
    return records.compactMap { shelf.object(for: $0) }
  }
}

extension FetchRequestCore {
  /// Whether the request asks for all objects that meet its predicate, as they are, in any order.
  fileprivate var hasOnlyPredicate: Bool {
    sortDescriptors?.isEmpty ?? true && fetchLimit == 0 && fetchOffset == 0 && fetchBatchSize >= 0
      && propertiesToFetch == nil && propertiesToGroupBy == nil && havingPredicate == nil
      && relationshipKeyPathsForPrefetching == nil && returnsObjectsAsFaults
      && !shouldRefreshRefetchedObjects
  }
}

extension ModelLayout {
  /// The layouts of the entity that a request asks for; nil where that is abstract, or unknown.
  fileprivate func concreteFamily(_ core: FetchRequestCore) -> EntityFamily? {
    guard let name = core.entity?.name ?? core.entityName, let layout = layout(named: name) else {
      return nil
    }
    return family(of: layout.entity, includingSubentities: core.includesSubentities)
  }
}
