import Foundation
import OpenCoreData
import Testing

@Suite("Persistent history")
struct HistoryTests {
  @Test("a save leaves a transaction that says who did what", arguments: StoreKind.own)
  func saving(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    let begin = Date()
    stack.context.transactionAuthor = "importer"
    stack.context.name = "background"
    let ann = stack.insert("Employee", "Ann")
    try stack.context.save()
    let tag = stack.insert("Tag", "new")
    ann.setValue(2_000, forKey: "salary")
    ann.setValue(Set([tag]), forKey: "tags")
    stack.context.transactionAuthor = nil
    try stack.context.save()
    stack.context.delete(ann)
    try stack.context.save()
    for isReopened in [false, true] {
      if isReopened { try stack.reopen() }
      let all = try stack.history()
      #expect(all.numbers == [1, 2, 3])
      #expect(all.map(\.author) == ["importer", nil, nil])
      #expect(
        all.allSatisfy { $0.contextName == "background" && $0.storeID == stack.store.identifier })
      #expect(all.allSatisfy { $0.processID == ProcessInfo.processInfo.processName })
      #expect(all.allSatisfy { !$0.bundleID.isEmpty })
      #expect(all.allSatisfy { begin <= $0.timestamp && $0.timestamp <= Date() })
      #expect(all[0].changes?.map(\.text) == ["insert Employee-1"])
      #expect(Set(all[1].changes?.map(\.text) ?? []) == ["insert Tag-1", "update Employee-1"])
      let update = try #require(all[1].changes?.first { $0.changeType == .update })
      #expect(Set(update.updatedProperties?.map(\.name) ?? []) == ["salary", "tags"])
      #expect(update.transaction == all[1])
      #expect(update.tombstone == nil)
      let deletion = try #require(all[2].changes?.first { $0.changeType == .delete })
      #expect(deletion.text == "delete Employee-1")
      #expect(deletion.updatedProperties == nil)
      #expect(deletion.tombstone?["name"] as? String == "Ann")
      #expect(deletion.tombstone?.count == 1)
      #expect(all[2].changes?.contains { $0.text == "update Tag-1" } == true)
      #expect(deletion.changedObjectID.entity.name == "Employee")
      #expect(
        deletion.changedObjectID.uriRepresentation().absoluteString
          == "x-coredata://\(stack.store.identifier)/Employee/p1")
      #expect(deletion.changedObjectID == all[0].changes?[0].changedObjectID)
      #expect(throws: CocoaError.self) {
        try stack.context.existingObject(with: deletion.changedObjectID)
      }
    }
  }

  @Test("ids of the history are those that objects have", arguments: StoreKind.own)
  func ids(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    let (ann, bob) = (stack.insert("Employee", "Ann"), stack.insert("Employee", "Bob"))
    try stack.context.save()
    if kind != .inMemory {
      try stack.reopen()
      let ben = try #require(try stack.context.named("Bob", "Employee"))
      stack.context.delete(ben)
      let id = ben.objectID
      try stack.context.save()
      #expect(try stack.history().last?.changes?.map(\.changedObjectID) == [id])
      return
    }
    let ids = [ann.objectID, bob.objectID]
    stack.context.delete(bob)
    try stack.context.save()
    #expect(try stack.history().changes.map(\.changedObjectID) == ids + [ids[1]])
  }

  @Test("a token marks what has been seen, also in another run", arguments: StoreKind.own)
  func tokens(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    let start = try #require(stack.token)
    #expect(try stack.history(after: start).isEmpty)
    stack.insert("Tag", "a")
    try stack.context.save()
    let first = try #require(stack.token)
    #expect(first != start)
    #expect(try stack.history().last?.token == first)
    stack.insert("Tag", "b")
    try stack.context.save()
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: first, requiringSecureCoding: true)
    let copy = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: archive))
    #expect(copy == first && copy.hash == first.hash && copy !== first)
    try stack.reopen()
    #expect(try stack.history(after: copy).numbers == [2])
    #expect(try stack.history(after: start).numbers == [1, 2])
    let all = try stack.history()
    #expect(try stack.transactions(.fetchHistory(after: all[0])).numbers == [2])
    #expect(
      try stack.transactions(.fetchHistory(after: NSPersistentHistoryTransaction?.none)).numbers
        == [1, 2])
    #expect(try stack.transactions(.fetchHistory(after: all[0].timestamp)).numbers == [2])
    #expect(try stack.transactions(.fetchHistory(after: Date.distantPast)).numbers == [1, 2])
    #expect(NSPersistentHistoryChangeRequest.fetchHistory(after: all[0]).token == all[0].token)
  }

  @Test("each result type tells what it says", arguments: StoreKind.own)
  func resultTypes(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    let tag = stack.insert("Tag", "a")
    try stack.context.save()
    tag.setValue("b", forKey: "name")
    stack.insert("Tag", "c")
    try stack.context.save()
    func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
      #expect(request.resultType == .transactionsAndChanges)
      request.resultType = type
      let result = try #require(try stack.context.execute(request) as? NSPersistentHistoryResult)
      #expect(result.resultType == type)
      return result.result
    }
    #expect(try result(.statusOnly) as? Bool == true)
    #expect(try result(.count) as? Int == 3)
    #expect((try result(.objectIDs) as? [NSManagedObjectID])?.count == 2)
    let bare = try result(.transactionsOnly) as? [NSPersistentHistoryTransaction]
    #expect(bare?.map(\.changes) == [nil, nil])
    #expect(bare?.first?.objectIDNotification().userInfo?.count == 1)
    #expect((try result(.changesOnly) as? [NSPersistentHistoryChange])?.count == 3)
    let full = try result(.transactionsAndChanges) as? [NSPersistentHistoryTransaction]
    #expect(full?.map { $0.changes?.count } == [1, 2])
    #expect(full?[1].changes?.map(\.changeID) == [1, 2])
  }

  @Test("a transaction is a notification that contexts merge", arguments: StoreKind.own)
  func merging(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    let (kept, gone) = (stack.insert("Tag", "kept"), stack.insert("Tag", "gone"))
    try stack.context.save()
    let other = stack.anotherContext()
    let (here, there) = (
      try #require(try other.named("kept", "Tag")), try #require(try other.named("gone", "Tag"))
    )
    let token = stack.token
    kept.setValue("changed", forKey: "name")
    stack.context.delete(gone)
    stack.insert("Tag", "new")
    try stack.context.save()
    #expect(here.name == "kept")
    let transaction = try #require(try stack.history(after: token).first)
    let notification = transaction.objectIDNotification()
    #expect(notification.name == NSManagedObjectContext.didSaveObjectIDsNotification)
    other.mergeChanges(fromContextDidSave: notification)
    #expect(here.name == "changed")
    #expect(there.isDeleted)
    #expect(other.registeredObjects.contains { $0.name == "new" })
  }

  @Test("batch requests leave transactions", arguments: StoreKind.own)
  func batches(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    stack.context.transactionAuthor = "batch"
    let names: [[String: Any]] = [["name": "a"], ["name": "b"], ["name": "c"]]
    try stack.context.execute(NSBatchInsertRequest(entityName: "Tag", objects: names))
    let update = NSBatchUpdateRequest(entityName: "Tag")
    update.predicate = NSPredicate(format: "name == 'b'")
    update.propertiesToUpdate = ["name": "bb"]
    try stack.context.execute(update)
    let doomed = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
    doomed.predicate = NSPredicate(format: "name == 'c'")
    try stack.context.execute(NSBatchDeleteRequest(fetchRequest: doomed))
    try stack.reopen()
    let all = try stack.history()
    #expect(all.map(\.author) == ["batch", "batch", "batch"])
    #expect(
      all.changes.map(\.text) == [
        "insert Tag-1", "insert Tag-2", "insert Tag-3", "update Tag-2", "delete Tag-3",
      ])
    #expect(all[1].changes?[0].updatedProperties?.map(\.name) == ["name"])
    #expect(all[2].changes?[0].tombstone?["name"] as? String == "c")
  }

  @Test("a child's save leaves none until the root saves", arguments: StoreKind.own)
  func children(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    let child = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    child.parent = stack.context
    child.transactionAuthor = "child"
    stack.context.transactionAuthor = "root"
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: child)
    tag.setValue("a", forKey: "name")
    try child.save()
    #expect(try stack.history().isEmpty)
    try stack.context.save()
    #expect(try stack.history().map(\.author) == ["root"])
  }

  @Test("a save without changes, or that fails, leaves none", arguments: StoreKind.own)
  func nothing(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    try stack.context.save()
    stack.store.metadata = stack.store.metadata.merging(["k": "v"]) { $1 }
    try stack.context.save()
    let bad = stack.insert("Employee", "x")
    #expect(throws: CocoaError.self) { try stack.context.save() }
    bad.setValue("Ann", forKey: "name")
    #expect(try stack.history().isEmpty)
    try stack.context.save()
    #expect(try stack.history().numbers == [1])
  }

  @Test("forgotten history is gone, and tokens from there expire", arguments: StoreKind.own)
  func deleting(kind: StoreKind) throws {
    let stack = try HistoryStack(kind)
    var tokens: [NSPersistentHistoryToken] = []
    for name in ["a", "b", "c"] {
      stack.insert("Tag", name)
      try stack.context.save()
      tokens.append(try #require(stack.token))
    }
    #expect(try stack.result(of: .deleteHistory(before: tokens[2])) as? Bool == true)
    #expect(try stack.history().numbers == [3])
    #expect(try stack.history(after: tokens[1]).numbers == [3])
    let error = #expect(throws: CocoaError.self) { try stack.history(after: tokens[0]) }
    #expect(error?.code == .persistentHistoryTokenExpired)
    #expect(error?.errorCode == NSPersistentHistoryTokenExpiredError)
    #expect(error?.localizedDescription.contains("begins after transaction 2") == true)
    stack.insert("Tag", "d")
    try stack.context.save()
    try stack.reopen()
    let last = try #require(try stack.history().last)
    _ = try stack.result(of: .deleteHistory(before: last))
    #expect(try stack.history().numbers == [4])
    _ = try stack.result(of: .deleteHistory(before: Date.distantFuture))
    #expect(try stack.history().isEmpty)
    #expect(try stack.context.all("Tag").count == 4)
    #expect(try stack.history(after: stack.token).isEmpty)
  }

  @Test("hostile archives of tokens are no tokens")
  func archives() throws {
    let stack = try HistoryStack(.inMemory)
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: try #require(stack.token), requiringSecureCoding: true)
    let content = try #require(archive.range(of: Data("\"number\"".utf8)))
    var refused = 0
    for place in content.lowerBound - 40..<content.upperBound + 2 {
      var mutant = archive
      mutant[place] ^= 0x15
      let token = try? NSKeyedUnarchiver.unarchivedObject(
        ofClass: NSPersistentHistoryToken.self, from: mutant)
      if token == nil { refused += 1 }
    }
    #expect(refused > 10)
  }
}
