import Foundation
import Testing

@testable import OpenCoreData

/// A list that was read before another context took a member out, which nobody here has read.
///
/// What is done to the rest of the list says nothing about that member.
@Suite("Lists of which somebody else has taken a member") struct StaleListTests {
  struct Link: Sendable, CustomTestStringConvertible {
    let owner: String
    let list: String
    let member: String
    let inverse: String
    var testDescription: String { "\(owner).\(list)" }
    /// The property that tells members apart.
    var label: String { member == "Step" ? "text" : "name" }

    static let all = [
      Link(owner: "Department", list: "employees", member: "Employee", inverse: "department"),
      Link(owner: "Tag", list: "employees", member: "Employee", inverse: "tags"),
      Link(owner: "Employee", list: "friends", member: "Employee", inverse: "friends"),
      Link(owner: "Employee", list: "steps", member: "Step", inverse: "employee"),
    ]
  }

  private struct Scene {
    let stack: Stack
    let link: Link
    /// The owner of the list in the context that is stale.
    let owner: NSManagedObject

    init(_ kind: StoreKind, _ link: Link) throws {
      let stack = try Stack(kind)
      (self.stack, self.link) = (stack, link)
      let names = ["old", "new"]
      let owners = names.map { stack.insert(link.owner, ["name": $0]) }
      let members = ["goes", "stays"].map { stack.insert(link.member, [link.label: $0]) }
      for member in members { stack.context.add(member, to: owners[0], link) }
      try stack.context.save()
      let stale = stack.anotherContext()
      stale.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      owner = try #require(try stale.named("old", link.owner))
      #expect(owner.members(link).count == 2)
      let goes = try #require(members.first)
      stack.context.remove(goes, from: owners[0], link)
      stack.context.add(goes, to: owners[1], link)
      try stack.context.save()
    }

    var stale: NSManagedObjectContext {
      get throws { try #require(owner.managedObjectContext) }
    }

    /// The list of the old owner is what is expected, that of the new one has what went there, and both sides agree.
    func check(_ expected: Set<String>) throws {
      let context = try stack.reopened()
      let old = try #require(try context.named("old", link.owner))
      let new = try #require(try context.named("new", link.owner))
      func labels(_ owner: NSManagedObject) -> Set<String> {
        Set(owner.members(link).compactMap { $0.value(forKey: link.label) as? String })
      }
      #expect(labels(old) == expected)
      #expect(labels(new) == ["goes"])
      for owner in [old, new] {
        for member in owner.members(link) { #expect(member.owners(link) == [owner]) }
      }
      #expect(context.graph.brokenInvariants() == [])
    }
  }

  @Test(
    "a child's save leaves the member where it is", arguments: StoreKind.allCases, Link.all)
  func child(_ kind: StoreKind, _ link: Link) throws {
    let scene = try Scene(kind, link)
    let context = try scene.stale
    let child = context.child()
    let owner = child.object(with: scene.owner.objectID)
    let comer = NSEntityDescription.insertNewObject(forEntityName: link.member, into: child)
    comer.setValue("comes", forKey: link.label)
    child.add(comer, to: owner, link)
    try child.save()
    #expect(context.graph.brokenInvariants() == [])
    try context.save()
    try scene.check(["stays", "comes"])
  }

  @Test(
    "setting the member's own side brings it back into the list", arguments: StoreKind.allCases,
    Link.all)
  func back(_ kind: StoreKind, _ link: Link) throws {
    let scene = try Scene(kind, link)
    let context = try scene.stale
    let request = NSFetchRequest<NSManagedObject>(entityName: link.member)
    request.predicate = NSPredicate(format: "%K == 'goes'", link.label)
    let goes = try #require(try context.fetch(request).first)
    let isToMany = goes.entity.relationshipsByName[link.inverse]?.isToMany == true
    goes.setValue(isToMany ? Set([scene.owner]) : scene.owner, forKey: link.inverse)
    try context.save()
    #expect(context.graph.brokenInvariants() == [])
    let reopened = try scene.stack.reopened()
    let old = try #require(try reopened.named("old", link.owner))
    #expect(old.members(link).count == 2)
    for member in old.members(link) { #expect(member.owners(link) == [old]) }
    #expect(try reopened.named("new", link.owner)?.members(link) == [])
  }

  @Test(
    "undoing another change leaves the member where it is", arguments: StoreKind.allCases, Link.all)
  func undo(_ kind: StoreKind, _ link: Link) throws {
    let scene = try Scene(kind, link)
    let context = try scene.stale
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let comer = NSEntityDescription.insertNewObject(forEntityName: link.member, into: context)
    comer.setValue("comes", forKey: link.label)
    context.add(comer, to: scene.owner, link)
    context.processPendingChanges()
    // Something beside undo, so that a step cannot rely on what it knows.
    let other = try #require(try context.named("new", link.owner))
    context.refresh(other, mergeChanges: false)
    manager.undo()
    #expect(context.graph.brokenInvariants() == [])
    try context.save()
    try scene.check(["stays"])
    manager.redo()
    try context.save()
    try scene.check(["stays", "comes"])
  }
}

extension NSManagedObjectContext {
  fileprivate func add(
    _ member: NSManagedObject, to owner: NSManagedObject, _ link: StaleListTests.Link
  ) {
    if owner.isOrdered(link) {
      owner.mutableOrderedSetValue(forKey: link.list).add(member)
    } else {
      owner.mutableSetValue(forKey: link.list).add(member)
    }
  }

  fileprivate func remove(
    _ member: NSManagedObject, from owner: NSManagedObject, _ link: StaleListTests.Link
  ) {
    if owner.isOrdered(link) {
      owner.mutableOrderedSetValue(forKey: link.list).remove(member)
    } else {
      owner.mutableSetValue(forKey: link.list).remove(member)
    }
  }
}

extension NSManagedObject {
  fileprivate func isOrdered(_ link: StaleListTests.Link) -> Bool {
    entity.relationshipsByName[link.list]?.isOrdered == true
  }

  fileprivate func members(_ link: StaleListTests.Link) -> [NSManagedObject] { list(link.list) }

  fileprivate func owners(_ link: StaleListTests.Link) -> [NSManagedObject] {
    list(link.inverse)
  }
}
