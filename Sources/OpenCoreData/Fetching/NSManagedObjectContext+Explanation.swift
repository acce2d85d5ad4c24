import DocumentStore
package import ManagedModel

extension NSManagedObjectContext {
  /// How a fetch request is executed, in lines for people: what each store looks through, and what is asked of
  /// objects.
  package func explanation(of request: NSPersistentStoreRequest) throws -> [String] {
    graph.checkQueue()
    return try graph.run(of: request).explanation()
  }

  /// What is doubtful about a fetch request, though it can be executed.
  package func warnings(about request: NSPersistentStoreRequest) throws -> [String] {
    graph.checkQueue()
    return try graph.run(of: request).plan.warnings
  }
}
