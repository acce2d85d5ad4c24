public import ManagedModel

extension NSManagedObjectContext {
  /// Executes a request: a batch request in the stores, a request for history, an asynchronous fetch on the context's queue, later; a
  /// fetch at once.
  @discardableResult
  public func execute(
    _ request: NSPersistentStoreRequest
  ) throws -> NSPersistentStoreResult {
    graph.checkQueue()
    if let asynchronous = request as? any AsynchronousRequest {
      return asynchronous.begin(in: self)
    }
    if request.fetchCore != nil {
      return NSAsynchronousFetchResult<Any>(self, finalResult: try graph.execute(request))
    }
    if let history = request as? NSPersistentHistoryChangeRequest {
      return try HistoryRun(history, graph).result()
    }
    if let result = try BatchRun(graph).result(of: request) { return result }
    throw CocoaError(
      .persistentStoreUnsupportedRequestType,
      saying: "stores do not know requests of the kind \(type(of: request))")
  }
}

extension NSPersistentStoreCoordinator {
  /// Executes a request for a context: returns an array for a fetch, an `NSPersistentStoreResult` for others.
  public func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    if request.fetchCore != nil { return try context.graph.execute(request) }
    return try context.execute(request)
  }
}
