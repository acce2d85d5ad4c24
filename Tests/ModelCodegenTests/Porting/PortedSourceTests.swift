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
    ("f(#keyPath(_Movie.title), #keyPath(A.__B._c))", "f(\"title\", \"_c\")"),
    (#"P("\(#keyPath(Movie.title)) == %@ && \(x)")"#, #"P("title == %@ && \(x)")"#),
    ("f(#\"\\#(#keyPath(A.b))\"#)", "f(#\"b\"#)"),
    (
      "s: #selector(NSString.localizedStandardCompare(_:)))",
      "s: NSSelectorFromString(\"localizedStandardCompare:\"))"
    ),
    (
      "let s = #selector(\n  NSString.caseInsensitiveCompare)",
      "let s = NSSelectorFromString(\"caseInsensitiveCompare:\")"
    ),
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

  @Test(
    "a selector of a method that is no comparison is a warning",
    arguments: [
      "#selector(A.b)", "#selector(NSString.compare(_:options:))", "#selector(My.compare(_:))",
      "#selector(getter: A.compare)", "#selector(NSString.compare(", "#selector",
    ])
  func otherSelectors(text: String) {
    let ported = port(text)
    #expect(ported.text == text)
    #expect(ported.diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "an override is a warning where it stands in an extension, and only there",
    arguments: [
      ("extension A {\n  override func f() { g { } }\n}", 2),
      (
        "public extension A.B where C: D {\n  var a: Int { 1 }\n  public override class func f() {}\n}",
        3
      ),
      ("class A {\n  override func f() {}\n}", nil),
      ("extension A {\n  class B: C {\n    override func f() {}\n  }\n}", nil),
      ("extension A {\n  func f() { x.override() }\n}\nclass B: C { override func f() {} }", nil),
      ("extension A {\n#if canImport(ObjectiveC)\n  override func f() {}\n#endif\n}", nil),
    ] as [(String, Int?)])
  func overrides(text: String, line: Int?) {
    let ported = port(text)
    #expect(ported.text == text)
    #expect(ported.diagnostics.map(\.location.line) == (line.map { [$0] } ?? []))
    #expect(
      ported.diagnostics.allSatisfy { $0.message.contains("move it into the class") })
  }

  @Test(
    "a function that validates a property by its name stays as it is, without its attribute elsewhere"
  )
  func validators() {
    let ported = port(
      """
      @objc func validateTitle(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {}
      override func validateValue(
        _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String) throws {}
      """)
    #expect(ported.diagnostics.map(\.severity) == [.note])
    #expect(
      ported.text.hasPrefix("#if canImport(ObjectiveC)\n@objc\n#endif\nfunc validateTitle(_ "))
  }

  @Test("what is told of code on several lines is one line")
  func oneLine() {
    let ported = port("@objc(A)\n@objcMembers\nclass A {}\nlet k = #keyPath(\n  A.b)\n")
    #expect(
      ported.diagnostics.map(\.message) == [
        "'@objc(A) @objcMembers' stands under '#if canImport(ObjectiveC)'",
        "'#keyPath( A.b)' is the string \"b\"",
      ])
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
