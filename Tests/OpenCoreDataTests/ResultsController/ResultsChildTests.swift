import Foundation
import Testing

@testable import OpenCoreData

@Suite("Results in child contexts") struct ResultsChildTests {
  private func child(of parent: NSManagedObjectContext, merges: Bool = false)
    -> NSManagedObjectContext
  {
    let child = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    child.parent = parent
    child.automaticallyMergesChangesFromParent = merges
    return child
  }

  private func names(_ controller: NSFetchedResultsController<NSManagedObject>) -> [String?] {
    controller.fetchedObjects?.map(\.name) ?? []
  }

  @Test("a controller finds what the parent has not saved", arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let bob = stack.insert("Employee", ["name": "Bob"])
    let gone = stack.insert("Employee", ["name": "Gone"])
    try stack.context.save()
    bob.setValue("Zoe", forKey: "name")
    _ = stack.insert("Employee", ["name": "Ann"])
    stack.context.delete(gone)
    let child = child(of: stack.context)
    let controller = try employees(child, sortedBy: "name")
    #expect(names(controller) == ["Ann", "Zoe"])
    let mirror = TableMirror(controller)
    controller.fetchedObjects?.first?.setValue("Yan", forKey: "name")
    child.processPendingChanges()
    #expect(mirror.takeCalls() == ["will", "update Yan 0.0 0.0", "did"])
    try child.save()
    #expect(names(controller) == ["Yan", "Zoe"] && mirror.takeCalls().isEmpty)
  }

  @Test("a controller is told what a sibling and others save", arguments: StoreKind.allCases)
  func merging(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let bob = stack.insert("Employee", ["name": "Bob"])
    try stack.context.save()
    let child = child(of: stack.context, merges: true)
    let controller = try employees(child, "name != 'Hidden'", sortedBy: "name")
    let mirror = TableMirror(controller)
    let sibling = self.child(of: stack.context)
    let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: sibling)
    ann.setValue("Ann", forKey: "name")
    try sibling.save()
    child.processPendingChanges()
    #expect(names(controller) == ["Ann", "Bob"])
    #expect(mirror.takeCalls() == ["will", "insert Ann - 0.0", "did"])
    // The parent's save gives the new object a record; nobody need be told.
    try stack.context.save()
    child.processPendingChanges()
    #expect(names(controller) == ["Ann", "Bob"])
    #expect(mirror.sections[0].objects.map(\.name) == ["Ann", "Bob"])
    let other = stack.anotherContext()
    other.object(with: bob.objectID).setValue("Hidden", forKey: "name")
    try other.save()
    child.processPendingChanges()
    #expect(names(controller) == ["Ann"] && mirror.sections[0].objects.count == 1)
  }
}
