import Foundation
import Predicates
import Testing

@Suite("Sort descriptors")
struct SortingTests {
  private func names(_ objects: [[String: Any]], _ descriptors: NSSortDescriptor...) -> [String] {
    objects.sorted(using: descriptors).map { $0["name"] as? String ?? "nil" }
  }

  @Test("nil comes first, and last in the other direction; equal ones keep their order")
  func nilFirst() {
    let objects: [[String: Any]] = [
      ["name": "c", "boss": ["name": "Z"]], ["name": "a"], ["name": "d", "boss": ["name": "A"]],
      ["name": "b"],
    ]
    let key = NSSortDescriptor(key: "boss.name", ascending: true)
    #expect(names(objects, key) == ["a", "b", "d", "c"])
    #expect(
      names(objects, NSSortDescriptor(key: "boss.name", ascending: false)) == ["c", "d", "a", "b"])
    #expect(
      names(objects, key, NSSortDescriptor(key: "name", ascending: false)) == ["b", "a", "d", "c"])
  }

  @Test("a selector is made of its name, and tells it")
  func selectorNames() {
    #expect(NSSelectorFromString("localizedCompare:") == .localizedCompare)
    #expect(Selector("compare:") == "compare:")
    #expect(NSStringFromSelector(.caseInsensitiveCompare) == "caseInsensitiveCompare:")
  }

  @Test(
    "a selector says how texts are ordered",
    arguments: [
      (Selector.compare, ["File3", "file10", "file2", "éa"]),
      (.caseInsensitiveCompare, ["file10", "file2", "File3", "éa"]),
      (.localizedStandardCompare, ["éa", "file2", "File3", "file10"]),
      (.localizedCaseInsensitiveCompare, ["éa", "file10", "file2", "File3"]),
    ])
  func selectors(_ selector: Selector, _ expected: [String]) {
    let descriptor = NSSortDescriptor(key: nil, ascending: true, selector: selector)
    let texts = ["file10", "éa", "File3", "file2"]
    #expect(texts.sorted(using: [descriptor]) == expected)
    #expect(descriptor.selector == selector)
  }

  @Test("a name that is no way to compare stops the program")
  func unknownSelector() async {
    await #expect(processExitsWith: .failure) {
      _ = NSSortDescriptor(key: "a", ascending: true, selector: "compareFoo:")
    }
    await #expect(processExitsWith: .failure) {
      _ = NSSortDescriptor(keyPath: \Named.name, ascending: true, selector: "")
    }
  }

  private struct Named {
    var name = ""
  }

  @Test("a key that a Swift value does not have stops the program")
  func unknownKey() async {
    await #expect(processExitsWith: .failure) {
      struct Point { var x = 1 }
      _ = [Point(), Point()].sorted(using: [NSSortDescriptor(key: "y", ascending: true)])
    }
  }

  @Test("values of all kinds have one order: nil, NaN, numbers, texts, dates and the rest")
  func totalOrder() {
    let values: [Any] = [
      NSNull(), Double.nan, -Double.infinity, false, 0.5, Decimal(string: "0.6") as Any, true,
      UInt64.max,
      Double.infinity, "A", "a", Date(timeIntervalSinceReferenceDate: 0), Data([1]), UUID(),
    ]
    var random = SeededRandom(7)
    let descriptor = NSSortDescriptor(key: nil, ascending: true)
    for _ in 0..<50 {
      let sorted = values.shuffled(using: &random).sorted(using: [descriptor])
      #expect(zip(sorted, values).allSatisfy { "\($0)" == "\($1)" }, "\(sorted)")
    }
  }

  @Test("a comparator decides between values, and nil comes before it is asked")
  func comparator() {
    let byLength = NSSortDescriptor(key: "name", ascending: true) { one, other in
      let (a, b) = ((one as? String ?? "").count, (other as? String ?? "").count)
      return a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
    }
    #expect(
      names([["name": "ccc"], ["name": "a"], [:], ["name": "bb"]], byLength) == [
        "nil", "a", "bb", "ccc",
      ])
    #expect(byLength.selector == nil)
    let reversed = byLength.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.compare(["name": "a"], to: ["name": "bb"]) == .orderedDescending)
  }

  @Test("descriptors that say the same are equal")
  func equality() {
    let one = NSSortDescriptor(key: "a", ascending: true)
    #expect(one == NSSortDescriptor(key: "a", ascending: true, selector: .compare))
    #expect(one.hash == NSSortDescriptor(key: "a", ascending: true, selector: .compare).hash)
    #expect(one != NSSortDescriptor(key: "a", ascending: false))
    #expect(one != NSSortDescriptor(key: "b", ascending: true))
    #expect(one != NSSortDescriptor(key: "a", ascending: true, selector: .localizedCompare))
    #expect(
      one.reversedSortDescriptor as? NSSortDescriptor
        == NSSortDescriptor(key: "a", ascending: false))
    #expect((one.copy() as? NSSortDescriptor) === one)
    one.allowEvaluation()
    #expect(one.compare(["a": 1], to: ["a": 2]) == .orderedAscending)
    #expect(one.comparator(1, 2) == .orderedAscending)
  }

  @Test("collections of Swift and of Foundation are filtered and sorted")
  func collections() {
    let even = NSPredicate(format: "modulus:by:(SELF, 2) == 0")
    let down = NSSortDescriptor(key: nil, ascending: false)
    #expect([1, 2, 3, 4].filtered(using: even) == [2, 4])
    #expect(Set([1, 2, 3, 4]).filtered(using: even) == Set([2, 4]))
    #expect(NSArray(array: [1, 2, 3]).filtered(using: even) as? [Int] == [2])
    #expect(NSArray(array: [1, 3, 2]).sortedArray(using: [down]) as? [Int] == [3, 2, 1])
    #expect(NSSet(array: [1, 2]).filtered(using: even) == [2])
    #expect(NSSet(array: [1, 2]).sortedArray(using: [down]) as? [Int] == [2, 1])
    #expect(NSOrderedSet(array: [4, 1, 2]).filtered(using: even).array as? [Int] == [4, 2])
    #expect(NSOrderedSet(array: [4, 1, 5]).sortedArray(using: [down]) as? [Int] == [5, 4, 1])
    let (list, set, ordered) = (
      NSMutableArray(array: [1, 4, 2]), NSMutableSet(array: [1, 2]),
      NSMutableOrderedSet(array: [2, 1, 4])
    )
    list.filter(using: even)
    list.sort(using: [NSSortDescriptor(key: nil, ascending: true)])
    set.filter(using: even)
    ordered.filter(using: even)
    ordered.sort(using: [down])
    #expect(list as? [Int] == [2, 4])
    #expect(set.allObjects as? [Int] == [2])
    #expect(ordered.array as? [Int] == [4, 2])
  }
}
