import Foundation
import OpenCoreData
import Testing

@Suite("Stores that keep a history")
struct HistoryStoreTests {
  static func tagged(_ stack: HistoryStack, _ names: String...) throws {
    for name in names {
      stack.insert("Tag", name)
      try stack.context.save()
    }
  }

  @Test("without the option a store goes on, with the option set to false it ends")
  func options() throws {
    for kind in StoreKind.ownFiles {
      let stack = try HistoryStack(kind)
      try Self.tagged(stack, "a")
      try stack.reopen()
      try Self.tagged(stack, "b")
      #expect(try stack.history().numbers == [1, 2])
      #expect(stack.names == [stack.url.lastPathComponent, stack.historyURL.lastPathComponent])
      try stack.reopen(options: [NSReadOnlyPersistentStoreOption: true])
      #expect(try stack.history().numbers == [1, 2])
      #expect(throws: CocoaError.self) {
        try stack.result(of: .deleteHistory(before: Date.distantFuture))
      }
      try stack.reopen(options: [NSPersistentHistoryTrackingKey: NSNumber(value: false)])
      #expect(stack.token == nil)
      #expect(stack.names.count == 2)
      try stack.context.save()
      #expect(stack.names == [stack.url.lastPathComponent])
      try stack.reopen()
      #expect(stack.token == nil)
      #expect(try stack.context.all("Tag").count == 2)
    }
  }

  @Test("documents without tracking do not change by a byte because it could be")
  func untouched() throws {
    let (one, other) = (try HistoryStack(.xml, options: [:]), try HistoryStack(.xml))
    for stack in [one, other] {
      stack.store.metadata = [NSStoreUUIDKey: "7F2504E0-4F89-41D3-9A0C-0305E82C3301"]
      try Self.tagged(stack, "a", "b")
    }
    let plain = try String(contentsOf: one.url, encoding: .utf8)
    let tracked = try String(contentsOf: other.url, encoding: .utf8)
    #expect(!plain.contains("History"))
    let record = try #require(
      tracked.firstMatch(of: /<key>OpenCoreDataHistory<\/key><dict>.*?<\/dict>/))
    #expect(tracked.replacing(record.0, with: "") == plain)
    #expect(one.names == ["store.xml"])
  }

  @Test("metadata that programs see and set has nothing of it")
  func metadata() throws {
    let stack = try HistoryStack(.xml)
    try Self.tagged(stack, "a")
    try stack.reopen()
    #expect(!stack.store.metadata.keys.contains { $0.contains("History") })
    let stated = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: NSXMLStoreType, at: stack.url)
    #expect(!stated.keys.contains { $0.contains("History") })
    stack.coordinator.setMetadata(["k": "v"], for: stack.store)
    try stack.context.save()
    try stack.reopen()
    #expect(try stack.history().numbers == [1])
    #expect(stack.store.metadata["k"] as? String == "v")
  }

  @Test("migrating, replacing and destroying take the history along or away")
  func copying() throws {
    for (kind, target) in [
      (StoreKind.xml, StoreKind.binary), (.binary, .xml), (.xml, .inMemory), (.inMemory, .xml),
    ] {
      let stack = try HistoryStack(kind)
      try Self.tagged(stack, "a", "b")
      let token = try #require(try stack.history().first?.token)
      let place = stack.folder.appendingPathComponent("copy.\(target.ending)")
      let copy = try stack.coordinator.migratePersistentStore(
        stack.store, to: place, withType: target.type)
      #expect(try stack.history().numbers == [1, 2])
      #expect(try stack.history(after: token).numbers == [2])
      try Self.tagged(stack, "c")
      #expect(try stack.history().changes.map(\.text) == (1...3).map { "insert Tag-\($0)" })
      try stack.coordinator.remove(copy)
      guard target != .inMemory else { continue }
      let other = stack.folder.appendingPathComponent("other.\(target.ending)")
      try stack.coordinator.replacePersistentStore(
        at: other, withPersistentStoreFrom: place, ofType: target.type)
      let opened = try stack.coordinator.addPersistentStore(
        ofType: target.type, configurationName: nil, at: other)
      #expect(try stack.history().numbers == [1, 2, 3])
      try stack.coordinator.remove(opened)
      try stack.coordinator.destroyPersistentStore(at: other, ofType: target.type)
      #expect(!stack.names.contains { $0.hasPrefix("other") })
    }
  }

  @Test("a copy of a store without history takes the place of one with")
  func replacing() throws {
    let (plain, tracked) = (try HistoryStack(.xml, options: [:]), try HistoryStack(.xml))
    try Self.tagged(plain, "a")
    try Self.tagged(tracked, "b")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: tracked.model)
    try coordinator.replacePersistentStore(
      at: tracked.url, withPersistentStoreFrom: plain.url, ofType: NSXMLStoreType)
    #expect(tracked.names == ["store.xml"])
  }

  @Test("a store that moves takes its history along")
  func moving() throws {
    let stack = try HistoryStack(.binary)
    try Self.tagged(stack, "a")
    let place = stack.folder.appendingPathComponent("moved.plist")
    #expect(stack.coordinator.setURL(place, for: stack.store))
    #expect(try stack.history().numbers == [1])
    try Self.tagged(stack, "b")
    #expect(try stack.history().numbers == [1, 2])
    #expect(stack.names.contains("moved.plist-history"))
  }

  @Test("the file lies beside the document, not beside a link to it")
  func links() throws {
    let stack = try HistoryStack(.xml)
    try Self.tagged(stack, "a")
    let link = stack.folder.appendingPathComponent("link.xml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: stack.url)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
    try coordinator.addPersistentStore(
      ofType: NSXMLStoreType, configurationName: nil, at: link)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    tag.setValue("b", forKey: "name")
    try context.save()
    #expect(stack.names == ["link.xml", "store.xml", "store.xml-history"])
    try stack.reopen()
    #expect(try stack.history().numbers == [1, 2])
  }

  @Test("what somebody else has saved since comes before a save that took it up")
  func others() throws {
    let stack = try HistoryStack(.xml)
    try Self.tagged(stack, "a")
    let (context, token) = (stack.context, stack.token)
    try stack.reopen()
    try Self.tagged(stack, "b")
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    tag.setValue("c", forKey: "name")
    try context.save()
    try stack.reopen()
    #expect(try stack.history(after: token).numbers == [2, 3])
    try Self.tagged(stack, "d")
    #expect(try stack.history().changes.count == 4)
  }

  @Test("coordinators tell of every writing where the store's options ask for it")
  func notices() throws {
    for kind in StoreKind.own {
      let stack = try HistoryStack(
        kind,
        options: [
          NSPersistentHistoryTrackingKey: true,
          NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
        ])
      let log = NotificationLog(.NSPersistentStoreRemoteChange, stack.coordinator)
      try Self.tagged(stack, "a")
      try stack.context.execute(
        NSBatchInsertRequest(entityName: "Tag", objects: [["name": "b"]]))
      let notes = log.received
      #expect(notes.count == 2)
      let info = try #require(notes.last?.userInfo)
      #expect(info[NSStoreUUIDKey] as? String == stack.store.identifier)
      #expect(info[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken == stack.token)
      if kind != .inMemory { #expect(info[NSPersistentStoreURLKey] as? URL == stack.url) }
      // Another coordinator of this process that writes the same file.
      if kind == .inMemory { continue }
      let first = stack.coordinator
      try stack.reopen()
      try Self.tagged(stack, "c")
      #expect(log.received.count == 3)
      #expect(first.persistentStores.count == 1)
    }
  }

  @Test("random saves are told by the history in order", arguments: StoreKind.own, [1, 2, 3])
  func random(kind: StoreKind, seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let stack = try HistoryStack(kind)
    var replay: Set<String> = []
    var token = stack.token
    for _ in 0..<30 {
      if dice.below(4) == 0 { try stack.reopen() }
      for _ in 0...dice.below(4) {
        let tags = try stack.context.all("Tag").filter { !$0.isDeleted }
        switch dice.below(3) {
        case 0 where !tags.isEmpty: stack.context.delete(tags[dice.below(tags.count)])
        case 1 where !tags.isEmpty:
          tags[dice.below(tags.count)].setValue("t\(dice.below(1000))", forKey: "name")
        default: stack.insert("Tag", "n\(dice.below(1000))")
        }
      }
      try stack.context.save()
      if dice.below(5) == 0 { _ = try stack.result(of: .deleteHistory(before: token)) }
      for change in try stack.history(after: token).changes {
        let id = change.changedObjectID.text
        switch change.changeType {
        case .insert: #expect(replay.insert(id).inserted)
        case .update: #expect(replay.contains(id))
        case .delete: #expect(replay.remove(id) != nil)
        }
      }
      token = stack.token
      #expect(replay == Set(try stack.context.all("Tag").map(\.objectID.text)))
    }
  }
}
