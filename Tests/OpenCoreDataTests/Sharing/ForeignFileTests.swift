import Foundation
import Testing

@testable import OpenCoreData

@Suite("A file that other programs write, too") struct ForeignFileTests {
  typealias Two = SharedStoreTests.Two

  private static let merged = Notification.Name.NSManagedObjectContextObjectsDidChange

  @Test("contexts that merge automatically have what was read from it", arguments: StoreKind.files)
  func automaticMerging(_ kind: StoreKind) throws {
    let two = try Two(kind)
    two.other.automaticallyMergesChangesFromParent = true
    let log = NotificationLog(Self.merged, two.other)
    two.ann.setValue(200, forKey: "salary")
    two.stack.context.delete(two.bob)
    _ = two.stack.insert("Employee", ["name": "Cy", "department": two.lab])
    try two.stack.context.save()
    two.annTwin.setValue("mine", forKey: "nick")
    try two.other.persistentStoreCoordinator?.refreshFromFiles()
    two.other.performAndWait {}
    #expect(two.annTwin.value(forKey: "salary") as? Int32 == 200)
    #expect(two.annTwin.value(forKey: "nick") as? String == "mine")
    #expect(two.bobTwin.isDeleted || two.bobTwin.managedObjectContext == nil)
    #expect(two.labTwin.many("employees").compactMap(\.name).sorted() == ["Ann", "Cy"])
    #expect(!log.received.isEmpty)
    try two.other.save()
    #expect(try two.saved("Ann")?.value(forKey: "nick") as? String == "mine")
  }

