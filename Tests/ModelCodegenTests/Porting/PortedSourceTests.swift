import ManagedModel
import Testing

@testable import ModelCodegen

@Suite struct PortedSourceTests {
  private func port(_ text: String) -> PortedSource {
    PortedSource(SwiftSource(path: "A.swift", text: text))
  }

  private static let cases: [(String, String)] = [
    (
      "@objc(Movie)\npublic class Movie {}\n",
      "#if canImport(ObjectiveC)\n@objc(Movie)\n#endif\npublic class Movie {}\n"
    ),
    (
      "extension A {\n    @objc(addX:) // note\n    @NSManaged public func addToX(_ x: A)\n}",
      "extension A {\n    #if canImport(ObjectiveC)\n    @objc(addX:) // note\n    #endif\n"
        + "    @NSManaged public func addToX(_ x: A)\n}"
    ),
    (
      "  @objc @NSManaged var a: Int",
      "  #if canImport(ObjectiveC)\n  @objc\n  #endif\n  @NSManaged var a: Int"
    ),
    (
      "  @NSManaged @objc\n  var a: Int",
      "  @NSManaged\n  #if canImport(ObjectiveC)\n  @objc\n  #endif\n  var a: Int"
    ),
    (
      "  @A public private(set) @objc var a = 1",
      "  @A\n  #if canImport(ObjectiveC)\n  @objc\n  #endif\n  public private(set) var a = 1"
    ),
    (
      "class A { @objc @IBOutlet weak var a: B? }",
      "class A {\n#if canImport(ObjectiveC)\n@objc @IBOutlet\n#endif\nweak var a: B? }"
    ),
    (
      "@objc public @IBOutlet var a: B?",
      "#if canImport(ObjectiveC)\n@objc\n#endif\n#if canImport(ObjectiveC)\n@IBOutlet\n#endif\npublic var a: B?"
    ),
    (
      "@objcMembers\r\nclass A {}\r\n",
      "#if canImport(ObjectiveC)\r\n@objcMembers\r\n#endif\r\nclass A {}\r\n"
    ),
    ("let k = #keyPath(Movie.title)", "let k = \"title\""),
    (
      "let k = #keyPath(App.Movie.director?.name), l = #keyPath(`class`)",
      "let k = \"director.name\", l = \"class\""
    ),
    (#"P("\(#keyPath(Movie.title)) == %@ && \(x)")"#, #"P("title == %@ && \(x)")"#),
    ("f(#\"\\#(#keyPath(A.b))\"#)", "f(#\"b\"#)"),
    (#""\(#keyPath(A.b) + "c")""#, #""\("b" + "c")""#),
  ]

  @Test("attributes and key paths are rewritten, and a second time nothing is", arguments: cases)
  func rewriting(text: String, expected: String) {
    let ported = port(text)
    #expect(ported.text == expected)
    #expect(ported.isChanged)
    #expect(port(ported.text).text == expected)
    #expect(!port(ported.text).isChanged)
  }

  @Test(
    "what compiles on both, or is not compiled here, stays",
    arguments: [
      "@nonobjc class func f() {}", "#if os(iOS)\n@objc class A {}\n#endif",
      "#if !canImport(ObjectiveC)\n#else\n@objc var a = #keyPath(A.b)\n#endif",
      "let s = \"@objc #keyPath(A.b)\" // @objc", "/* @objc */ let a = \\Movie.title",
      "@IBAction func f() {}", "",
    ])
  func leaving(text: String) {
    let ported = port(text)
    #expect(ported.text == text)
    #expect(ported.diagnostics == [])
  }

  @Test("each change is told with its place, and what cannot be changed is a warning")
  func telling() {
    let ported = port("@objc(A) class A {}\nlet s = #selector(A.b), k = #keyPath(A)\n")
    #expect(
      ported.diagnostics.map { String($0.description.prefix(40)) } == [
        "A.swift:1:1: note: '@objc(A)' stands und", "A.swift:2:9: warning: '#selector' needs ",
        "A.swift:2:29: warning: what this '#keyPa",
      ])
  }
}
