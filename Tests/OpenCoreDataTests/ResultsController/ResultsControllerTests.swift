import Foundation
import OpenCoreData
import Testing

@Suite("Results controller") struct ResultsControllerTests {
  /// Two departments with two employees each, and one employee without.
  private func company(_ kind: StoreKind = .inMemory) throws -> Stack {
    let stack = try Stack(kind)
    for (name, staff) in [("Works", ["delta", "bravo"]), ("Sales", ["charlie", "alpha"])] {
      let department = stack.insert("Department", ["name": name])
      for person in staff {
        _ = stack.insert("Employee", ["name": person, "department": department])
      }
    }
    _ = stack.insert("Employee", ["name": "echo"])
    return stack
  }

  @Test("before the fetch there are no results")
  func beforeFetch() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: try Stack(.inMemory).context,
      sectionNameKeyPath: nil, cacheName: "cache")
    #expect(controller.fetchedObjects == nil && controller.sections == nil)
    #expect(controller.fetchRequest === request && controller.cacheName == "cache")
  }

  @Test("a cache changes nothing, and can be deleted under any name", arguments: StoreKind.allCases)
  func caches(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    _ = stack.insert("Tag", ["name": "a"])
    try stack.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    func results() throws -> [String?]? {
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: "name",
        cacheName: "tags")
      try controller.performFetch()
      return controller.fetchedObjects?.map(\.name)
    }
    #expect(try results() == ["a"])
    // With Apple's framework another predicate under the same name is a mistake; here nothing is kept.
    request.predicate = NSPredicate(format: "name == 'b'")
    _ = stack.insert("Tag", ["name": "b"])
    #expect(try results() == ["b"])
    for name in ["tags", "unknown", nil] {
      NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
    }
    #expect(try results() == ["b"])
  }

  @Test("without a key path of sections all results are one section, even where there are none")
  func oneSection() throws {
    let stack = try company()
    let all = try employees(stack.context, sortedBy: "name")
    #expect(
      all.fetchedObjects?.compactMap(\.name) == ["alpha", "bravo", "charlie", "delta", "echo"])
    #expect(all.sections?.count == 1 && all.sections?.first?.numberOfObjects == 5)
    #expect(all.sections?.first?.name == "")
    let none = try employees(stack.context, "name == 'zulu'", sortedBy: "name")
    #expect(none.fetchedObjects == [] && none.sections?.count == 1)
  }

  @Test(
    "sections are named by the key path, and nil is the empty name", arguments: StoreKind.allCases)
  func sections(_ kind: StoreKind) throws {
    let stack = try company(kind)
    try stack.context.save()
    let controller = try employees(
      stack.reopened(), sortedBy: "department.name", "name", sections: "department.name")
    #expect(controller.sections?.map(\.name) == ["", "Sales", "Works"])
    #expect(controller.sections?.map(\.numberOfObjects) == [1, 2, 2])
    let staff = controller.sections?.last?.objects as? [NSManagedObject]
    #expect(staff?.compactMap(\.name) == ["bravo", "delta"])
    let path = IndexPath(row: 1, section: 1)
    #expect(controller.object(at: path).name == "charlie")
    #expect(controller.indexPath(forObject: controller.object(at: path)) == path)
  }

  @Test("an object that is not among the results has no index path")
  func noIndexPath() throws {
    let stack = try company()
    let controller = try employees(stack.context, "name != 'echo'", sortedBy: "name")
    let echo = try #require(try stack.context.named("echo", "Employee"))
    #expect(controller.indexPath(forObject: echo) == nil)
  }

  @Test("an index of sections has first letters as capitals, once for neighbours that share one")
  func indexTitles() throws {
    let stack = try Stack(.inMemory)
    for name in ["ab", "ac", "ba"] { _ = stack.insert("Employee", ["name": name]) }
    let controller = try employees(stack.context, sortedBy: "name", sections: "name")
    #expect(controller.sections?.map(\.indexTitle) == ["A", "A", "B"])
    #expect(controller.sectionIndexTitles == ["A", "B"])
    #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 2)
    #expect(controller.sectionIndexTitle(forSectionName: "zulu") == "Z")
  }

  @Test("a delegate or a derived class decides the titles of an index")
  func ownTitles() throws {
    final class Titles: NSObject, NSFetchedResultsControllerDelegate {
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
      ) -> String? { "<\(sectionName)>" }
    }
    final class Derived: NSFetchedResultsController<NSManagedObject> {
      override func sectionIndexTitle(forSectionName sectionName: String) -> String? { "?" }
    }
    let stack = try company()
    let controller = try employees(stack.context, sortedBy: "name", sections: "name")
    let titles = Titles()
    controller.delegate = titles
    #expect(controller.sectionIndexTitles.first == "<alpha>")
    let derived = Derived(
      fetchRequest: controller.fetchRequest, managedObjectContext: stack.context,
      sectionNameKeyPath: "name", cacheName: nil)
    try derived.performFetch()
    #expect(derived.sectionIndexTitles == ["?"])
  }

  @Test("numbers and Booleans name sections as Apple's number objects do")
  func numberNames() throws {
    let stack = try Stack(.inMemory)
    for ratio in [1.0, 2.5] { _ = stack.insert("Employee", ["name": "no", "ratio": ratio]) }
    let controller = try employees(stack.context, sortedBy: "ratio", sections: "ratio")
    #expect(controller.sections?.map(\.name) == ["1", "2.5"])
  }

  @Test("a request without sort descriptors is refused")
  func noOrder() throws {
    let stack = try Stack(.inMemory)
    #expect { try employees(stack.context) } throws: { "\($0)".contains("no sort descriptors") }
  }

  @Test("an order that does not bring the objects of a section together is refused")
  func scattered() throws {
    let stack = try company()
    #expect {
      try employees(stack.context, sortedBy: "name", sections: "department.name")
    } throws: { error in
      let text = (error as NSError).localizedDescription
      return text.contains("not next to each other") && text.contains("'department.name'")
    }
  }

  @Test("a request for something else than objects is refused")
  func otherResults() throws {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.resultType = .managedObjectIDResultType
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: try Stack(.inMemory).context,
      sectionNameKeyPath: nil, cacheName: nil)
    #expect(throws: (any Error).self) { try controller.performFetch() }
  }

  @Test("a controller of any result type is the object that its delegate gets, and others equal it")
  func faces() throws {
    final class Witness: NSObject, NSFetchedResultsControllerDelegate {
      var seen: NSFetchedResultsController<any NSFetchRequestResult>?
      func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
      ) { seen = controller }
    }
    let stack = try company()
    let typed = try employees(stack.context, sortedBy: "name")
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.sortDescriptors = typed.fetchRequest.sortDescriptors
    let erased = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: nil,
      cacheName: nil)
    try erased.performFetch()
    let (one, other) = (Witness(), Witness())
    typed.delegate = one
    erased.delegate = other
    _ = stack.insert("Employee", ["name": "foxtrot"])
    stack.context.processPendingChanges()
    #expect(one.seen == typed && one.seen != erased && one.seen?.fetchedObjects?.count == 6)
    #expect(other.seen === erased)
  }

  @Test("without a delegate the results stay as they were fetched")
  func noDelegate() throws {
    let stack = try company()
    let controller = try employees(stack.context, sortedBy: "name")
    _ = stack.insert("Employee", ["name": "foxtrot"])
    stack.context.processPendingChanges()
    #expect(controller.fetchedObjects?.count == 5)
    try controller.performFetch()
    #expect(controller.fetchedObjects?.count == 6)
  }

  @Test("sections and rows are the two indexes of a path")
  func indexPaths() {
    var path = IndexPath(row: 3, section: 2)
    #expect(path == IndexPath(indexes: [2, 3]) && path == IndexPath(item: 3, section: 2))
    path.row = 5
    path.section = 1
    #expect(path.item == 5 && path.row == 5 && path.section == 1)
  }
}
