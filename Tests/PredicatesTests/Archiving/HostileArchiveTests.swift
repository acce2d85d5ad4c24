import Foundation
import Predicates
import Testing

/// Writes any bytes as if they were an archived predicate.
final class ForgedTree: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private let bytes: Data

  init(_ bytes: Data) { self.bytes = bytes }

  required init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    let bytes = Array(bytes)
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe coder.encodeBytes(buffer.baseAddress, length: buffer.count, forKey: "tree")
    }
  }

  /// What is read where an archive of a class has these bytes.
  func read(as type: NSPredicate.Type) throws -> NSPredicate? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: self, requiringSecureCoding: true)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.requiresSecureCoding = true
    unarchiver.setClass(type, forClassName: NSStringFromClass(ForgedTree.self))
    let found = unarchiver.decodeObject(
      of: NSPredicate.self, forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return found
  }
}

@Suite("Hostile archives")
struct HostileArchiveTests {
  private func read(_ nodes: String, as type: NSPredicate.Type = NSComparisonPredicate.self) throws
    -> NSPredicate?
  {
    let text = #"{"version":1,"nodes":[\#(nodes)]}"#
    return try ForgedTree(Data(text.utf8)).read(as: type)
  }

  private static let comparison = #"{"k":"object"},{"k":"null"},{"k":"comparison","n":[4,0,0]}"#

  @Test("the forger knows the form of archives")
  func forgery() throws {
    #expect(try read(Self.comparison) == parsed("SELF == nil"))
    #expect(
      try read(#"{"k":"true"}"#, as: type(of: NSPredicate(value: true))) == NSPredicate(value: true)
    )
  }

