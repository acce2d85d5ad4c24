import Foundation
import ManagedModel
import OpenCoreData
import Testing

/// An entity with an attribute of each type.
private func allTypesModel() -> NSManagedObjectModel {
  let thing = entity("Thing")
  let street = attribute("street", .stringAttributeType)
  let number = attribute("number", .integer16AttributeType)
  let address = NSCompositeAttributeDescription()
  address.name = "address"
  address.elements = [street, number]
  let free = attribute("free", .undefinedAttributeType)
  free.isTransient = true
  thing.properties = [
    attribute("int16", .integer16AttributeType), attribute("int32", .integer32AttributeType),
    attribute("int64", .integer64AttributeType), attribute("bool", .booleanAttributeType),
    attribute("float", .floatAttributeType), attribute("double", .doubleAttributeType),
    attribute("decimal", .decimalAttributeType), attribute("text", .stringAttributeType),
    attribute("date", .dateAttributeType), attribute("data", .binaryDataAttributeType),
    attribute("uuid", .UUIDAttributeType), attribute("url", .URIAttributeType),
    attribute("list", .transformableAttributeType),
    attribute("object", .transformableAttributeType),
    address, free,
  ]
  let model = NSManagedObjectModel()
  model.entities = [thing]
  return model
}

@Suite("Attributes of every type") struct AttributeTests {
  @Test("every type comes back as it was set", arguments: StoreKind.allCases)
  func roundTrip(_ kind: StoreKind) throws {
    let stack = try Stack(kind, allTypesModel())
    let uuid = UUID()
    let url = try #require(URL(string: "https://example.org/a%20b?c=d"))
    let decimal = try #require(Decimal(string: "-12345678901234567890.12345"))
    var values: [String: Any] = [
      "int16": Int16.min, "int32": Int32.max, "int64": Int64.min, "bool": true,
      "float": Float(0.1), "double": -0.0, "decimal": decimal, "text": "e\u{301}\0\r\n",
      "date": Date(timeIntervalSinceReferenceDate: 0.1), "data": Data(0...200), "uuid": uuid,
      "url": url, "list": ["a", "b"], "object": NSSet(array: ["x"]),
      "address": ["street": "Main", "number": 5],
    ]
    if kind.isApple { values["address"] = nil }
    let thing = stack.insert("Thing", values)
    try stack.context.save()
    for context in [stack.context, try stack.reopened()] {
      let found = try #require(try context.all("Thing").first)
      #expect(context !== stack.context || found === thing)
      #expect(found.value(forKey: "int16") as? Int16 == Int16.min)
      #expect(found.value(forKey: "int32") as? Int32 == Int32.max)
      #expect(found.value(forKey: "int64") as? Int64 == Int64.min)
      #expect(found.value(forKey: "bool") as? Bool == true)
      #expect(found.value(forKey: "float") as? Float == 0.1)
      #expect((found.value(forKey: "double") as? Double)?.sign == .minus)
      #expect(found.value(forKey: "decimal") as? Decimal == decimal)
      #expect(
        (found.value(forKey: "text") as? String).map { Array($0.utf8) }
          == Array("e\u{301}\0\r\n".utf8))
      #expect(found.value(forKey: "date") as? Date == Date(timeIntervalSinceReferenceDate: 0.1))
      #expect(found.value(forKey: "data") as? Data == Data(0...200))
      #expect(found.value(forKey: "uuid") as? UUID == uuid)
      #expect(found.value(forKey: "url") as? URL == url)
      #expect(found.value(forKey: "list") as? [String] == ["a", "b"])
      #expect((found.value(forKey: "object") as? NSSet)?.contains("x") == true)
      if kind.isApple { continue }
      let address = try #require(found.value(forKey: "address") as? [String: Any])
      #expect(address["street"] as? String == "Main" && address["number"] as? Int16 == 5)
      #expect(found.value(forKeyPath: "address.street") as? String == "Main")
    }
  }

  @Test("a transformable set to an equal value leaves nothing to save")
  func equalTransformable() throws {
    let stack = try Stack(.binary, allTypesModel())
    let value: [String: Any] = ["a": 1, "b": 2, "c": 3, "d": 4]
    let thing = stack.insert("Thing", ["list": value])
    try stack.context.save()
    let bytes = stack.bytes
    thing.setValue(["d": 4, "c": 3, "b": 2, "a": 1] as [String: Any], forKey: "list")
    #expect(!thing.hasPersistentChangedValues)
    try stack.context.save()
    #expect(stack.bytes == bytes)
  }

  @Test("a registered transformer makes the bytes")
  func transformer() throws {
    final class Reverser: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? {
        (value as? String).map { Data($0.reversed().map(String.init).joined().utf8) }
      }
      override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
      }
    }
    ValueTransformer.setValueTransformer(Reverser(), forName: .init("Reverser"))
    let model = allTypesModel()
    model.entities[0].attributesByName["list"]?.valueTransformerName = "Reverser"
    let stack = try Stack(.binary, model)
    _ = stack.insert("Thing", ["list": "abc"])
    try stack.context.save()
    #expect(try stack.reopened().all("Thing").first?.value(forKey: "list") as? String == "abc")
    #expect(stack.bytes?.range(of: Data("cba".utf8)) != nil)
  }

  @Test("an attribute without a type holds anything, in memory only")
  func freeValue() throws {
    let stack = try Stack(.inMemory, allTypesModel())
    let thing = stack.insert("Thing")
    let lock = NSLock()
    thing.setValue(lock, forKey: "free")
    #expect(thing.value(forKey: "free") as? NSLock === lock)
    thing.setValue(nil, forKey: "free")
    #expect(thing.value(forKey: "free") == nil)
  }

  @Test("a value that cannot be archived is named with its attribute", arguments: [true, false])
  func unarchivable(_ isNested: Bool) async {
    final class Plain: NSObject {}
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isNested] in
      let thing = try Stack(.inMemory, allTypesModel()).insert("Thing")
      thing.setValue(isNested ? [Plain(), URL(fileURLWithPath: "/")] : Plain(), forKey: "object")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("unacceptable type of value for 'object' of 'Thing'"))
  }
}
