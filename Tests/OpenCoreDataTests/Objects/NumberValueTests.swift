import Foundation
import OpenCoreData
import Testing

/// A type that a value may be cast to; the number that the cast gives, nil where it gives none.
struct NumberCast: Sendable, CustomTestStringConvertible {
  let name: String
  let number: @Sendable (Any) -> Double?

  init(_ name: String, _ number: @escaping @Sendable (Any) -> Double?) {
    self.name = name
    self.number = number
  }

  var testDescription: String { name }

  static let whole: [NumberCast] = [
    .init("Int") { ($0 as? Int).map(Double.init) },
    .init("Int64") { ($0 as? Int64).map(Double.init) },
    .init("Int32") { ($0 as? Int32).map(Double.init) },
    .init("Int16") { ($0 as? Int16).map(Double.init) },
    .init("Int8") { ($0 as? Int8).map(Double.init) },
    .init("UInt") { ($0 as? UInt).map(Double.init) },
    .init("UInt16") { ($0 as? UInt16).map(Double.init) },
  ]
  static let object = [NumberCast("NSNumber") { ($0 as? NSNumber)?.doubleValue }]
  static let real: [NumberCast] =
    [
      .init("Double") { $0 as? Double },
      .init("Float") { ($0 as? Float).map(Double.init) },
    ] + object
  static let decimal: [NumberCast] = [
    .init("Decimal") { ($0 as? Decimal).map { NSDecimalNumber(decimal: $0).doubleValue } },
    .init("NSDecimalNumber") { ($0 as? NSDecimalNumber)?.doubleValue },
  ]
  static let flag = NumberCast("Bool") { ($0 as? Bool).map { $0 ? 1 : 0 } }
}

/// A type of attribute, a value of it, and what that casts to.
struct NumberCase: Sendable, CustomTestStringConvertible {
  let type: NSAttributeType
  let number: Double
  let casts: [NumberCast]
  /// Those that must give nothing.
  let refused: [NumberCast]

  init(_ type: NSAttributeType, _ number: Double, _ casts: [NumberCast], not refused: [NumberCast])
  {
    self.type = type
    self.number = number
    self.casts = casts
    self.refused = refused
  }

  var testDescription: String { "\(type) \(number)" }

  /// The value as the type's own Swift value.
  var value: Any {
    switch type {
    case .integer16AttributeType: Int16(number)
    case .integer32AttributeType: Int32(number)
    case .integer64AttributeType: Int64(number)
    case .floatAttributeType: Float(number)
    case .decimalAttributeType: Decimal(number)
    case .booleanAttributeType: number != 0
    default: number
    }
  }

  static let all: [NumberCase] =
    [NSAttributeType.integer16AttributeType, .integer32AttributeType, .integer64AttributeType]
    .flatMap { type in
      [
        NumberCase(type, 3, NumberCast.whole + NumberCast.real, not: [NumberCast.flag]),
        NumberCase(type, 1, NumberCast.whole + NumberCast.real + [NumberCast.flag], not: []),
      ]
    }
    + [NSAttributeType.doubleAttributeType, .floatAttributeType].flatMap { type in
      [
        NumberCase(type, 3, NumberCast.whole + NumberCast.real, not: [NumberCast.flag]),
        NumberCase(type, 2.5, NumberCast.real, not: NumberCast.whole + [NumberCast.flag]),
      ]
    }
    + [
      NumberCase(
        .decimalAttributeType, 3, NumberCast.whole + NumberCast.real + NumberCast.decimal,
        not: [NumberCast.flag]),
      NumberCase(
        .decimalAttributeType, 2.5, NumberCast.real + NumberCast.decimal,
        not: NumberCast.whole + [NumberCast.flag]),
      NumberCase(
        .booleanAttributeType, 1, NumberCast.whole + NumberCast.real + [NumberCast.flag], not: []),
      NumberCase(
        .booleanAttributeType, 0, NumberCast.whole + NumberCast.real + [NumberCast.flag], not: []),
    ]
}

