import Foundation
import Testing

@testable import OpenCoreData

@Suite("Constants that lookups take as they are") struct PlainConstantTests {
  @Test("integers of every width, texts and UUIDs are taken, and nothing else")
  func kinds() {
    for number in [Int(7), Int64(7), Int32(7), Int16(7)] as [Any] {
      #expect(PlainConstant(number) != nil)
    }
    #expect(PlainConstant("a") != nil)
    #expect(PlainConstant(UUID()) != nil)
    for other in [nil, true, 1.5, Date(), Data(), Decimal(1)] as [Any?] {
      #expect(PlainConstant(other) == nil)
    }
  }

  @Test("a constant fits stored attributes of its type only")
  func fitting() throws {
    let stack = try Stack(.inMemory)
    let layout = stack.insert("Employee").layout
    #expect(try #require(PlainConstant("a")).fits("name", in: layout))
    #expect(try #require(PlainConstant(1)).fits("salary", in: layout))
    #expect(try !#require(PlainConstant(1)).fits("name", in: layout))
    #expect(try !#require(PlainConstant("a")).fits("salary", in: layout))
    #expect(try !#require(PlainConstant("a")).fits("department", in: layout))
    #expect(try !#require(PlainConstant("a")).fits("nmae", in: layout))
  }

  @Test(
    "every width of an integer finds the same objects, unsaved ones too",
    arguments: StoreKind.allCases)
  func widths(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    for isSaved in [true, false] {
      _ = stack.insert("Employee", ["name": "anne", "salary": 7])
      _ = stack.insert("Employee", ["name": "bill", "salary": 8])
      if isSaved { try stack.context.save() }
      for number in [Int(7), Int64(7), Int32(7), Int16(7), 7.0, NSNumber(value: 7)] as [Any] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
        request.predicate = NSPredicate(format: "salary == %@", argumentArray: [number])
        #expect(try stack.context.fetch(request).count == (isSaved ? 1 : 2))
      }
    }
  }
}