  @Test(
    "are an error",
    arguments: [
      "", #"{"k":"object"}"#, #"{"k":"null"},{"k":"null"}"#, #"{"k":"nonsense"}"#, #"{"k":"and"}"#,
      #"{"k":"not"}"#, #"{"k":"true"},{"k":"false"},{"k":"not"}"#, #"{"k":"true"}"#,
      #"{"k":"null"},{"k":"comparison","n":[4,0,0]}"#,
      #"{"k":"true"},{"k":"null"},{"k":"comparison","n":[4,0,0]}"#,
      #"{"k":"null"},{"k":"null"},{"k":"comparison","n":[11,0,0]}"#,
      #"{"k":"null"},{"k":"null"},{"k":"comparison","n":[50,0,0]}"#,
      #"{"k":"null"},{"k":"null"},{"k":"comparison","n":[4,9,0]}"#,
      #"{"k":"null"},{"k":"null"},{"k":"comparison","n":[4,0,999]}"#,
      #"{"k":"null"},{"k":"null"},{"k":"comparison","n":[4,-1,0]}"#,
      #"{"k":"null"},{"k":"null"},{"k":"comparison"}"#,
      #"{"k":"null"},{"k":"null"},{"k":"selector"}"#,
      #"{"k":"list","c":5}"#, #"{"k":"list","c":-1}"#, #"{"k":"list","c":9223372036854775807}"#,
      #"{"k":"whole","t":"x"}"#, #"{"k":"whole"}"#, #"{"k":"uuid","t":"x"}"#, #"{"k":"path"}"#,
      #"{"k":"object"},{"k":"path","p":[]}"#, #"{"k":"function","c":0}"#,
      #"{"k":"decimal","t":"1"},{"k":"set","c":1},{"k":"null"},{"k":"comparison","n":[4,0,0]}"#,
      #"{"k":"list","c":0},{"k":"set","c":1},{"k":"null"},{"k":"comparison","n":[4,0,0]}"#,
    ])
  func damaged(_ nodes: String) throws {
    for type in [NSComparisonPredicate.self, NSCompoundPredicate.self] as [NSPredicate.Type] {
      #expect(throws: (any Error).self, "\(nodes)") {
        guard try read(nodes, as: type) != nil else { throw CocoaError(.coderReadCorrupt) }
      }
    }
  }

  @Test("of a class that is another, that has no meaning, or that has a block are an error")
  func classes() throws {
    let others = [NSPredicate.self, NSCompoundPredicate.self, type(of: NSPredicate(value: true))]
    for type in others + [type(of: NSPredicate { _, _ in true })] {
      #expect(throws: (any Error).self, "\(type)") {
        guard try read(Self.comparison, as: type) != nil else {
          throw CocoaError(.coderReadCorrupt)
        }
      }
    }
  }

  @Test("of any depth are an error beyond that of formats", arguments: [150, 151, 1000, 100_000])
  func depth(_ depth: Int) throws {
    let nots = String(repeating: #",{"k":"not"}"#, count: depth - 2)
    let predicate = try? read(Self.comparison + nots, as: NSCompoundPredicate.self)
    #expect((predicate != nil) == (depth <= 150))
    let lists = String(repeating: #",{"k":"list","c":1}"#, count: depth - 1)
    let list = try? read(
      #"{"k":"object"},{"k":"null"}\#(lists),{"k":"comparison","n":[4,0,0]}"#)
    #expect((list != nil) == (depth <= 150))
    let json = String(repeating: "[", count: depth)
    #expect((try? read(json)) == nil)
  }

  @Test("with any bytes changed are read or an error", arguments: 0..<40)
  func mutations(_ seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    var forge = FormatForge(UInt64(seed) + 9000)
    for _ in 0..<10 {
      let bytes = try treeBytes(of: forge.predicate(3))
      for _ in 0..<40 {
        var changed = bytes
        for _ in 0..<1 + random.below(3) {
          switch random.below(3) {
          case 0: changed[random.below(changed.count)] = UInt8(random.below(128))
          case 1: changed.remove(at: random.below(changed.count))
          default:
            let from = random.below(changed.count)
            changed.insert(
              contentsOf: Array(changed[from..<min(changed.count, from + random.below(30))]),
              at: random.below(changed.count))
          }
        }
        for type in [NSComparisonPredicate.self, NSCompoundPredicate.self] as [NSPredicate.Type] {
          guard let found = try? ForgedTree(changed).read(as: type) else { continue }
          _ = try? found.matches(["a": 1])
          _ = found.predicateFormat
        }
      }
    }
  }

  /// The bytes that the archive of a predicate has.
  private func treeBytes(of predicate: NSPredicate) throws -> Data {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: predicate, requiringSecureCoding: true)
    let plist = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    let objects = try #require((plist as? [String: Any])?["$objects"] as? [Any])
    for case let object as [String: Any] in objects {
      if let bytes = object["tree"] as? Data { return bytes }
    }
    throw CocoaError(.coderValueNotFound)
  }
}

@Suite("What cannot be archived")
struct UnarchivableTests {
  private func words(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("stops the program with a sentence: blocks")
  func blocks() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try NSKeyedArchiver.archivedData(
        withRootObject: NSPredicate { _, _ in true }, requiringSecureCoding: true)
    }
    #expect(words(result).contains("a predicate with a block cannot be archived"))
    let inside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let block = NSPredicate { _, _ in true }
      _ = try NSKeyedArchiver.archivedData(
        withRootObject: NSCompoundPredicate(notPredicateWithSubpredicate: block),
        requiringSecureCoding: true)
    }
    #expect(words(inside).contains("a predicate with a block cannot be archived"))
    let order = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let byBlock = NSSortDescriptor(key: "a", ascending: true) { _, _ in .orderedSame }
      _ = try NSKeyedArchiver.archivedData(withRootObject: byBlock, requiringSecureCoding: true)
    }
    #expect(words(order).contains("a sort descriptor with a comparator cannot be archived"))
  }

  @Test("stops the program with a sentence: objects, and what is nested too deep")
  func others() async {
    let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let predicate = NSPredicate(format: "a == %@", KeyedObject([:]))
      _ = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
    }
    #expect(words(object).contains("a constant of the type KeyedObject cannot be archived"))
    let deep = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var predicate = NSPredicate(format: "a == 1")
      for _ in 0..<200 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
      _ = try NSKeyedArchiver.archivedData(withRootObject: predicate, requiringSecureCoding: true)
    }
    #expect(words(deep).contains("an archive holds at most 150 levels"))
  }
}
