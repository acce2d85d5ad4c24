import Foundation
import ManagedModel

extension ResultsCore {
  /// What a context says has changed.
  func contextDidChange(_ info: [AnyHashable: Any]) {
    guard query != nil, delegate != nil || didChange != nil else { return }
    waiting.append(info)
    if isTelling { return }
    isTelling = true
    defer { isTelling = false }
    // A delegate may change objects, so that the next event comes while it is being told of this one.
    while !waiting.isEmpty {
      guard let change = change(waiting.removeFirst()), !change.isEmpty else { continue }
      tell(change)
    }
  }

  /// What an event does to the results.
  private func change(_ info: [AnyHashable: Any]) -> ResultsChange? {
    guard let query else { return nil }
    let isReset = info[NSInvalidatedAllObjectsKey] != nil
    var event = ResultsEvent(self, query)
    if isReset { event.add(allMembers, areDirect: true) }
    for key in [
      NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey, NSInvalidatedObjectsKey,
    ] {
      event.add(objects(info, key), areDirect: true)
    }
    let deleted = objects(info, NSDeletedObjectsKey)
    event.add(deleted, areDirect: true)
    if event.isEmpty && !event.concernsAll && !isReset { return nil }
    var planner = ResultsPlanner(self, query)
    guard query.needsFetch || isReset || event.concernsAll else {
      let gone = Set(deleted.map { ObjectIdentifier($0) })
      return planner.change(event.objects) { object in
        !gone.contains(ObjectIdentifier(object)) && query.accepts(object)
      }
    }
    // Where the request cannot be executed, nothing is known of the results; they stay as they are.
    guard let found = try? query.fetch() else { return nil }
    let members = Set(found.map { ObjectIdentifier($0) })
    event.add(allMembers.filter { !members.contains(ObjectIdentifier($0)) }, areDirect: true)
    event.add(found.filter { home(of: $0) == nil }, areDirect: true)
    if event.concernsAll { event.add(found, areDirect: false) }
    return planner.change(event.objects) { members.contains(ObjectIdentifier($0)) }
  }

  private var allMembers: [NSManagedObject] { (sections ?? []).flatMap(\.members) }

  private func objects(_ info: [AnyHashable: Any], _ key: String) -> Set<NSManagedObject> {
    info[key] as? Set<NSManagedObject> ?? []
  }
}

/// The objects that an event may have brought among the results, out of them, or to another place.
struct ResultsEvent {
  private let core: ResultsCore
  private let query: ResultsQuery
  private var positions: [ObjectIdentifier: Int] = [:]
  private(set) var objects: [(object: NSManagedObject, isDirect: Bool)] = []
  /// Whether any result may be another, because something changed that nobody can follow back to it.
  private(set) var concernsAll = false

  init(_ core: ResultsCore, _ query: ResultsQuery) {
    self.core = core
    self.query = query
    concernsAll = query.paths.isUnbounded
  }

  var isEmpty: Bool { objects.isEmpty }

  /// Takes in objects that have changed, and the results that depend on them.
  mutating func add(_ changed: some Collection<NSManagedObject>, areDirect: Bool) {
    for object in changed {
      note(object, isDirect: areDirect)
      guard areDirect, !concernsAll, object.shelf != nil else { continue }
      guard let dependents = query.paths.dependents(on: object) else {
        concernsAll = true
        continue
      }
      for dependent in dependents { note(dependent, isDirect: false) }
    }
  }

  private mutating func note(_ object: NSManagedObject, isDirect: Bool) {
    if let known = positions[ObjectIdentifier(object)] {
      if isDirect { objects[known].isDirect = true }
      return
    }
    guard query.isAbout(object) || core.home(of: object) != nil else { return }
    positions[ObjectIdentifier(object)] = objects.count
    objects.append((object, isDirect))
  }
}
