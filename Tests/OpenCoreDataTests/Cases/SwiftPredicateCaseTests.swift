import Foundation
import OpenCoreData
import Predicates
import Testing

/// An employee of the cases with typed properties, as a program writes its entity classes.
private final class Person: NSManagedObject {
  var label: String { value(forKey: "name") as? String ?? "" }
  var salary: Int32 { value(forKey: "salary") as? Int32 ?? 0 }
  var big: Int64 { value(forKey: "big") as? Int64 ?? 0 }
  var nick: String? { value(forKey: "nick") as? String }
  var ratio: Double? { value(forKey: "ratio") as? Double }
  var price: Decimal? { value(forKey: "price") as? Decimal }
  var department: NSManagedObject? { one("department") }
  var departmentName: String? { department?.name }
  var tags: [Mark] { (value(forKey: "tags") as? Set<Mark>).map(Array.init) ?? [] }

  override class func managedName(of keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \Person.label: "name"
    case \Person.salary: "salary"
    case \Person.big: "big"
    case \Person.nick: "nick"
    case \Person.ratio: "ratio"
    case \Person.price: "price"
    case \Person.departmentName: "department.name"
    case \Person.tags: "tags"
    default: nil
    }
  }
}

private final class Mark: NSManagedObject {
  var label: String? { value(forKey: "name") as? String }

  override class func managedName(of keyPath: AnyKeyPath) -> String? {
    keyPath == \Mark.label ? "name" : nil
  }
}

/// A predicate of Swift, in the form of Foundation's and in ours.
private struct SwiftCase {
  let converted: NSPredicate
  let holds: (Person) throws -> Bool

  init(_ predicate: Predicate<Person>) throws {
    converted = try NSPredicate(converting: predicate)
    holds = { try predicate.evaluate($0) }
  }
}

