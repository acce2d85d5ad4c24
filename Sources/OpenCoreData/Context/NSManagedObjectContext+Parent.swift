extension NSManagedObjectContext {
  /// The context that this one reads from and saves to, in place of a coordinator; nil for a context of a coordinator.
  ///
  /// A child sees what its parent has not saved yet. Saving moves its changes into the parent, which saves them in
  /// its turn; until then new objects keep their temporary ids. The parent is asked on its own queue, so that a child
  /// of the main context waits for the main thread. It is set before the context is used.
  public var parent: NSManagedObjectContext? {
    get { graph.parent }
    set {
      precondition(
        newValue === graph.parent || graph.allObjects.isEmpty,
        "the parent of a context that has objects cannot be changed; call reset() first")
      precondition(
        newValue?.graph.descends(from: graph) != true, "a context cannot be its own ancestor")
      graph.adopt(by: newValue)
    }
  }
}
