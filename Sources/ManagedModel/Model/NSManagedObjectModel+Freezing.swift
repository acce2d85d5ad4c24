import Synchronization

/// Held while a model is frozen, so that two coordinators may take up one model at the same time.
private let freezing = Mutex(())

extension NSManagedObjectModel {
  /// Refuses changes from now on, and makes look-ups fast.
  ///
  /// Calling it again does nothing.
  package func freeze() {
    freezing.withLock { _ in
      guard !isFrozen else { return }
      adoptSubentities()
      for entity in ownEntities { entity.freezeWithAncestors() }
      for template in ownTemplates { template.core.isFrozen = true }
      frozenLookup = ModelLookup(self)
      isFrozen = true
    }
  }
}

extension NSEntityDescription {
  /// Freezes from the root down, so that each entity finds what it inherits ready.
  func freezeWithAncestors() {
    guard !isFrozen else { return }
    superentity?.freezeWithAncestors()
    freeze()
  }
}
