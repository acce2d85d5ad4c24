import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// A controller's request as it was when it was fetched: who is among the results, in which order and section.
final class ResultsQuery {
  let graph: ObjectGraph
  let plan: FetchPlan
  let sectionPath: String?
  /// What else the results depend on than the objects themselves.
  let paths: ResultsPaths
  /// Whether only the request itself, executed again, knows who is among the results.
  let needsFetch: Bool
  private let request: NSFetchRequest<NSManagedObject>

  init(_ core: ResultsCore) throws {
    let copy = core.requestCore.duplicate()
    guard copy.resultType == .managedObjectResultType else {
      throw CocoaError(
        .coreData,
        saying: "a results controller needs managed objects; set the request's resultType to them")
    }
    guard copy.sortDescriptors?.isEmpty == false else {
      throw CocoaError(
        .coreData,
        saying: """
          the fetch request of a results controller has no sort descriptors, so its results have no \
          places; set sortDescriptors
          """)
    }
    copy.includesPendingChanges = true
    request = NSFetchRequest(core: copy)
    request.affectedStores = core.request.affectedStores
    graph = core.context.graph
    plan = try FetchPlan.of(copy, graph.coordinator)
    sectionPath = core.sectionPath
    paths = ResultsPaths(
      plan, graph.coordinator?.layouts?.layouts ?? [], sectionPath: sectionPath)
    needsFetch = copy.fetchLimit > 0 || copy.fetchOffset > 0 || paths.isUnbounded
  }

  func fetch() throws -> [NSManagedObject] { try graph.fetchObjects(request) }

  // MARK: Objects

  /// Whether an object of the context, or one that has left it, is of an entity that is looked for.
  func isAbout(_ object: NSManagedObject) -> Bool {
    plan.family.contains[object.layout.index]
  }

  /// Whether an object is among the results, the window aside.
  ///
  /// One whose condition has no value is not.
  func accepts(_ object: NSManagedObject) -> Bool {
    guard isAbout(object), let shelf = object.shelf, shelf.graph === graph, !object.isDeleted else {
      return false
    }
    if let store = shelf.store, !object.reference.isTemporary {
      if let stores = request.affectedStores, !stores.contains(where: { $0 === store }) {
        return false
      }
      if graph.generation(of: store)?.contains(object.reference) != true { return false }
    }
    guard let predicate = plan.predicate else { return true }
    return graph.whileEvaluating {
      do throws(EvaluationError) { return try predicate.matches(object) } catch { return false }
    }
  }

  /// What orders an object.
  func keys(of object: NSManagedObject) -> [Any?] {
    graph.whileEvaluating {
      do throws(EvaluationError) { return try plan.order.keys(of: object) } catch {
        return plan.order.nothing
      }
    }
  }

  /// The name of an object's section.
  func sectionName(of object: NSManagedObject) -> String {
    guard let sectionPath else { return "" }
    switch object.value(forKeyPath: sectionPath) {
    case nil: return ""
    case let text as String: return text
    case let flag as Bool: return flag ? "1" : "0"
    case let number as any BinaryFloatingPoint:
      // As Apple's number objects are written.
      let text = "\(number)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case let value?: return "\(value)"
    }
  }
}

/// Which of two objects comes first, at one moment.
struct ResultsOrder {
  private let query: ResultsQuery
  private let views: [ObjectIdentifier: StoreView]
  private let unassigned: StoreView

  /// An object and what orders it.
  struct Ranked {
    let object: NSManagedObject
    let keys: [Any?]
  }

  init(_ query: ResultsQuery) {
    self.query = query
    let graph = query.graph
    var views: [ObjectIdentifier: StoreView] = [:]
    for (rank, store) in graph.stores(nil).enumerated() {
      let shelf = graph.shelf(of: store)
      views[ObjectIdentifier(shelf)] = StoreView(
        shelf, graph.generation(of: store), showsChanges: true, rank: rank)
    }
    self.views = views
    unassigned = StoreView(graph.unassigned, nil, showsChanges: true, rank: .max)
  }

  func ranked(_ object: NSManagedObject) -> Ranked {
    Ranked(object: object, keys: query.keys(of: object))
  }

  func precedes(_ one: Ranked, _ other: Ranked) -> Bool {
    switch query.plan.order.compare(one.keys, other.keys) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: comesFirst(one.object, other.object)
    }
  }

  /// Which of two comes first that are equal in order: as in a fetch, by their records.
  private func comesFirst(_ one: NSManagedObject, _ other: NSManagedObject) -> Bool {
    do {
      return try candidate(one).precedes(candidate(other))
    } catch {
      return one.reference.bits < other.reference.bits
    }
  }

  private func candidate(_ object: NSManagedObject) -> Candidate {
    let view = object.shelf.flatMap { views[ObjectIdentifier($0)] } ?? unassigned
    return Candidate(source: view, reference: object.reference)
  }

  /// The first place, from one on, before which an object can be inserted among others that are in order.
  ///
  /// It is found by leaps: objects to insert come in order, so most places are near the last one.
  func place(of new: Ranked, in objects: [NSManagedObject], from start: Int) -> Int {
    var low = start
    var high = start
    var step = 1
    while high < objects.count, precedes(ranked(objects[high]), new) {
      low = high + 1
      high = min(high + step, objects.count)
      step *= 2
    }
    high = min(high, objects.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(ranked(objects[middle]), new) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
