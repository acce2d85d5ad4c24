import DocumentStore
package import ManagedModel

extension NSManagedObjectContext {
  /// What is doubtful about a fetch request, though it can be executed.
  package func warnings(about request: NSPersistentStoreRequest) throws -> [String] {
    graph.checkQueue()
    return try graph.run(of: request).plan.warnings
  }
}
