import OpenCoreData
import Testing

@Suite("Orders of fetches") struct SortCaseTests {
  private func names(
    _ context: NSManagedObjectContext, _ descriptors: NSSortDescriptor..., limit: Int = 0
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = descriptors
    request.fetchLimit = limit
    return try context.fetch(request).compactMap(\.name)
  }

  /// Calls a body with the company before it is saved, after, and read again.
  private func forEachState(
    _ kind: StoreKind, _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    let stack = try Stack(kind, CaseCompany.model())
    CaseCompany.insert(into: stack)
    try body(stack.context)
    try stack.context.save()
    try body(stack.context)
    try body(try stack.reopened())
  }

  @Test(
    "case 49: nil comes first, or last when descending, and what is equal keeps the order of ids",
    arguments: StoreKind.allCases)
  func nothing(_ kind: StoreKind) throws {
    let up = ["echo", "hotel", "alpha", "bravo", "golf", "charlie", "delta", "foxtrot"]
    let down = ["charlie", "delta", "foxtrot", "alpha", "bravo", "golf", "echo", "hotel"]
    try forEachState(kind) { (context) throws -> Void in
      let ascending = NSSortDescriptor(key: "department.name", ascending: true)
      let descending = NSSortDescriptor(key: "department.name", ascending: false)
      #expect(try names(context, ascending) == up)
      #expect(try names(context, descending) == down)
      #expect(try names(context, ascending, limit: 4) == Array(up.prefix(4)))
      let nested = NSSortDescriptor(key: "salary", ascending: false)
      let both = ["echo", "hotel", "bravo", "alpha", "golf", "delta", "charlie", "foxtrot"]
      #expect(try names(context, ascending, nested) == both)
    }
  }

  @Test(
    "case 49: localizedStandardCompare orders numbers in texts by value",
    arguments: StoreKind.allCases)
  func numbersInTexts(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    for name in ["file10", "file2", "File1"] { _ = stack.insert("Employee", ["name": name]) }
    let standard = NSSortDescriptor(
      key: "name", ascending: true, selector: .localizedStandardCompare)
    let plain = NSSortDescriptor(key: "name", ascending: true)
    let folded = NSSortDescriptor(key: "name", ascending: true, selector: .caseInsensitiveCompare)
    for _ in 0..<2 {
      #expect(try names(stack.context, standard) == ["File1", "file2", "file10"])
      #expect(try names(stack.context, plain) == ["File1", "file10", "file2"])
      #expect(try names(stack.context, folded) == ["File1", "file10", "file2"])
      try stack.context.save()
    }
    #expect(try names(stack.reopened(), standard) == ["File1", "file2", "file10"])
  }

  @Test(
    "case 49: a to-many key in an order is an error that names the key",
    arguments: StoreKind.allCases)
  func toMany(_ kind: StoreKind) throws {
    let stack = try Stack(kind, CaseCompany.model())
    CaseCompany.insert(into: stack)
    let descriptor = NSSortDescriptor(key: "tags.name", ascending: true)
    let error = #expect(throws: CocoaError.self) { try names(stack.context, descriptor) }
    #expect(error?.localizedDescription.contains("tags") == true)
  }

  @Test(
    "an order by a key that is not there is an error with a suggestion",
    arguments: StoreKind.allCases)
  func unknownKey(_ kind: StoreKind) throws {
    let stack = try Stack(kind, CaseCompany.model())
    let descriptor = NSSortDescriptor(key: "salery", ascending: true)
    let error = #expect(throws: CocoaError.self) { try names(stack.context, descriptor) }
    #expect(error?.localizedDescription.contains("did you mean 'salary'") == true)
  }

  @Test("a block may decide the order", arguments: StoreKind.allCases)
  func block(_ kind: StoreKind) throws {
    try forEachState(kind) { (context) throws -> Void in
      let descriptor = NSSortDescriptor(key: "name", ascending: true) { one, other in
        let (one, other) = ((one as? String ?? "").count, (other as? String ?? "").count)
        return one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
      }
      #expect(
        try names(context, descriptor)
          == ["echo", "golf", "alpha", "bravo", "delta", "hotel", "charlie", "foxtrot"])
    }
  }
}
