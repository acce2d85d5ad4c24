import DocumentStore
import Foundation
import ManagedModel

extension ObjectGraph {
  /// The objects that a request finds.
  func fetchObjects(_ request: NSPersistentStoreRequest) throws -> [NSManagedObject] {
    let core = try core(of: request)
    if let found = lookUp(core, in: request.affectedStores) { return found }
    let run = try FetchRun(self, core, request.affectedStores)
    let found = try run.find()
    let known = core.shouldRefreshRefetchedObjects ? found.registeredObjects() : []
    let objects = found.objects()
    for object in known { refresh(object, mergeChanges: true) }
    if let paths = core.relationshipKeyPathsForPrefetching, !paths.isEmpty {
      prefetch(paths, objects, run)
    }
    if !core.returnsObjectsAsFaults { fill(objects, run) }
    return objects
  }

  /// The results of a request, of whatever type it wants.
  func execute(_ request: NSPersistentStoreRequest) throws -> [Any] {
    let core = try core(of: request)
    switch core.resultType {
    case .managedObjectResultType: return try fetchObjects(request)
    case .managedObjectIDResultType:
      return try FetchRun(self, core, request.affectedStores).find().objectIDs()
    case .countResultType: return [NSNumber(value: try count(request))]
    default: return try DictionaryRun(self, core, request.affectedStores).dictionaries()
    }
  }

  /// How many results a request has.
  func count(_ request: NSPersistentStoreRequest) throws -> Int {
    try FetchRun(self, try core(of: request), request.affectedStores, sorting: false).count()
  }

  /// A request ready to be executed.
  func run(of request: NSPersistentStoreRequest) throws -> FetchRun {
    try FetchRun(self, try core(of: request), request.affectedStores)
  }

  private func core(of request: NSPersistentStoreRequest) throws -> FetchRequestCore {
    if let core = request.fetchCore { return core }
    throw CocoaError(
      .persistentStoreUnsupportedRequestType,
      saying: "\(type(of: request)) finds no objects; execute it by execute(_:)")
  }

  // MARK: Reading ahead

  /// Reads the values of objects, all from the generation that they were found in.
  private func fill(_ objects: [NSManagedObject], _ run: FetchRun) {
    for object in objects where object.isFault { fire(object) }
  }

  /// Reads what paths of relationships lead to.
  private func prefetch(_ paths: [String], _ objects: [NSManagedObject], _ run: FetchRun) {
    for path in paths {
      var reached = objects
      for key in path.split(separator: ".").map(String.init) {
        var seen: Set<NSManagedObject> = []
        reached = reached.flatMap { object in
          object.layout.keys.slot(of: key).map { object.targets($0) } ?? []
        }.filter { seen.insert($0).inserted }
        fill(reached, run)
      }
    }
  }
}
