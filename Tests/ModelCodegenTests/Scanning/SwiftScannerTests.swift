import Testing

@testable import ModelCodegen

@Suite struct SwiftScannerTests {
  private func scan(_ text: String) -> SwiftScanner { SwiftScanner(SwiftTokens(text)) }

  @Test(
    "marked properties are found in all spellings",
    arguments: [
      ("@NSManaged var a: Int", ["a"]),
      ("@NSManaged public var a: Int?, b, c: [String: Any]", ["a", "b", "c"]),
      ("@objc(aa) @NSManaged dynamic open var a: Set<Movie>?", ["a"]),
      ("@NSManaged\n  public\n  internal(set)\n  var a: (Int)", ["a"]),
      ("@NSManaged var `class`: String; @NSManaged var b: X", ["class", "b"]),
      ("@NSManaged // note\nvar a: A.B<C>.D! /* x */\n@NSManaged var b: any P & Q", ["a", "b"]),
      ("func f() { var x = \"}\" }\n@NSManaged var a: Int", ["a"]),
      ("static let x = { 1 }()\nclass func g() {}\n@NSManaged var a: Int", ["a"]),
      ("var b: Int { get { 1 } set {} }\n@NSManaged var a: Int", ["a"]),
      ("enum E { case a, b }\n@NSManaged var a: E", ["a"]),
      ("var x = Foo.class, y = (1, [2])\n@NSManaged var a: E", ["a"]),
      (
        "#if DEBUG\n@NSManaged var a: Int\n#endif\n#if os(iOS)\n@NSManaged var b: Int\n#endif",
        ["a"]
      ),
      ("#if canImport(ObjectiveC)\n@objc\n#endif\n@NSManaged var a: Int", ["a"]),
      ("@NotManaged var a: Int\nvar b: Int", []),
      ("/* @NSManaged var a: Int */ // @NSManaged var b: Int", []),
    ])
  func properties(body: String, names: [String]) {
    for text in ["class Movie: Base {\n\(body)\n}", "extension Movie {\n\(body)\n}"] {
      let scanner = scan(text)
      #expect(scanner.members.map(\.name) == names)
      #expect(scanner.members.allSatisfy { $0.scope.written == ["Movie"] })
      #expect(scanner.refused.isEmpty)
    }
  }

  @Test("members keep what is around them, their access and their condition")
  func members() throws {
    let scanner = scan(
      """
      public extension Outer.Movie {
        @NSManaged var a: Int
        @NSManaged public private(set) var b: Int
        #if DEBUG
        @NSManaged fileprivate func addToCast(_ value: Actor, at index: Int)
        #endif
        class Inner { @NSManaged var c: Int }
      }
      """)
    #expect(scanner.members.map(\.access) == [.isPublic, .isPublic, .isFileprivate, .isInternal])
    #expect(scanner.members[1].setterAccess == .isPrivate)
    #expect(scanner.members[2].condition == "(DEBUG)")
    #expect(scanner.members[3].scope == ScopePath(extended: ["Outer", "Movie"], names: ["Inner"]))
    guard case .function(let parameters) = scanner.members[2].kind else {
      throw TestFailure()
    }
    #expect(parameters.map(\.label) == [nil, "at"])
  }

  private struct TestFailure: Error {}

  @Test("a selector is found though it is not compiled here")
  func selectors() {
    let scanner = scan(
      """
      extension Movie {
        #if canImport(ObjectiveC)
        @objc(addCastObject:)
        #endif
        @NSManaged func append(_ value: Actor)
        @objc(removeCastObject:) @NSManaged func cut(_ value: Actor)
        @NSManaged func other(_ value: Actor)
      }
      """)
    #expect(scanner.members.map(\.selector) == ["addCastObject:", "removeCastObject:", nil])
  }

  @Test(
    "what cannot be supplied is refused where it stands",
    arguments: [
      ("class A { @NSManaged static var a: Int }", RefusedMember.Reason.modifier("static")),
      ("class A { @NSManaged weak var a: A? }", .modifier("weak")),
      ("class A { @NSManaged var a }", .withoutType),
      ("class A<T> { @NSManaged var a: Int }", .generic),
      ("func f() { class A { @NSManaged var a: Int } }", .local),
      ("class A { @NSManaged func a() async }", .function("'async'")),
      ("class A { @NSManaged func a() -> Int }", .function("a result")),
      ("class A { @NSManaged func a<T>(_ t: T) }", .function("generic parameters")),
    ])
  func refusals(text: String, reason: RefusedMember.Reason) {
    let scanner = scan(text)
    #expect(scanner.refused.map(\.reason) == [reason])
    #expect(scanner.members.isEmpty)
  }

  @Test("types, their scopes, bases and aliases are found")
  func types() {
    let scanner = scan(
      """
      public class A<T>: Base<T>, P where T: Q { private struct B {} }
      fileprivate enum C: Int { indirect case d; typealias E = [C] }
      protocol P: class { associatedtype X; func f() }
      actor F { }
      extension A.B { enum G {} }
      let actor = 1, x = A.self
      import struct Foundation.Date
      @testable public import Kit
      """)
    #expect(
      scanner.types.map { ($0.scope.written + [$0.name]).joined(separator: ".") }
        == ["A", "A.B", "C", "C.E", "P", "F", "A.B.G"])
    #expect(
      scanner.types.map(\.access) == [
        .isPublic, .isPrivate, .isFileprivate, .isFileprivate, .isInternal, .isInternal,
        .isInternal,
      ])
    #expect(scanner.types.map(\.isGeneric) == [true, true, false, false, false, false, false])
    #expect(scanner.imports.map(\.path) == [["Foundation", "Date"], ["Kit"]])
    #expect(scanner.imports.map(\.kind) == ["struct", nil])
    #expect(scanner.imports.map(\.access) == [nil, .isPublic])
  }
}
