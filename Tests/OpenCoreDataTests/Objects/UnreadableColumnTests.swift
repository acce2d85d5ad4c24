import Foundation
import OpenCoreData
import Testing

/// A column of a binary store is read when one of its values is first asked for, so that is when it can fail.
@Suite("Columns that cannot be read") struct UnreadableColumnTests {
  private let stack: Stack
  private let context: NSManagedObjectContext
  private let first: NSManagedObject

  /// Opens a store, reads a name, and damages all nicknames behind the program's back.
  init() throws {
    stack = try Stack(.binary)
    for index in 0..<100 {
      _ = stack.insert("Employee", ["name": "E\(index)", "nick": "K\(index)", "salary": index])
    }
    try stack.context.save()
    context = try stack.reopened()
    first = try #require(try context.named("E0", "Employee"))
    #expect(first.name == "E0")
    try damage("K0K1K2")
  }

  private func damage(_ text: String) throws {
    var bytes = try Data(contentsOf: stack.url)
    let start = try #require(bytes.range(of: Data(text.utf8))).lowerBound
    bytes[start] ^= 1
    let handle = try FileHandle(forUpdating: stack.url)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  @Test("leave the others to be read, also of objects that are read from then on")
  func others() throws {
    let names = try context.all("Employee").compactMap(\.name)
    #expect(Set(names) == Set((0..<100).map { "E\($0)" }))
    try context.save()
  }

  @Test("leave an object without values when it asks for one, and the next save says so")
  func asking() throws {
    #expect(first.value(forKey: "nick") == nil)
    #expect(first.name == nil && first.value(forKey: "salary") == nil)
    #expect(!first.isFault && !first.hasChanges)
    #expect(code { try context.save() } == CocoaError.Code.fileReadCorruptFile.rawValue)
    let second = try #require(try context.named("E1", "Employee"))
    #expect(second.name == "E1")
  }

  @Test("are found by whoever wants to know, also where other values have been read")
  func reporting() throws {
    #expect(throws: CocoaError.self) { try first.materialize() }
    #expect(throws: CocoaError.self) { try context.existingObject(with: first.objectID) }
    #expect(first.name == "E0")
    try context.save()
  }

  @Test("cannot be written over by changes of other columns: no save gets through")
  func changing() throws {
    let bytes = stack.bytes
    first.setValue("new", forKey: "name")
    for _ in 0..<3 {
      #expect(code { try context.save() } != nil)
      #expect(stack.bytes == bytes)
    }
    context.rollback()
    #expect(!context.hasChanges)
    try context.save()
    #expect(stack.bytes == bytes)
  }

  @Test("can be read once more where the damage is gone")
  func healing() throws {
    #expect(first.value(forKey: "nick") == nil)
    try damage("J0K1K2")
    try first.materialize()
    #expect(first.name == "E0" && first.value(forKey: "nick") as? String == "K0")
  }

  @Test("are read where the damage is gone, and what was changed meanwhile is kept")
  func healingChanged() throws {
    first.setValue("new", forKey: "name")
    try damage("J0K1K2")
    try first.materialize()
    #expect(first.name == "new" && first.value(forKey: "nick") as? String == "K0")
    #expect(first.hasChanges)
    #expect(code { try context.save() } != nil, "the next save says what could not be read")
    try context.save()
    let saved = try #require(try stack.reopened().named("new", "Employee"))
    #expect(saved.value(forKey: "nick") as? String == "K0")
  }

  @Test("are not written over by an object that could not be read, by no policy")
  func overwriting() throws {
    first.setValue("new", forKey: "name")
    #expect(code { try context.save() } != nil)
    try damage("J0K1K2")
    context.mergePolicy = NSMergePolicy.overwrite
    try context.save()
    let saved = try #require(try stack.reopened().named("new", "Employee"))
    #expect(saved.value(forKey: "nick") as? String == "K0")
    #expect(saved.value(forKey: "salary") as? Int == 0)
  }
}

/// What is appended to a binary store is put together when it is read, so that nobody knows its size before.
@Suite("Columns of unknown size") struct UnevenPatchTests {
  @Test("give long values that were appended beside short ones, also when asked once more")
  func unevenPatches() throws {
    let stack = try Stack(.binary)
    let base = String(repeating: "n", count: 20_000)
    let all = (0..<200).map { stack.insert("Employee", ["name": "E\($0)", "nick": base]) }
    try stack.context.save()
    let long = String(repeating: "x", count: 1_000_000)
    all[198].setValue("short", forKey: "nick")
    all[199].setValue(long, forKey: "nick")
    try stack.context.save()
    all[198].setValue("other", forKey: "nick")
    try stack.context.save()
    let context = try stack.reopened()
    for _ in 0..<2 {
      let first = try #require(try context.named("E198", "Employee"))
      let second = try #require(try context.named("E199", "Employee"))
      #expect(first.value(forKey: "nick") as? String == "other")
      #expect(second.value(forKey: "nick") as? String == long)
    }
  }
}
