import Foundation
import OpenCoreData
import Testing

/// Objects read their values from the store's rows until they are asked often or changed; nobody may notice.
@Suite("Reading from rows") struct RowReadingTests {
  private func filled(_ kind: StoreKind, count: Int = 50) throws -> Stack {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    for index in 0..<count {
      let one = stack.insert("Employee", ["name": "N\(index)", "salary": index])
      if index % 2 == 0 { one.setValue("nick é \(index) 日本", forKey: "nick") }
      if index % 3 == 0 { one.setValue(lab, forKey: "department") }
      if index % 5 == 0 { one.setValue(Double(index) / 3, forKey: "ratio") }
    }
    try stack.context.save()
    return stack
  }

  private let keys = ["name", "salary", "hired", "nick", "small", "ratio", "notes", "department"]

  @Test("the first reading of a value and all later ones are equal", arguments: StoreKind.allCases)
  func repeatedReading(_ kind: StoreKind) throws {
    let context = try filled(kind).reopened()
    for object in try context.all("Employee") {
      #expect(object.isFault)
      let first = keys.map { object.value(forKey: $0) as? NSObject }
      #expect(!object.isFault)
      // More readings than properties, so that the object gets slots of its own on the way.
      for _ in 0..<3 {
        #expect(keys.map { object.value(forKey: $0) as? NSObject } == first)
      }
      #expect(object.committedValues(forKeys: ["name"])["name"] as? NSObject == first[0])
    }
  }

  @Test("an object keeps what it has read while others save", arguments: StoreKind.allCases)
  func keepsWhatWasRead(_ kind: StoreKind) throws {
    let stack = try filled(kind)
    let reader = stack.anotherContext()
    let objects = try reader.all("Employee")
    let writers = try stack.context.all("Employee")
    for (round, writer) in writers.enumerated().dropLast() {
      // Each object of the reader is fired in a generation of its own, before its twin is changed.
      #expect(objects[round].value(forKey: "salary") as? Int32 == Int32(round))
      writer.setValue(1000 + round, forKey: "salary")
      try stack.context.save()
    }
    for (round, object) in objects.enumerated().dropLast() {
      #expect(object.value(forKey: "salary") as? Int32 == Int32(round))
      reader.refresh(object, mergeChanges: false)
      #expect(object.isFault)
      #expect(object.value(forKey: "salary") as? Int32 == Int32(1000 + round))
    }
  }

  @Test(
    "an object that was read and then changed saves the rest as it was",
    arguments: StoreKind.allCases)
  func changeAfterReading(_ kind: StoreKind) throws {
    let stack = try filled(kind)
    let context = try stack.reopened()
    let object = try #require(try context.named("N30", "Employee"))
    object.setValue("new", forKey: "nick")
    #expect(object.changedValues().count == 1)
    try context.save()
    #expect(object.value(forKey: "ratio") as? Double == 10)
    context.refresh(object, mergeChanges: false)
    #expect(object.value(forKey: "nick") as? String == "new")
    #expect(object.value(forKey: "ratio") as? Double == 10)
    #expect(object.one("department")?.name == "Lab")
  }

  @Test(
    "a value that is asked for late is that of the moment in which the object was read",
    arguments: StoreKind.allCases)
  func lateReading(_ kind: StoreKind) throws {
    let stack = try filled(kind)
    let readers = stack.anotherContext()
    let objects = try readers.all("Employee")
    let nicks = try stack.context.all("Employee").map { $0.value(forKey: "nick") as? String }
    for object in objects { #expect(object.name != nil) }
    for (round, writer) in try stack.context.all("Employee").enumerated() {
      writer.setValue("later \(round)", forKey: "nick")
      // Now and then the file is another one.
      if round % 20 == 19 {
        try stack.context.save()
        if kind == .binary { try stack.coordinator.compact(stack.store) }
      }
    }
    try stack.context.save()
    #expect(objects.map { $0.value(forKey: "nick") as? String } == nicks)
    readers.refreshAllObjects()
    #expect(
      objects.allSatisfy { ($0.value(forKey: "nick") as? String)?.hasPrefix("later") == true })
  }
}
