import Foundation
import OpenCoreData
import Testing

@Suite("What objects are told") struct CallbackTests {
  private func stack(_ kind: StoreKind) throws -> Stack {
    try Stack(kind, companyModel(employees: Witness.self))
  }

  @Test("an insertion is told once, with the defaults in place", arguments: StoreKind.allCases)
  func insertion(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = Witness(context: stack.context)
    ann.setValue("Ann", forKey: "name")
    try stack.context.save()
    #expect(ann.calls == ["awakeFromInsert 100", "willSave", "didSave"])
  }

  @Test("reading is told when the fault fires", arguments: StoreKind.allCases)
  func fetch(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    Witness(context: stack.context).setValue("Ann", forKey: "name")
    try stack.context.save()
    let found = try stack.reopened().fetch(NSFetchRequest<Witness>(entityName: "Employee"))
    let ann = try #require(found.first)
    #expect(ann.isFault && ann.calls.isEmpty)
    _ = ann.description
    _ = ann.objectID
    #expect(ann.isFault && ann.description.contains("<fault>"))
    #expect(ann.name == "Ann" && !ann.isFault && ann.calls == ["awakeFromFetch"])
  }

  @Test("deletion is told before it happens, and its save after", arguments: StoreKind.allCases)
  func deletion(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = Witness(context: stack.context)
    ann.setValue("Ann", forKey: "name")
    try stack.context.save()
    stack.context.delete(ann)
    #expect(ann.count("prepareForDeletion") == 1)
    try stack.context.save()
    #expect(ann.count("didSave") == 2)
  }

  @Test(
    "willSave may change values, and is called again for what that changes",
    arguments: StoreKind.allCases)
  func willSave(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = Witness(context: stack.context)
    ann.setValue("Ann", forKey: "name")
    ann.onWillSave = { if $0.value(forKey: "nick") == nil { $0.setValue("N", forKey: "nick") } }
    try stack.context.save()
    #expect(ann.count("willSave") == 2 && ann.count("didSave") == 1)
    let again = try #require(try stack.reopened().named("Ann", "Employee"))
    #expect(again.value(forKey: "nick") as? String == "N")
  }

  @Test("willSave that never stops is stopped, with object and key named")
  func endlessWillSave() throws {
    let stack = try stack(.inMemory)
    let ann = Witness(context: stack.context)
    ann.setValue("Ann", forKey: "name")
    try stack.context.save()
    ann.setValue("Bob", forKey: "name")
    ann.onWillSave = { object in
      object.setValue("\(object.count("willSave"))", forKey: "nick")
    }
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("1000") == true)
    #expect(error?.localizedDescription.contains("'nick'") == true)
    #expect(error?.localizedDescription.contains("Employee") == true)
  }

  @Test("turning into a fault is told once", arguments: StoreKind.allCases)
  func faulting(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = Witness(context: stack.context)
    ann.setValue("Ann", forKey: "name")
    try stack.context.save()
    ann.setValue("Bob", forKey: "name")
    ann.calls = []
    stack.context.refresh(ann, mergeChanges: false)
    #expect(ann.isFault && ann.calls == ["willTurnIntoFault", "didTurnIntoFault"])
    #expect(ann.name == "Ann" && !ann.hasChanges)
  }

  @Test("notifications carry what an event and a save did")
  func notifications() throws {
    let stack = try Stack(.inMemory)
    let saw = Seen()
    let tokens = [
      saw.watch(.NSManagedObjectContextObjectsDidChange, stack.context),
      saw.watch(.NSManagedObjectContextWillSave, stack.context),
      saw.watch(.NSManagedObjectContextDidSave, stack.context),
    ]
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    let ann = stack.insert("Employee", ["name": "Ann"])
    stack.context.processPendingChanges()
    try stack.context.save()
    ann.setValue("Bob", forKey: "name")
    try stack.context.save()
    stack.context.delete(ann)
    try stack.context.save()
    #expect(
      saw.log == [
        "change inserted 1", "willSave ", "didSave inserted 1", "change updated 1", "willSave ",
        "didSave updated 1", "change deleted 1", "willSave ", "didSave deleted 1",
      ])
  }
}

/// What notifications said.
///
/// Safe because notifications are posted on the thread of the test.
private final class Seen: @unchecked Sendable {
  var log: [String] = []

  func watch(_ name: Notification.Name, _ context: NSManagedObjectContext) -> any NSObjectProtocol {
    let short = [
      Notification.Name.NSManagedObjectContextObjectsDidChange: "change",
      .NSManagedObjectContextWillSave: "willSave", .NSManagedObjectContextDidSave: "didSave",
    ][name]
    return NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      note in
      let sets = (note.userInfo ?? [:]).compactMap { key, value in
        (value as? Set<NSManagedObject>).map { "\(key) \($0.count)" }
      }
      self.log.append("\(short ?? "") \(sets.sorted().joined(separator: " "))")
    }
  }
}
