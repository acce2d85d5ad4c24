import Foundation
import OpenCoreData
import Testing

@Suite("Differences and snapshots of results") struct ResultsDifferenceTests {
  private typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

  /// A delegate that wants differences; the other methods must not be called.
  private final class DifferenceDelegate: NSObject, NSFetchedResultsControllerDelegate {
    var ids: [NSManagedObjectID] = []
    var differences: [CollectionDifference<NSManagedObjectID>] = []
    var others = 0

    func controller(
      _ controller: Controller, didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
      differences.append(diff)
      ids = ids.applying(diff) ?? []
    }
    func controllerWillChangeContent(_ controller: Controller) { others += 1 }
    func controllerDidChangeContent(_ controller: Controller) { others += 1 }
  }

  /// A delegate that wants snapshots; the other methods must not be called.
  private final class SnapshotDelegate: NSObject, NSFetchedResultsControllerDelegate {
    var snapshots: [NSDiffableDataSourceSnapshot<String, NSManagedObjectID>] = []
    var others = 0

    func controller(
      _ controller: Controller, didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
      snapshots.append(snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>)
    }
    func controller(
      _ controller: Controller, didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { others += 1 }
    func controllerWillChangeContent(_ controller: Controller) { others += 1 }
  }

  @Test("a delegate with differences gets one for each event, and no other call")
  func differences() throws {
    let stack = try Stack(.inMemory)
    for name in ["bravo", "delta", "echo"] { _ = stack.insert("Employee", ["name": name]) }
    try stack.context.save()
    let controller = try employees(stack.context, sortedBy: "name")
    let delegate = DifferenceDelegate()
    delegate.ids = controller.fetchedObjects?.map(\.objectID) ?? []
    controller.delegate = delegate
    try #require(try stack.context.named("bravo", "Employee")).setValue("zulu", forKey: "name")
    _ = stack.insert("Employee", ["name": "alpha"])
    stack.context.delete(try #require(try stack.context.named("delta", "Employee")))
    stack.context.processPendingChanges()
    #expect(delegate.ids == controller.fetchedObjects?.map(\.objectID))
    try #require(try stack.context.named("echo", "Employee")).setValue(5, forKey: "salary")
    stack.context.processPendingChanges()
    #expect(delegate.ids == controller.fetchedObjects?.map(\.objectID))
    let update = try #require(delegate.differences.last)
    guard case .remove(1, _, associatedWith: 1) = update.removals.first else {
      Issue.record("an update is a removal and an insertion at the same place: \(update)")
      return
    }
    #expect(update.count == 2 && delegate.others == 0)
  }

  @Test("with sections a delegate gets single changes in place of differences")
  func sectionsWithoutDifference() throws {
    let stack = try Stack(.inMemory)
    let controller = try employees(stack.context, sortedBy: "name", sections: "name")
    let delegate = DifferenceDelegate()
    controller.delegate = delegate
    _ = stack.insert("Employee", ["name": "alpha"])
    stack.context.processPendingChanges()
    #expect(delegate.differences.isEmpty && delegate.others == 2)
  }

  @Test("a delegate with snapshots gets one for each event, and no other call")
  func snapshots() throws {
    let stack = try Stack(.inMemory)
    let alpha = stack.insert("Employee", ["name": "alpha"])
    let controller = try employees(stack.context, sortedBy: "name", sections: "name")
    let delegate = SnapshotDelegate()
    controller.delegate = delegate
    let bravo = stack.insert("Employee", ["name": "bravo"])
    stack.context.processPendingChanges()
    alpha.setValue(5, forKey: "salary")
    stack.context.processPendingChanges()
    #expect(
      delegate.snapshots.map(\.sectionIdentifiers) == [["alpha", "bravo"], ["alpha", "bravo"]])
    #expect(
      delegate.snapshots.map(\.itemIdentifiers)
        == [[alpha, bravo], [alpha, bravo]].map { $0.map(\.objectID) })
    #expect(delegate.snapshots.map(\.reloadedItemIdentifiers) == [[], [alpha.objectID]])
    #expect(delegate.others == 0)
  }

  @Test("another delegate may have other methods")
  func otherDelegate() throws {
    let stack = try Stack(.inMemory)
    let controller = try employees(stack.context, sortedBy: "name")
    let (one, other) = (SnapshotDelegate(), DifferenceDelegate())
    controller.delegate = one
    _ = stack.insert("Employee", ["name": "alpha"])
    stack.context.processPendingChanges()
    controller.delegate = other
    _ = stack.insert("Employee", ["name": "bravo"])
    stack.context.processPendingChanges()
    #expect(one.snapshots.count == 1 && other.differences.count == 1)
  }

  @Test("a snapshot answers by section, item and number")
  func snapshotAnswers() {
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["a", "b"])
    snapshot.appendItems([1, 2], toSection: "a")
    snapshot.appendItems([3])
    #expect(snapshot.numberOfItems == 3 && snapshot.numberOfSections == 2)
    #expect(snapshot.itemIdentifiers(inSection: "a") == [1, 2])
    #expect(snapshot.numberOfItems(inSection: "b") == 1)
    #expect(snapshot.indexOfItem(3) == 2 && snapshot.indexOfItem(4) == nil)
    #expect(snapshot.sectionIdentifier(containingItem: 2) == "a")
    #expect(snapshot.indexOfSection("b") == 1)
    snapshot.reloadItems([2, 3])
    snapshot.reloadSections(["b"])
    snapshot.deleteItems([2])
    #expect(snapshot.itemIdentifiers == [1, 3] && snapshot.reloadedItemIdentifiers == [3])
    snapshot.deleteSections(["b"])
    #expect(snapshot.itemIdentifiers == [1] && snapshot.reloadedSectionIdentifiers == [])
    snapshot.deleteAllItems()
    #expect(snapshot == NSDiffableDataSourceSnapshot())
  }

  @Test("items and sections of a snapshot are put before or after others")
  func snapshotPlaces() {
    var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
    snapshot.appendSections(["b"])
    snapshot.insertSections(["a"], beforeSection: "b")
    snapshot.insertSections(["c"], afterSection: "b")
    snapshot.appendItems([2], toSection: "a")
    snapshot.insertItems([1], beforeItem: 2)
    snapshot.insertItems([3, 4], afterItem: 2)
    snapshot.moveItem(4, beforeItem: 1)
    snapshot.moveItem(1, afterItem: 3)
    snapshot.moveItem(3, afterItem: 3)
    #expect(snapshot.itemIdentifiers(inSection: "a") == [4, 2, 3, 1])
    snapshot.moveSection("a", afterSection: "c")
    snapshot.moveSection("c", beforeSection: "b")
    snapshot.moveSection("b", beforeSection: "b")
    #expect(snapshot.sectionIdentifiers == ["c", "b", "a"])
    snapshot.reconfigureItems([1, 2])
    snapshot.deleteItems([1])
    #expect(snapshot.reconfiguredItemIdentifiers == [2] && snapshot.indexOfItem(3) == 2)
  }
}
