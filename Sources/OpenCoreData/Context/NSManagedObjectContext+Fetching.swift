import DocumentStore
import Foundation
public import ManagedModel

extension NSManagedObjectContext {
  /// What a request asks for.
  ///
  /// Without sort descriptors, and where they leave objects equal, these come in the order of their ids, entity
  /// after entity; unsaved ones last. Throws where the request does not fit the model.
  public func fetch<T: NSFetchRequestResult>(_ request: NSFetchRequest<T>) throws -> [T] {
    graph.checkQueue()
    graph.introduce(T.self)
    guard request.resultType == .managedObjectResultType else {
      return try Self.typed(graph.execute(request))
    }
    return try Self.typed(graph.fetchObjects(request))
  }

  private static func typed<T>(_ results: [Any]) throws -> [T] {
    try results.map { result in
      guard let typed = result as? T else { throw CocoaError.wrongResult(result, expected: T.self) }
      return typed
    }
  }

  private static func typed<T>(_ objects: [NSManagedObject]) throws -> [T] {
    try objects.map { object in
      guard let typed = object as? T else { throw CocoaError.wrongResult(object, expected: T.self) }
      return typed
    }
  }

  /// The objects that a request asks for, as a request whose results may be anything returns them.
  public func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    graph.checkQueue()
    return try graph.execute(request)
  }

  /// How many objects a request would return.
  public func count<T: NSFetchRequestResult>(for request: NSFetchRequest<T>) throws -> Int {
    graph.checkQueue()
    return try graph.count(request)
  }

  /// How many objects a request would return.
  public func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    graph.checkQueue()
    return try graph.count(request)
  }
}

extension NSFetchRequest {
  /// The results, in the context whose block is running.
  public func execute() throws -> [ResultType] {
    guard let context = CurrentContext.context else {
      preconditionFailure("a request executes itself only within perform(_:) of a context")
    }
    context.graph.introduce(ResultType.self)
    return try context.graph.execute(self).map { result in
      guard let typed = result as? ResultType else {
        throw CocoaError.wrongResult(result, expected: ResultType.self)
      }
      return typed
    }
  }
}

extension NSPersistentStoreRequest {
  /// The stores that are asked; nil for all.
  public var affectedStores: [NSPersistentStore]? {
    get { affectedStoreObjects?.compactMap { $0 as? NSPersistentStore } }
    set { affectedStoreObjects = newValue }
  }
}
