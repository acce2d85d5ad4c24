import Foundation
import OpenCoreData
import Testing

@Suite("Requests for history")
struct HistoryRequestTests {
  /// A store with three authors' transactions.
  static func stack(_ kind: StoreKind) throws -> HistoryStack {
    let stack = try HistoryStack(kind)
    for (author, names) in [("ann", ["a"]), ("bob", ["b", "c"]), ("ann", ["d"])] {
      stack.context.transactionAuthor = author
      stack.context.name = "of \(author)"
      for name in names { stack.insert("Tag", name) }
      if author == "bob" { stack.insert("Employee", "Bob") }
      try stack.context.save()
    }
    let tag = try #require(try stack.context.named("c", "Tag"))
    stack.context.transactionAuthor = nil
    stack.context.delete(tag)
    try stack.context.save()
    return stack
  }

  static func transactions(_ format: String, _ arguments: Any?...) throws
    -> NSFetchRequest<any NSFetchRequestResult>
  {
    let request = try #require(NSPersistentHistoryTransaction.fetchRequest)
    request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 ?? NSNull() })
    return request
  }

  @Test(
    "transactions are chosen by what they say", arguments: StoreKind.own,
    [
      ("author == 'ann'", [1, 3]), ("author != 'ann'", [2, 4]), ("author == nil", [4]),
      ("contextName BEGINSWITH 'of b'", [2]), ("transactionNumber > 2", [3, 4]),
      ("author IN {'bob', 'eve'}", [2]), ("ANY changes.changeType == 2", [4]),
      ("changes.@count > 1", [2]), ("storeID == ''", []), ("processID != ''", [1, 2, 3, 4]),
    ] as [(String, [Int64])])
  func predicates(kind: StoreKind, test: (format: String, numbers: [Int64])) throws {
    let stack = try Self.stack(kind)
    let request = try Self.transactions(test.format)
    #expect(try stack.transactions(.fetchHistory(withFetch: request)).numbers == test.numbers)
  }

  @Test("dates, orders and windows are those of the request", arguments: StoreKind.own)
  func orders(kind: StoreKind) throws {
    let stack = try Self.stack(kind)
    let all = try stack.history()
    let later = try Self.transactions("timestamp > %@", all[1].timestamp as NSDate)
    #expect(try stack.transactions(.fetchHistory(withFetch: later)).numbers == [3, 4])
    let request = try #require(NSPersistentHistoryTransaction.fetchRequest)
    request.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
    request.fetchLimit = 2
    request.fetchOffset = 1
    #expect(try stack.transactions(.fetchHistory(withFetch: request)).numbers == [3, 2])
    let after = NSPersistentHistoryChangeRequest.fetchHistory(after: all[0])
    after.fetchRequest = try Self.transactions("author == 'ann'")
    #expect(try stack.transactions(after).numbers == [3])
    let copy = try #require(after.copy() as? NSPersistentHistoryChangeRequest)
    #expect(try stack.transactions(copy).numbers == [3])
    #expect(copy.token == after.token)
  }

  @Test("changes are chosen by what they say", arguments: StoreKind.own)
  func changes(kind: StoreKind) throws {
    let stack = try Self.stack(kind)
    func changes(_ format: String, _ arguments: [Any] = []) throws -> [String] {
      let request = try #require(NSPersistentHistoryChange.fetchRequest)
      request.predicate = NSPredicate(format: format, argumentArray: arguments)
      return try stack.changes(.fetchHistory(withFetch: request)).map(\.text)
    }
    #expect(try changes("changeType == 2") == ["delete Tag-3"])
    #expect(
      try changes("changeType == %@", [NSPersistentHistoryChangeType.delete.rawValue])
        == ["delete Tag-3"])
    let tag = try #require(try stack.context.named("b", "Tag"))
    #expect(try changes("changedObjectID == %@", [tag.objectID]) == ["insert Tag-2"])
    #expect(try changes("changedObjectID IN %@", [[tag.objectID]]) == ["insert Tag-2"])
    let entity = try #require(stack.model.entitiesByName["Employee"])
    #expect(try changes("changedEntity == %@", [entity]) == ["insert Employee-1"])
    #expect(try changes("transaction.author == 'ann'") == ["insert Tag-1", "insert Tag-4"])
    #expect(try changes("tombstone.name == 'c'") == ["delete Tag-3"])
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = NSPersistentHistoryChange.entityDescription(with: stack.context)
    request.predicate = NSPredicate(format: "changeType == 0 AND changeID == 2")
    let whole = try stack.transactions(.fetchHistory(withFetch: request))
    #expect(whole.numbers == [2])
    #expect(whole[0].changes?.count == 1)
    #expect(whole[0].changes?[0].transaction?.changes?.count == 3)
  }

  @Test("a request that asks for what a history does not have throws")
  func mistakes() throws {
    let stack = try Self.stack(.inMemory)
    let wrong = try Self.transactions("autor == 'ann'")
    let error = #expect(throws: CocoaError.self) {
      try stack.transactions(.fetchHistory(withFetch: wrong))
    }
    #expect(error?.localizedDescription.contains("'author'") == true)
    let tags = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
    let other = #expect(throws: CocoaError.self) {
      try stack.transactions(.fetchHistory(withFetch: tags))
    }
    #expect(other?.localizedDescription.contains("'Tag' is no part of a history") == true)
  }

  @Test("stores that keep no history are left out; where none keeps one, that is an error")
  func untracked() throws {
    let stack = try HistoryStack(.inMemory, options: [:])
    #expect(stack.token == nil)
    let error = #expect(throws: CocoaError.self) { try stack.history() }
    #expect(error?.code == .persistentStoreUnsupportedRequestType)
    #expect(error?.localizedDescription.contains("NSPersistentHistoryTrackingKey") == true)
    let other = try Self.stack(.inMemory)
    _ = try stack.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil,
      options: HistoryStack.tracking)
    #expect(try stack.history().isEmpty)
    let foreign = #expect(throws: CocoaError.self) { try stack.history(after: other.token) }
    #expect(foreign?.code == .persistentHistoryTokenExpired)
  }

  @Test("a token marks all stores; a transaction's only its own")
  func severalStores() throws {
    let stack = try HistoryStack(.xml)
    let second = try stack.coordinator.addPersistentStore(
      ofType: NSBinaryStoreType, configurationName: nil,
      at: stack.folder.appendingPathComponent("second.plist"), options: HistoryStack.tracking)
    stack.insert("Tag", "first")
    stack.context.assign(stack.insert("Tag", "second"), to: second)
    try stack.context.save()
    let token = try #require(stack.token)
    let all = try stack.history()
    #expect(all.map(\.storeID).sorted() == [stack.store.identifier, second.identifier].sorted())
    #expect(try stack.history(after: token).isEmpty)
    stack.context.assign(stack.insert("Tag", "third"), to: second)
    try stack.context.save()
    #expect(try stack.history(after: token).map(\.storeID) == [second.identifier])
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    request.affectedStores = [second]
    #expect(try stack.transactions(request).numbers == [1, 2])
    #expect(
      stack.coordinator.currentPersistentHistoryToken(fromStores: [second])
        == (try stack.history().last?.token))
  }
}