  @Test("what was read can be merged by hand", arguments: StoreKind.files)
  func byHand(_ kind: StoreKind) throws {
    let two = try Two(kind)
    let coordinator = try #require(two.other.persistentStoreCoordinator)
    #expect(try coordinator.refreshFromFiles().isEmpty)
    two.ann.setValue(200, forKey: "salary")
    let cy = two.stack.insert("Employee", ["name": "Cy"])
    two.stack.context.delete(two.bob)
    try two.stack.context.save()
    let changes = try coordinator.refreshFromFiles()
    let ids = { (key: String) in (changes[key] as? Set<NSManagedObjectID>)?.map(\.text).sorted() }
    #expect(ids(NSInsertedObjectIDsKey) == [cy.objectID.text])
    #expect(ids(NSDeletedObjectIDsKey) == [two.bobTwin.objectID.text])
    #expect(ids(NSUpdatedObjectIDsKey)?.contains(two.annTwin.objectID.text) == true)
    #expect(two.annTwin.value(forKey: "salary") as? Int32 == 100)
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [two.other])
    #expect(two.annTwin.value(forKey: "salary") as? Int32 == 200)
    #expect(try coordinator.refreshFromFiles().isEmpty)
  }

  /// Ways to change a text in a document.
  enum Editor: CaseIterable { case renaming, truncating }

  @Test("a person's edits are merged, and stay as they are written", arguments: Editor.allCases)
  func editor(_ editor: Editor) throws {
    let two = try Two(.xml)
    let url = two.stack.url
    let text = try String(contentsOf: url, encoding: .utf8)
      .replacingOccurrences(of: "<name>Ann</name>", with: "<name>Anna</name> <!-- since May -->")
    two.bobTwin.setValue(300, forKey: "salary")
    try text.write(to: url, atomically: editor == .renaming, encoding: .utf8)
    try two.other.save()
    let now = try String(contentsOf: url, encoding: .utf8)
    #expect(now.contains("<name>Anna</name> <!-- since May -->"))
    #expect(try two.saved("Bob")?.value(forKey: "salary") as? Int32 == 300)
    #expect(try two.saved("Anna") != nil)
  }

  @Test("a half-written file is an error, and no edit is lost", arguments: StoreKind.files)
  func halfWritten(_ kind: StoreKind) throws {
    let two = try Two(kind)
    two.ann.setValue(200, forKey: "salary")
    try two.stack.context.save()
    let whole = try #require(two.stack.bytes)
    try whole.prefix(whole.count / 2).write(to: two.stack.url)
    two.bobTwin.setValue(300, forKey: "salary")
    let error = try #require(throws: CocoaError.self) { try two.other.save() }
    #expect(error.localizedDescription.contains("changed by another program"))
    #expect(two.stack.bytes?.count == whole.count / 2)
    #expect(two.bobTwin.value(forKey: "salary") as? Int32 == 300)
    try whole.write(to: two.stack.url)
    try two.other.save()
    #expect(try two.saved("Ann")?.value(forKey: "salary") as? Int32 == 200)
    #expect(try two.saved("Bob")?.value(forKey: "salary") as? Int32 == 300)
  }

  @Test("a file that is gone is an error, and so is another store", arguments: StoreKind.files)
  func replaced(_ kind: StoreKind) throws {
    let two = try Two(kind)
    let foreign = try Stack(kind)
    _ = foreign.insert("Department", ["name": "Foreign"])
    try foreign.context.save()
    two.annTwin.setValue(300, forKey: "salary")
    try FileManager.default.removeItem(at: two.stack.url)
    #expect(throws: CocoaError.self) { try two.other.save() }
    try FileManager.default.copyItem(at: foreign.url, to: two.stack.url)
    let error = try #require(throws: CocoaError.self) { try two.other.save() }
    #expect(error.localizedDescription.contains("another store has taken the place"))
    #expect(two.stack.bytes == foreign.bytes)
  }

  @Test("others' transactions are in the history", arguments: StoreKind.files)
  func history(_ kind: StoreKind) throws {
    let options = [NSPersistentHistoryTrackingKey: true]
    let stack = try Stack(kind)
    var contexts: [NSManagedObjectContext] = []
    for name in ["one", "two"] {
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: stack.coordinator.managedObjectModel)
      try coordinator.addPersistentStore(
        ofType: kind.type, configurationName: nil, at: stack.url, options: options)
      let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      context.transactionAuthor = name
      contexts.append(context)
    }
    for round in 0..<4 {
      let context = contexts[round % 2]
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue("\(round)", forKey: "name")
      try context.save()
    }
    for context in contexts {
      try context.persistentStoreCoordinator?.refreshFromFiles()
      let request = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?)
      let result = try context.execute(request) as? NSPersistentHistoryResult
      let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
      #expect(transactions.compactMap(\.author) == ["one", "two", "one", "two"])
      #expect(transactions.map(\.changes?.count) == [1, 1, 1, 1])
    }
  }

  @Test(
    "a watcher merges what it is sure of, and tells once", arguments: StoreKind.files,
    [true, false])
  func watcher(_ kind: StoreKind, isMerging: Bool) throws {
    let two = try Two(kind)
    let coordinator = try #require(two.other.persistentStoreCoordinator)
    let store = coordinator.persistentStores[0]
    two.other.automaticallyMergesChangesFromParent = true
    let log = NotificationLog(.NSPersistentStoreRemoteChange, coordinator)
    let watcher = FileWatcher(store, merging: isMerging, every: 1000)
    watcher.look()
    two.ann.setValue(200, forKey: "salary")
    try two.stack.context.save()
    watcher.look()
    #expect(log.received.isEmpty)
    for _ in 0..<3 { watcher.look() }
    #expect(log.received.count == 1)
    two.other.performAndWait {}
    #expect(two.annTwin.value(forKey: "salary") as? Int32 == (isMerging ? 200 : 100))
    // What this program writes is no news.
    two.bobTwin.setValue(1, forKey: "small")
    try two.other.save()
    for _ in 0..<3 { watcher.look() }
    #expect(log.received.count == 1)
    // It ends with the store.
    try coordinator.remove(store)
    watcher.look()
  }

  @Test("the options of a store ask for a watcher, which ends with it", arguments: StoreKind.files)
  func options(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    #expect(stack.store.watcher == nil)
    for option in [NSPersistentStoreFileMergingOption, NSPersistentStoreFileWatchingOption] {
      let coordinator = NSPersistentStoreCoordinator(
        managedObjectModel: stack.coordinator.managedObjectModel)
      let store = try coordinator.addPersistentStore(
        ofType: kind.type, configurationName: nil, at: stack.url, options: [option: true])
      #expect(store.watcher != nil)
      try coordinator.remove(store)
      #expect(store.watcher == nil)
    }
  }
}
