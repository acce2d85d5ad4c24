import Foundation
import OpenCoreData
import Testing

/// A request for one value of an indexed property is answered without a plan; whatever else it asks for, and whatever
/// else the context has, it finds what any request finds.
@Suite("Lookups of one value") struct LookupTests {
  /// Longer than what an index has of a text itself.
  private static let long = "a name of more than twenty-four bytes "

  private func stack(_ kind: StoreKind) throws -> Stack {
    let model = companyModel { entities in
      for (entity, key) in [("Employee", "name"), ("Employee", "salary"), ("Employee", "nick")] {
        guard let entity = entities[entity], let property = entity.propertiesByName[key] else {
          continue
        }
        entity.indexes.append(
          NSFetchIndexDescription(
            name: "by\(key)",
            elements: [NSFetchIndexElementDescription(property: property, collationType: .binary)]))
      }
    }
    let stack = try Stack(kind, model)
    for index in 0..<40 {
      let entity = index % 4 == 0 ? "Manager" : "Employee"
      _ = stack.insert(entity, ["name": "e\(index)", "salary": Int32(index / 2)])
    }
    _ = stack.insert("Employee", ["name": "caf\u{E9}"])
    for ending in ["a", "b"] {
      _ = stack.insert("Employee", ["name": "long", "nick": Self.long + ending])
    }
    try stack.context.save()
    return stack
  }

  /// Asks for a value as often as makes an index worth while, and compares with a look at every object; says how many
  /// there are.
  private func check(
    _ context: NSManagedObjectContext, _ entity: String, _ format: String, _ value: Any,
    change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> Int {
    let predicate = NSPredicate(format: format, argumentArray: [value])
    let (all, wanted) = (
      NSFetchRequest<NSManagedObject>(entityName: entity),
      NSFetchRequest<NSManagedObject>(entityName: entity)
    )
    wanted.predicate = predicate
    for request in [all, wanted] { change(request) }
    let expected = Set(try context.fetch(all).filtered(using: predicate))
    for _ in 0..<5 {
      #expect(Set(try context.fetch(wanted)) == expected, "\(entity) \(format) \(value)")
    }
    return expected.count
  }

  @Test(
    "one object, none, several, those of subentities and composed texts are found",
    arguments: StoreKind.allCases)
  func found(_ kind: StoreKind) throws {
    let context = try stack(kind).context
    #expect(try check(context, "Employee", "name == %@", "e7") == 1)
    #expect(try check(context, "Employee", "name == %@", "e8") == 1)
    #expect(try check(context, "Manager", "name == %@", "e8") == 1)
    #expect(try check(context, "Manager", "name == %@", "e7") == 0)
    #expect(try check(context, "Employee", "name == %@", "") == 0)
    #expect(try check(context, "Employee", "name == %@", "cafe\u{301}") == 1)
    for (ending, count) in [("a", 1), ("b", 1), ("c", 0), ("", 0)] {
      #expect(try check(context, "Employee", "nick == %@", Self.long + ending) == count)
    }
    #expect(try check(context, "Employee", "salary == %@", 9) == 2)
    #expect(try check(context, "Employee", "salary == %@", Int64(100)) == 3)
    #expect(try check(context, "Employee", "salary == %@", Int64.max) == 0)
    #expect(
      try check(context, "Employee", "name == %@", "e7") { $0.includesSubentities = false } == 1)
    #expect(
      try check(context, "Employee", "name == %@", "e8") { $0.includesSubentities = false } == 0)
  }

  @Test("unsaved changes, those of parents too, count", arguments: StoreKind.allCases)
  func unsaved(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let context = stack.context
    #expect(try check(context, "Employee", "name == %@", "e7") == 1)
    try #require(try context.named("e7", "Employee")).setValue("f7", forKey: "name")
    _ = stack.insert("Employee", ["name": "e9"])
    #expect(try check(context, "Employee", "name == %@", "e7") == 0)
    #expect(try check(context, "Employee", "name == %@", "f7") == 1)
    #expect(try check(context, "Employee", "name == %@", "e9") == 2)
    let child = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    child.parent = context
    #expect(try child.count(for: lookup("e7")) == 0 && child.count(for: lookup("f7")) == 1)
    #expect(try child.fetch(lookup("e9")).count == 2)
    try context.save()
    #expect(try check(context, "Employee", "name == %@", "f7") == 1)
  }

  @Test("a pinned context finds what it is pinned to", arguments: StoreKind.allCases)
  func pinned(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    #expect(try check(stack.context, "Employee", "name == %@", "e7") == 1)
    let reader = stack.anotherContext()
    try reader.setQueryGenerationFrom(.current)
    #expect(try reader.fetch(lookup("e7")).count == 1)
    stack.context.delete(try #require(try stack.context.named("e7", "Employee")))
    try stack.context.save()
    #expect(try reader.fetch(lookup("e7")).count == 1)
    #expect(try stack.anotherContext().fetch(lookup("e7")).isEmpty)
  }

  @Test("a value of another type, an unknown key and an unknown entity are what they are elsewhere")
  func refused() throws {
    let context = try stack(.inMemory).context
    for _ in 0..<4 {
      #expect(throws: (any Error).self) { try context.fetch(lookup("e7", key: "nam")) }
      #expect(throws: (any Error).self) { try context.fetch(lookup("e7", entity: "Employe")) }
      #expect(throws: (any Error).self) { try context.fetch(lookup("e7", key: "salary")) }
    }
    #expect(try context.fetch(lookup("e7")).count == 1)
  }

  private func lookup(
    _ value: String, key: String = "name", entity: String = "Employee"
  ) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "%K == %@", key, value)
    return request
  }
}
