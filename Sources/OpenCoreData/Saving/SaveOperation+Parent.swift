import DocumentStore
import Foundation

extension SaveOperation {
  /// Moves the changes into the parent context, where they are unsaved changes; or throws and moves nothing.
  func writeToParent() throws {
    graph.catchUpWithParent()
    guard let parent = graph.parent?.graph else { return }
    let objects = graph.changed.filter { $0.shelf != nil && $0.hasChanges }
    let changes = objects.map(ChildChange.init)
    try parent.confinement.wait { try parent.take(changes) }
    let sets = ObjectSets(saved: objects)
    let saved = objects.map(\.objectID)
    for object in objects { graph.settleInChild(object) }
    graph.primitivelyLinked = []
    graph.dropUnchanged()
    graph.checkInvariants()
    for object in objects { object.didSave() }
    notify { sets }
    graph.tellSiblings(saved)
  }
}

extension ObjectGraph {
  /// Lets the parent's other children know what this one has saved, where they want to.
  fileprivate func tellSiblings(_ ids: [NSManagedObjectID]) {
    guard let context, let parent, let coordinator else { return }
    for other in coordinator.listeners(besides: context) where other.graph.parent === parent {
      other.take(SavedChanges(inParent: ids))
    }
  }

  /// Makes an object one that was just read: the parent has its changes.
  fileprivate func settleInChild(_ object: NSManagedObject) {
    if object.isDeleted {
      if object.reference.isTemporary {
        forgetNew(object.reference)
        noteDeparture(of: object.reference)
      } else {
        object.shelf?.forget(object.reference)
      }
      _ = object.objectID
      object.detach(keeping: [.listed, .touched, .unannounced])
      return
    }
    object.state.subtract(.unsaved)
    object.extras?.committed = []
    object.extras?.eventStart = []
  }
}
