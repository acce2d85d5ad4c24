import ManagedModel
import Testing

@testable import ModelCodegen

/// No text makes the scanner trap or takes long, whatever is open in it or however deep it is.
@Suite struct HostileSourceTests {
  private static let sample = """
    import Foundation
    // coredata:type struct Kit.Point
    @objc(Movie) public class Movie: NSManagedObject {
      enum Rating: Int { case good }
      @NSManaged public var a: [String: Set<Movie>]?, b: Rating
      #if DEBUG && (os(iOS) || X)
      @NSManaged private var c: Kit.Point?
      #else
      @NSManaged var c: ((Int, Int)) -> [any P & Q]
      #endif
      @objc(addCastObject:) @NSManaged func addToCast(_ value: Movie)
      let s = "a\\(#keyPath(Movie.title) + "b\\(1)")c" + #"x"# + \"\"\"
        multi
        \"\"\" // end /* */
      public @objc func f() { let r = /a(b)/; _ = [r] }
    }
    typealias Loop = [Pool]; typealias Pool = Loop?
    extension Movie { @NSManaged var héros: Loop }
    """

  private func run(_ text: String) {
    _ = ManagedShims(module: "App", sources: [SwiftSource(path: "A.swift", text: text)])
    _ = PortedSource(SwiftSource(path: "A.swift", text: text))
  }

  @Test("every prefix and every suffix of a file is read")
  func prefixes() {
    let bytes = Array(Self.sample.utf8)
    for length in 0...bytes.count {
      run(String(decoding: bytes[..<length], as: UTF8.self))
      run(String(decoding: bytes[length...], as: UTF8.self))
    }
  }

  @Test("files with bytes changed, lost and repeated are read", arguments: 1...4)
  func mutations(seed: UInt64) {
    var random = Seeded(state: seed)
    let marks = Array("\"\\#(){}[]<>/*`@.,:;&?!\n$_ aé".utf8)
    for _ in 0..<500 {
      var bytes = Array(Self.sample.utf8)
      for _ in 0...Int.random(in: 0..<6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[at] = marks.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: at)
        default:
          let end = min(bytes.count, at + Int.random(in: 1..<40, using: &random))
          bytes.insert(contentsOf: bytes[at..<end], at: at)
        }
      }
      run(String(decoding: bytes, as: UTF8.self))
    }
  }

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test(
    "thousands of anything are read in no time", .timeLimit(.minutes(1)),
    arguments: [
      "(", "{", "[", "<", "\"", "\"\\(", "/*", "#\"", "#", "`", "@", "@objc(", "/", "#if X\n",
      "#if (",
      "#elseif Y\n", "class A {", "class A<", "extension A {", "@NSManaged var a: ",
      "enum E { class A {",
      "@NSManaged var a: (", "@NSManaged var a: [", "@NSManaged var a: A<", "@NSManaged func f(",
      "\"\"\"",
      "@NSManaged var a: A?", "public ", "private(set) ", "@a ", "A.", "#keyPath(A.b.",
      "typealias A = [",
      "import A.", "var a: A = { ", "// coredata:type ", "// coredata:type struct A.B\n", "é", "\\",
      "?",
      "@NSManaged var a: A -> ", "@NSManaged var a: A & ", "@objc public ", "#selector(",
      "##\"\"\"#\"",
    ])
  func repetition(text: String) {
    run("class A: B { " + String(repeating: text, count: 5_000))
  }

  @Test("aliases that double at each step end in an error", .timeLimit(.minutes(1)))
  func doubling() {
    let aliases = (0..<60).map { "typealias T\($0) = [T\($0 + 1): T\($0 + 1)]" }
    let text =
      aliases.joined(separator: "\n") + "\ntypealias T60 = Int\nclass A { @NSManaged var a: T0 }"
    let shims = ManagedShims(module: "App", sources: [SwiftSource(path: "A.swift", text: text)])
    #expect(
      shims.diagnostics.map(\.message) == [
        "the type of 'a' is nested too deeply, or its type aliases go in a circle; simplify it"
      ])
  }
}
