import Foundation
import ManagedModel
import Testing

/// Bundles and their versions.
@Suite("Bundles")
struct BundleTests {
  /// A folder that is removed with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
      try? FileManager.default.removeItem(at: url)
    }

    func write(_ text: String, to path: String) throws {
      let file = url.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    /// A bundle whose versions have an entity named like them.
    func bundle(_ name: String, versions: [String], current: String?) throws -> URL {
      try FileManager.default.createDirectory(
        at: url.appendingPathComponent(name), withIntermediateDirectories: true)
      for version in versions {
        let entity = version.filter(\.isLetter) + version.filter(\.isNumber)
        try write(
          Sample.model("<entity name=\"\(entity)\"/>"),
          to: "\(name)/\(version).xcdatamodel/contents")
      }
      if let current { try write(current, to: "\(name)/.xccurrentversion") }
      return url.appendingPathComponent(name)
    }

    /// The findings without the folder's path.
    func findings(_ diagnostics: [Diagnostic]) -> [String] {
      diagnostics.map { $0.description.replacingOccurrences(of: url.path + "/", with: "") }
    }
  }

  private static func list(_ inside: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">\(inside)</plist>
    """
  }

  private static func naming(_ name: String) -> String {
    list("<dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict>")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var versions: [String]
    var current: String?
    var entity: String?
    var finding: String?
  }

  static let cases = [
    Case(testDescription: "one version, no file", versions: ["V"], entity: "V"),
    Case(
      testDescription: "one version, empty file", versions: ["V"], current: list("<dict/>"),
      entity: "V"),
    Case(
      testDescription: "named", versions: ["V", "V 2", "V 10"],
      current: naming("V 2.xcdatamodel"), entity: "V2"),
    Case(
      testDescription: "named without ending", versions: ["V", "V 2"], current: naming("V 2"),
      entity: "V2",
      finding: """
        Shop.xcdatamodeld/.xccurrentversion: warning: 'V 2' is named as the current version without \
        its ending '.xcdatamodel'
        """),
    Case(
      testDescription: "dangling", versions: ["V", "V 2"], current: naming("V 3.xcdatamodel"),
      finding: """
        Shop.xcdatamodeld/.xccurrentversion: error: 'V 3.xcdatamodel' is named as the current \
        version, but the bundle has only 'V.xcdatamodel' and 'V 2.xcdatamodel'; did you mean \
        'V 2.xcdatamodel'?
        """),
    Case(
      testDescription: "outside of the bundle", versions: ["V"],
      current: naming("../V.xcdatamodel"),
      finding: """
        Shop.xcdatamodeld/.xccurrentversion: error: '../V.xcdatamodel' is named as the current \
        version, but the bundle has only 'V.xcdatamodel'; did you mean 'V.xcdatamodel'?
        """),
    Case(
      testDescription: "none named, natural order", versions: ["V10", "V9"], entity: "V9",
      finding: """
        Shop.xcdatamodeld: warning: none of the versions 'V9' and 'V10' is named as the current one; \
        'V9' is taken; name it as '_XCCurrentVersionName' in '.xccurrentversion'
        """),
    Case(
      testDescription: "none named, one like the bundle", versions: ["A", "Shop"],
      current: list("<dict/>"), entity: "Shop",
      finding: """
        Shop.xcdatamodeld/.xccurrentversion: warning: none of the versions 'A' and 'Shop' is named as \
        the current one; 'Shop' is taken; name it as '_XCCurrentVersionName' in '.xccurrentversion'
        """),
    Case(
      testDescription: "not a property list", versions: ["V"], current: "<dict>",
      finding: """
        Shop.xcdatamodeld/.xccurrentversion: error: this is not a property list with a dictionary; a \
        property list is expected that names the current version as '_XCCurrentVersionName'
        """),
    Case(
      testDescription: "not a text", versions: ["V"],
      current: list("<dict><key>_XCCurrentVersionName</key><true/></dict>"),
      finding: """
        Shop.xcdatamodeld/.xccurrentversion: error: '_XCCurrentVersionName' is not a text; a property \
        list is expected that names the current version as '_XCCurrentVersionName'
        """),
    Case(
      testDescription: "no version", versions: [], current: list("<dict/>"),
      finding: """
        Shop.xcdatamodeld: error: the bundle holds no version of a model: nothing in it ends in \
        '.xcdatamodel'
        """),
  ]

  @Test("the current version is the one that is named, or is chosen", arguments: cases)
  func current(_ example: Case) throws {
    let folder = try Folder()
    let url = try folder.bundle(
      "Shop.xcdatamodeld", versions: example.versions, current: example.current)
    let (model, diagnostics) = NSManagedObjectModel.load(contentsOf: url)
    #expect(folder.findings(diagnostics) == (example.finding.map { [$0] } ?? []))
    #expect(model?.entities.first?.name == example.entity)
    #expect((NSManagedObjectModel(contentsOf: url) != nil) == (example.entity != nil))
    if model != nil { #expect(model?.name == "Shop") }
  }

  @Test("all versions of a bundle are listed in natural order")
  func versions() throws {
    let folder = try Folder()
    let url = try folder.bundle(
      "Shop.xcdatamodeld", versions: ["V 10", "V", "V 9"], current: Self.naming("V 9.xcdatamodel"))
    let bundle = ModelBundle(at: url)
    #expect(bundle.versions.map(\.name) == ["V", "V 9", "V 10"])
    #expect(bundle.current?.name == "V 9")
  }

  @Test("the checksums of all versions are told by name")
  func checksums() throws {
    let folder = try Folder()
    let url = try folder.bundle("Shop.xcdatamodeld", versions: ["V", "V 2"], current: nil)
    let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: url)
    #expect(checksums.keys.sorted() == ["V", "V 2"] && checksums["V"] != checksums["V 2"])
    #expect(checksums["V"] == NSManagedObjectModel(contentsOf: url)?.versionChecksum)
    try folder.write("<model", to: "Shop.xcdatamodeld/V 3.xcdatamodel/contents")
    #expect(throws: ModelError.self) {
      try NSManagedObjectModel.checksumsForVersionedModel(at: url)
    }
  }

  @Test("a version and the file inside it are read on their own")
  func bare() throws {
    let folder = try Folder()
    try folder.write(Sample.everything, to: "Shop.xcdatamodel/contents")
    try folder.write(Sample.everything, to: "Shop.xml")
    for path in ["Shop.xcdatamodel", "Shop.xcdatamodel/contents", "Shop.xml"] {
      let model = try NSManagedObjectModel(loading: folder.url.appendingPathComponent(path))
      #expect(model.name == "Shop" && model.entities.count == 3)
    }
  }

  @Test(
    "what holds no model is an error that says what it is",
    arguments: [
      ("Gone.xcdatamodeld", "Gone.xcdatamodeld: error: there is no such file or bundle"),
      (
        "New.xcdatamodel",
        "New.xcdatamodel: error: the bundle has no file 'contents', in which a model is kept"
      ),
      (
        "Old.xcdatamodel",
        """
        Old.xcdatamodel: error: the bundle was saved by Xcode 3, as 'elements' and 'layout', which \
        only Xcode reads; open and save it with Xcode 4 or later
        """
      ),
      (
        "Folder",
        """
        Folder: error: this folder is no model: its name ends neither in '.xcdatamodeld' nor in \
        '.xcdatamodel'
        """
      ),
      (
        "Shop.momd",
        """
        Shop.momd: error: this is a compiled model, which only Apple's Core Data reads; use the \
        '.xcdatamodeld' that it was compiled from
        """
      ),
      (
        "Bundle.xcdatamodeld",
        """
        Bundle.xcdatamodeld/V.xcdatamodel: error: the bundle has no file 'contents', in which a \
        model is kept
        """
      ),
    ])
  func nothing(_ path: String, _ message: String) throws {
    let folder = try Folder()
    try folder.write("", to: "New.xcdatamodel/contents~HEAD")
    try folder.write("bplist00", to: "Old.xcdatamodel/elements")
    try folder.write("", to: "Folder/contents")
    try folder.write("", to: "Bundle.xcdatamodeld/V.xcdatamodel/layout-old")
    let url = folder.url.appendingPathComponent(path)
    #expect(NSManagedObjectModel(contentsOf: url) == nil)
    let error = #expect(throws: ModelError.self) { try NSManagedObjectModel(loading: url) }
    #expect(folder.findings(error?.diagnostics ?? []) == [message])
  }

  @Test("a device is not opened")
  func device() {
    let findings = NSManagedObjectModel.load(contentsOf: URL(fileURLWithPath: "/dev/zero"))
      .diagnostics
    #expect(
      findings.map(\.description) == [
        "/dev/zero: error: this is no regular file, and is not opened"
      ])
  }

  @Test("a file that is too large is refused")
  func large() throws {
    let folder = try Folder()
    try folder.write("", to: "large.xml")
    let url = folder.url.appendingPathComponent("large.xml")
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: 10_000_001)
    try handle.close()
    #expect(
      folder.findings(NSManagedObjectModel.load(contentsOf: url).diagnostics) == [
        """
        large.xml: error: the file has more than the 10000000 bytes that such a file may have; it is \
        probably another one
        """
      ])
  }

  @Test("a model is written as a bundle or as a file")
  func writes() throws {
    let folder = try Folder()
    let model = try #require(Sample.read(Sample.everything).model)
    try model.write(to: folder.url.appendingPathComponent("A.xcdatamodel"))
    try model.write(to: folder.url.appendingPathComponent("A.xml"))
    try model.write(to: folder.url.appendingPathComponent("B.xcdatamodeld"))
    let bundle = try folder.bundle(
      "C.xcdatamodeld", versions: ["C", "C 2"], current: Self.naming("C 2.xcdatamodel"))
    try model.write(to: bundle)
    for path in [
      "A.xcdatamodel/contents", "A.xml", "B.xcdatamodeld/B.xcdatamodel/contents",
      "C.xcdatamodeld/C 2.xcdatamodel/contents",
    ] {
      let data = try Data(contentsOf: folder.url.appendingPathComponent(path))
      #expect(data == Data(Sample.everything.utf8))
    }
  }
}
