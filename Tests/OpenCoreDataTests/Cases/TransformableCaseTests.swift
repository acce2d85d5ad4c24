import Foundation
import OpenCoreData
import Testing

private struct Palette: Codable, Equatable {
  struct Colour: Codable, Equatable {
    var name: String
    var parts: [Double]
  }

  var title: String
  var colours: [Colour]
  var made: Date?
}

/// A transformer as it is written on Apple's platforms, in Swift 6 mode and with warnings as errors.
final class WordsTransformer: NSSecureUnarchiveFromDataTransformer {
  static let name = NSValueTransformerName(rawValue: String(describing: WordsTransformer.self))

  override static var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }

  static func register() {
    let transformer = WordsTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: name)
  }
}

/// A class that archives itself, as applications have them.
final class Swatch: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  let colours: [String]
  let made: Date
  let next: Swatch?

  init(_ colours: [String], made: Date, next: Swatch? = nil) {
    self.colours = colours
    self.made = made
    self.next = next
  }

  func encode(with coder: NSCoder) {
    coder.encode(colours, forKey: "colours")
    coder.encode(made as NSDate, forKey: "made")
    coder.encode(next, forKey: "next")
  }

  init?(coder: NSCoder) {
    colours =
      coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "colours") as? [String] ?? []
    made = coder.decodeObject(of: NSDate.self, forKey: "made").map { $0 as Date } ?? .distantPast
    next = coder.decodeObject(of: Swatch.self, forKey: "next")
  }
}

final class SwatchTransformer: NSSecureUnarchiveFromDataTransformer {
  override static var allowedTopLevelClasses: [AnyClass] { [NSArray.self, Swatch.self] }
}

/// Turns the letters of a text round, so that its bytes are no property list.
private final class Reverser: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.reversed().map(String.init).joined().utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
  }
}

@Suite("Case 70: transformable attributes") struct TransformableCaseTests {
  private static let names = (palette: "CasePalette", text: "CaseText", reverser: "CaseReverser")

  private func stack(_ kind: StoreKind) throws -> Stack {
    ValueTransformer.setValueTransformer(
      CodableTransformer<Palette>(), forName: NSValueTransformerName(Self.names.palette))
    ValueTransformer.setValueTransformer(
      CodableTransformer<String>(), forName: NSValueTransformerName(Self.names.text))
    ValueTransformer.setValueTransformer(
      Reverser(), forName: NSValueTransformerName(Self.names.reverser))
    let thing = entity("Thing")
    let transformers = [
      ("list", nil), ("palette", Self.names.palette), ("text", Self.names.text),
      ("secret", Self.names.reverser), ("named", "NSSecureUnarchiveFromDataTransformerName"),
    ]
    thing.properties = transformers.map { name, transformer in
      let property = attribute(name, .transformableAttributeType)
      property.valueTransformerName = transformer
      return property
    }
    let model = NSManagedObjectModel()
    model.entities = [thing]
    return try Stack(kind, model)
  }

  @Test(
    "an object of the program's has in it what its class reads, and is allowed by its own class",
    arguments: StoreKind.allCases.filter { $0 != .appleBinary })
  func members(_ kind: StoreKind) throws {
    ValueTransformer.setValueTransformer(
      SwatchTransformer(), forName: NSValueTransformerName("SwatchTransformer"))
    let thing = entity("Thing")
    thing.properties = ["one", "many"].map { name in
      let property = attribute(name, .transformableAttributeType)
      property.valueTransformerName = "SwatchTransformer"
      return property
    }
    let model = NSManagedObjectModel()
    model.entities = [thing]
    let stack = try Stack(kind, model)
    let made = Date(timeIntervalSinceReferenceDate: 5)
    let swatch = Swatch(["red", "blue"], made: made, next: Swatch(["green"], made: made))
    _ = stack.insert("Thing", ["one": swatch, "many": [swatch, swatch] as NSArray])
    try stack.context.save()
    let found = try #require(try stack.reopened().all("Thing").first)
    let one = found.value(forKey: "one") as? Swatch
    #expect(one?.colours == ["red", "blue"] && one?.made == made)
    #expect(one?.next?.colours == ["green"])
    #expect((found.value(forKey: "many") as? [Swatch])?.map(\.colours.count) == [2, 2])
  }

  @Test("an archive of another class than allowed gives no value, whatever is in it")
  func otherClass() throws {
    let swatch = Swatch(["red"], made: Date())
    for root in [swatch, [swatch] as NSArray, ["a": swatch] as NSDictionary] {
      let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
      #expect(WordsTransformer().transformedValue(data) == nil)
      #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(data) == nil)
    }
    let list = try NSKeyedArchiver.archivedData(
      withRootObject: [NSDate()] as NSArray, requiringSecureCoding: true)
    #expect(WordsTransformer().transformedValue(list) == nil)
    #expect(SwatchTransformer().transformedValue(list) == nil)
  }

