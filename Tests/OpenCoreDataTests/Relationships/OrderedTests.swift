import Foundation
import OpenCoreData
import Testing

@Suite("Ordered relationships") struct OrderedTests {
  private func steps(_ stack: Stack, _ texts: [String]) -> [NSManagedObject] {
    texts.map { stack.insert("Step", ["text": $0]) }
  }

  private func texts(_ employee: NSManagedObject?) -> String {
    (employee?.list("steps") ?? []).compactMap { $0.value(forKey: "text") as? String }.joined()
  }

  @Test(
    "insertions, moves and removals keep the order, and it survives", arguments: StoreKind.allCases)
  func order(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let all = steps(stack, ["a", "b", "c", "d"])
    ann.setValue(NSOrderedSet(array: Array(all[0...2])), forKey: "steps")
    #expect(texts(ann) == "abc" && all[1].one("employee") === ann)
    let list = ann.mutableOrderedSetValue(forKey: "steps")
    list.insert(all[3], at: 0)
    #expect(texts(ann) == "dabc")
    list.moveObjects(at: IndexSet(integer: 0), to: 2)
    #expect(texts(ann) == "abdc")
    list.remove(all[1])
    #expect(texts(ann) == "adc" && all[1].one("employee") == nil)
    try stack.context.save()
    #expect(texts(try stack.reopened().named("Ann", "Employee")) == "adc")
  }

  @Test("the other side appends, and a member is never there twice", arguments: StoreKind.allCases)
  func append(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let all = steps(stack, ["a", "b", "c"])
    for step in all { step.setValue(ann, forKey: "employee") }
    ann.mutableOrderedSetValue(forKey: "steps").add(all[0])
    all[1].setValue(ann, forKey: "employee")
    #expect(texts(ann) == "abc")
    #expect((ann.value(forKey: "steps") as? NSOrderedSet)?.count == 3)
  }

  @Test("the live list reads what it and the other side changed")
  func liveList() throws {
    let stack = try Stack(.inMemory)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let all = steps(stack, ["a", "b", "c", "d"])
    let list = ann.mutableOrderedSetValue(forKey: "steps")
    list.addObjects(from: all)
    #expect(list.count == 4 && list.array.count == 4 && list.contains(all[2]))
    #expect((list.firstObject as? NSManagedObject) === all[0])
    list.exchangeObject(at: 0, withObjectAt: 3)
    list.removeObjects(in: NSRange(location: 1, length: 1))
    #expect(texts(ann) == "dca")
    all[1].setValue(ann, forKey: "employee")
    let again = ann.mutableOrderedSetValue(forKey: "steps")
    #expect(again.array.count == 4 && (again.lastObject as? NSManagedObject) === all[1])
    again.replaceObject(at: 0, with: stack.insert("Step", ["text": "x"]))
    #expect(texts(ann) == "xcab")
    again.sort { one, other in
      let (a, b) = (one as? NSManagedObject, other as? NSManagedObject)
      return (a?.value(forKey: "text") as? String ?? "").compare(
        b?.value(forKey: "text") as? String ?? "")
    }
    #expect(texts(ann) == "abcx")
    again.removeAllObjects()
    #expect(texts(ann) == "" && all[0].one("employee") == nil)
  }

  @Test("changing the order alone is a change", arguments: StoreKind.allCases)
  func reorder(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let all = steps(stack, ["a", "b", "c"])
    ann.setValue(NSOrderedSet(array: all), forKey: "steps")
    try stack.context.save()
    ann.setValue(NSOrderedSet(array: all.reversed()), forKey: "steps")
    #expect(ann.hasPersistentChangedValues && !all[0].hasChanges)
    try stack.context.save()
    #expect(texts(try stack.reopened().named("Ann", "Employee")) == "cba")
  }
}