@Suite("Numbers as Any") struct NumberValueTests {
  @Test(
    "a number casts to every type that holds it, wherever a program gets it",
    arguments: NumberCase.all, NumberSurface.attributes)
  func casts(_ test: NumberCase, _ surface: NumberSurface) throws {
    let found = try #require(
      try NumberBench(test.type, test.value).found(in: surface), "nothing in \(surface)")
    // Foundation's collections on Linux give a Swift `Bool` for an `NSNumber` that was made of one.
    let isBool = test.type == .booleanAttributeType && surface.isFoundationCollection
    for cast in isBool ? [NumberCast.flag] + NumberCast.object : test.casts {
      #expect(cast.number(found) == test.number, "\(surface) as? \(cast.name)")
    }
    for cast in test.refused {
      #expect(cast.number(found) == nil, "\(surface) as? \(cast.name)")
    }
  }

  @Test("a number in a store's metadata casts, too, and a flag stays one")
  func metadata() throws {
    for test in NumberCase.all where test.type != .decimalAttributeType {
      let found = try #require(try NumberBench(test.type, test.value).found(in: .metadata))
      for cast in test.casts { #expect(cast.number(found) == test.number) }
      let isFlag = try unsafe #require(found as? NSNumber).objCType.pointee == CChar(0x63)
      #expect(isFlag == (test.type == .booleanAttributeType))
    }
  }

  @Test("a number in the metadata that no Int64 holds is kept as near as can be")
  func largeMetadata() throws {
    let stack = try Stack(.binary)
    let large: [String: Any] = ["object": NSNumber(value: UInt64.max), "swift": UInt64.max]
    stack.coordinator.setMetadata(large, for: stack.store)
    let found = stack.coordinator.metadata(for: stack.store)
    for key in large.keys { #expect(found[key] as? Double == 0x1p64) }
  }

  @Test("what a batch request counts casts to Int, and whether it was done to Bool")
  func batches() throws {
    let stack = try Stack(.binary)
    let insert = NSBatchInsertRequest(
      entityName: "Tag", objects: [["name": "a"], ["name": "b"]])
    insert.resultType = .count
    let inserted = try stack.context.execute(insert) as? NSBatchInsertResult
    #expect(inserted?.result as? Int == 2 && inserted?.result as? Int64 == 2)
    let update = NSBatchUpdateRequest(entityName: "Tag")
    update.propertiesToUpdate = ["name": "c"]
    update.resultType = .statusOnlyResultType
    let updated = try stack.context.execute(update) as? NSBatchUpdateResult
    #expect(updated?.result as? Bool == true && updated?.result as? NSNumber == 1)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
    let delete = NSBatchDeleteRequest(fetchRequest: request)
    delete.resultType = .resultTypeCount
    let deleted = try stack.context.execute(delete) as? NSBatchDeleteResult
    #expect(deleted?.result as? Int == 2 && deleted?.result as? Double == 2)
  }

  @Test("what comes out can be set again, with the same value")
  func setAgain() throws {
    for test in NumberCase.all {
      let model = NSManagedObjectModel()
      let thing = entity("Thing")
      thing.properties = [attribute("one", test.type), attribute("other", test.type)]
      model.entities = [thing]
      let stack = try Stack(.binary, model)
      let object = stack.insert("Thing", ["one": test.value])
      object.setValue(object.value(forKey: "one"), forKey: "other")
      try stack.context.save()
      let found = try #require(try stack.reopened().all("Thing").first)
      #expect(found.value(forKey: "other") as? NSNumber == NSNumber(value: test.number))
      let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
      request.predicate = NSPredicate(
        format: "one == other AND other == %@",
        argumentArray: [
          found.value(forKey: "one") ?? NSNull()
        ])
      #expect(try stack.context.fetch(request) == [object])
    }
  }

  @Test("floats, negative zeros, the largest numbers and those that are none come out as they were")
  func extremes() throws {
    let model = NSManagedObjectModel()
    let thing = entity("Thing")
    thing.properties = [
      attribute("whole", .integer64AttributeType), attribute("double", .doubleAttributeType),
      attribute("float", .floatAttributeType), attribute("decimal", .decimalAttributeType),
    ]
    model.entities = [thing]
    let stack = try Stack(.inMemory, model)
    let decimal = try #require(Decimal(string: "-12345678901234567890.12345"))
    let object = stack.insert(
      "Thing", ["whole": Int64.min, "double": -0.0, "float": Float(0.1), "decimal": decimal])
    #expect(object.value(forKey: "whole") as? Int == Int.min)
    #expect((object.value(forKey: "double") as? Double)?.sign == .minus)
    #expect(object.value(forKey: "float") as? Float == 0.1)
    #expect(object.value(forKey: "decimal") as? Decimal == decimal)
    object.setValue(Double.nan, forKey: "double")
    object.setValue(Int64.max, forKey: "whole")
    #expect((object.value(forKey: "double") as? Double)?.isNaN == true)
    #expect(object.value(forKey: "whole") as? Int64 == Int64.max)
  }

  @Test("a path over many objects gives their decimals as a list, which needs no hashes")
  func decimalsOverMany() throws {
    let bench = try NumberBench(.decimalAttributeType, Decimal(3))
    #expect(try bench.found(in: .members) as? Decimal == 3)
  }
}