  @Test(
    "values come back by the transformers that their attributes name",
    // A store of Apple's keeps objects, and what a transformer of the program's makes is none.
    arguments: StoreKind.allCases.filter { $0 != .appleBinary })
  func roundTrip(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let palette = Palette(
      title: "Dusk", colours: [.init(name: "red", parts: [1, 0, 0.5])],
      made: Date(timeIntervalSinceReferenceDate: 12.25))
    _ = stack.insert(
      "Thing",
      ["list": ["a", "b"], "palette": palette, "text": "plain", "secret": "abc", "named": [1, 2]])
    try stack.context.save()
    let found = try #require(try stack.reopened().all("Thing").first)
    #expect(found.value(forKey: "list") as? [String] == ["a", "b"])
    #expect(found.value(forKey: "palette") as? Palette == palette)
    #expect(found.value(forKey: "text") as? String == "plain")
    #expect(found.value(forKey: "secret") as? String == "abc")
    #expect(found.value(forKey: "named") as? [Int] == [1, 2])
  }

  @Test("a document shows what a Codable transformer made, element by element")
  func document() throws {
    let stack = try stack(.xml)
    let palette = Palette(title: "Dusk", colours: [.init(name: "red", parts: [0.5])])
    let thing = stack.insert("Thing", ["palette": palette, "text": "plain"])
    try stack.context.save()
    let text = String(decoding: try #require(stack.bytes), as: UTF8.self)
    for part in [
      "<key>title</key>", "<string>Dusk</string>", "<real>0.5</real>", "<string>plain</string>",
    ] {
      #expect(text.contains(part), "\(text)")
    }
    thing.setValue(Palette(title: "Dawn", colours: palette.colours), forKey: "palette")
    try stack.context.save()
    let new = String(decoding: try #require(stack.bytes), as: UTF8.self)
    #expect(new == text.replacing("Dusk", with: "Dawn"))
  }

  @Test(
    "a change in place is not noticed, and an equal value that replaces it is saved",
    arguments: StoreKind.allCases)
  func inPlace(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let list = NSMutableArray(array: ["a"])
    let thing = stack.insert("Thing", ["list": list])
    try stack.context.save()
    list.add("b")
    #expect(!stack.context.hasChanges)
    thing.setValue(["a", "b"], forKey: "list")
    #expect(thing.hasPersistentChangedValues)
    try stack.context.save()
    let found = try #require(try stack.reopened().all("Thing").first)
    #expect(found.value(forKey: "list") as? [String] == ["a", "b"])
  }

  @Test("a value that is the same again is no change", arguments: StoreKind.allCases)
  func same(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let palette = Palette(title: "Dusk", colours: [])
    let thing = stack.insert("Thing", ["palette": palette, "list": ["x": 1, "y": 2]])
    try stack.context.save()
    thing.setValue(palette, forKey: "palette")
    thing.setValue(["y": 2, "x": 1], forKey: "list")
    #expect(!thing.hasPersistentChangedValues)
  }

  @Test("only classes that are allowed come out of an archive", arguments: StoreKind.allCases)
  func secure(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    _ = stack.insert("Thing", ["list": NSSet(array: ["x"])])
    try stack.context.save()
    let found = try #require(try stack.reopened().all("Thing").first)
    #expect(found.value(forKey: "list") as? NSSet == NSSet(array: ["x"]))
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSPredicate(value: true), requiringSecureCoding: true)
    #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(archive) == nil)
    let hidden = try NSKeyedArchiver.archivedData(
      withRootObject: NSArray(array: [NSLocale(localeIdentifier: "de")]),
      requiringSecureCoding: false)
    #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(hidden) == nil)
  }

  @Test(
    "a subclass for certain classes is written as on Apple's platforms, without a word about threads"
  )
  func subclass() throws {
    WordsTransformer.register()
    let found = try #require(ValueTransformer(forName: WordsTransformer.name))
    #expect(found is WordsTransformer)
    let data = found.reverseTransformedValue(["a", "b"])
    #expect(found.transformedValue(data) as? [String] == ["a", "b"])
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: NSDate(), requiringSecureCoding: true)
    #expect(found.transformedValue(archive) == nil)
    ValueTransformer.setValueTransformer(nil, forName: WordsTransformer.name)
    #expect(ValueTransformer(forName: WordsTransformer.name) == nil)
  }
}