/// Typed queries must find in columns what Foundation's own evaluation says of each object.
@Suite("Predicates and sort descriptors of Swift in fetches") struct SwiftPredicateCaseTests {
  private func cases() throws -> [SwiftCase] {
    let (least, names) = (Int32(10), ["alpha", "echo", "nobody"])
    let limit = Int64(9_007_199_254_740_992)
    return try [
      SwiftCase(#Predicate<Person> { $0.label == "alpha" }),
      SwiftCase(#Predicate<Person> { $0.label != "alpha" && $0.salary > least }),
      SwiftCase(#Predicate<Person> { $0.salary >= 22 || $0.salary < 2 }),
      SwiftCase(#Predicate<Person> { !($0.salary <= least) }),
      SwiftCase(#Predicate<Person> { (2...22).contains($0.salary) }),
      SwiftCase(#Predicate<Person> { (2..<22).contains($0.salary) }),
      SwiftCase(#Predicate<Person> { $0.salary * 2 + 1 > 45 }),
      SwiftCase(#Predicate<Person> { $0.salary / 4 == 5 }),
      SwiftCase(#Predicate<Person> { $0.salary % 2 == 1 }),
      SwiftCase(#Predicate<Person> { $0.big > limit }),
      SwiftCase(#Predicate<Person> { $0.big == limit }),
      SwiftCase(#Predicate<Person> { $0.nick == nil }),
      SwiftCase(#Predicate<Person> { $0.nick != nil && $0.ratio == nil }),
      SwiftCase(#Predicate<Person> { $0.nick == "\u{C9}lan" }),
      SwiftCase(#Predicate<Person> { $0.nick?.contains("l") ?? false }),
      SwiftCase(#Predicate<Person> { $0.nick?.contains("l") ?? true }),
      SwiftCase(#Predicate<Person> { $0.nick?.starts(with: "a") == true }),
      SwiftCase(#Predicate<Person> { ($0.ratio ?? 0) < 0.5 }),
      SwiftCase(#Predicate<Person> { ($0.ratio ?? 100) > 0.5 }),
      SwiftCase(#Predicate<Person> { names.contains($0.label) }),
      SwiftCase(#Predicate<Person> { $0.departmentName == "Sales" }),
      SwiftCase(#Predicate<Person> { $0.departmentName != "Sales" }),
      SwiftCase(#Predicate<Person> { $0.departmentName == nil }),
      SwiftCase(#Predicate<Person> { $0.tags.isEmpty }),
      SwiftCase(#Predicate<Person> { $0.tags.count == 2 }),
      SwiftCase(#Predicate<Person> { $0.tags.contains { $0.label == "x" } }),
      SwiftCase(#Predicate<Person> { $0.tags.contains { $0.label == nil } }),
      SwiftCase(#Predicate<Person> { $0.tags.allSatisfy { $0.label != nil } }),
      SwiftCase(
        #Predicate<Person> { $0.tags.filter { $0.label == "x" || $0.label == "y" }.count == 2 }),
      SwiftCase(#Predicate<Person> { $0.label.count > 5 }),
      SwiftCase(#Predicate<Person> { $0.nick == nil ? $0.salary > 5 : $0.salary > 25 }),
      SwiftCase(#Predicate<Person> { _ in true }),
      SwiftCase(#Predicate<Person> { _ in false }),
    ]
  }

  private func model() -> NSManagedObjectModel {
    let model = CaseCompany.model()
    let entities = model.entitiesByName
    entities["Employee"]?.managedObjectClassName = String(reflecting: Person.self)
    entities["Tag"]?.managedObjectClassName = String(reflecting: Mark.self)
    model.bind(Person.self)
    model.bind(Mark.self)
    return model
  }

  /// Calls a body with the company before it is saved, after, and read again.
  private func forEachState(
    _ kind: StoreKind, _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    let stack = try Stack(kind, model())
    CaseCompany.insert(into: stack)
    try body(stack.context)
    try stack.context.save()
    try body(stack.context)
    try body(try stack.reopened())
  }

  @Test("a fetch finds what Foundation says of each object", arguments: StoreKind.allCases)
  func predicates(_ kind: StoreKind) throws {
    let cases = try cases()
    try forEachState(kind) { context in
      for one in cases {
        let request = NSFetchRequest<Person>(entityName: "Employee")
        request.predicate = one.converted
        let found = Set(try context.fetch(request).map(\.label))
        let all = try context.fetch(NSFetchRequest<Person>(entityName: "Employee"))
        let expected = Set(try all.filter(one.holds).map(\.label))
        #expect(all.count == CaseCompany.people.count)
        #expect(found == expected, "fetched: \(one.converted)")
        #expect(try context.count(for: request) == expected.count, "counted: \(one.converted)")
        let met = Set(all.filter { one.converted.evaluate(with: $0) }.map(\.label))
        #expect(met == expected, "evaluated: \(one.converted)")
      }
    }
  }

  @Test("a fetch is in the order that Foundation sorts objects in", arguments: StoreKind.allCases)
  func orders(_ kind: StoreKind) throws {
    let orders: [[SortDescriptor<Person>]] = [
      [SortDescriptor(\.salary)], [SortDescriptor(\.salary, order: .reverse)],
      [SortDescriptor(\.big, order: .reverse), SortDescriptor(\.salary)],
      [SortDescriptor(\.ratio), SortDescriptor(\.salary)],
      [SortDescriptor(\.ratio, order: .reverse), SortDescriptor(\.salary)],
      [SortDescriptor(\.label, order: .reverse)],
      [SortDescriptor(\.departmentName), SortDescriptor(\.salary)],
      [
        SortDescriptor(\.departmentName, order: .reverse),
        SortDescriptor(\.salary, order: .reverse),
      ],
    ]
    let predicate = try NSPredicate(converting: #Predicate<Person> { $0.salary > 1 })
    try forEachState(kind) { context in
      for order in orders {
        let request = NSFetchRequest<Person>(entityName: "Employee")
        request.sortDescriptors = order.map { NSSortDescriptor($0) }
        let all = try context.fetch(NSFetchRequest<Person>(entityName: "Employee"))
        let expected = all.sorted(using: order).map(\.label)
        #expect(try context.fetch(request).map(\.label) == expected)
        request.predicate = predicate
        request.fetchOffset = 1
        request.fetchLimit = 3
        let window = expected.filter { $0 != "foxtrot" }.dropFirst().prefix(3)
        #expect(try context.fetch(request).map(\.label) == Array(window))
      }
    }
  }
}
