import Foundation
import Testing

@Suite("coredata convert")
struct ConvertTests {
  @Test("gives the same bytes back for a document in canonical layout")
  func canonical() throws {
    let folder = try TemporaryFolder()
    let source = Tool.samples.appendingPathComponent("FaveFlicks.canonical.xml")
    try convert(source.path, folder.path("twin.plist"))
    try convert(folder.path("twin.plist"), folder.path("again.xml"))
    #expect(try folder.read("again.xml") == Data(contentsOf: source))
  }

  @Test(
    "keeps the whole graph of any document",
    arguments: ["FaveFlicks.xml", "FoodPin.xml", "Everything.xml"])
  func graph(_ name: String) throws {
    let folder = try TemporaryFolder()
    let source = Tool.samples.appendingPathComponent(name).path
    // What comes out is canonical: from there on the bytes must stay.
    try convert(source, folder.path("1.plist"))
    try convert(folder.path("1.plist"), folder.path("1.xml"))
    try convert(folder.path("1.xml"), folder.path("2.plist"))
    try convert(folder.path("2.plist"), folder.path("2.xml"))
    #expect(try folder.read("1.xml") == folder.read("2.xml"))
    let model = "\(Tool.schemas.path)/\(name.split(separator: ".")[0]).xcdatamodeld"
    for entity in try entities(of: folder.path("1.plist")) {
      let before = try rows(of: source, entity, model)
      #expect(try rows(of: folder.path("1.plist"), entity, model) == before)
      #expect(try rows(of: folder.path("2.xml"), entity, model) == before)
    }
  }

  @Test("writes what other programs read: property lists and well-formed XML")
  func otherReaders() throws {
    let folder = try TemporaryFolder()
    try convert(
      Tool.samples.appendingPathComponent("Everything.xml").path, folder.path("museum.plist"))
    try convert(folder.path("museum.plist"), folder.path("museum.xml"))
    let list = try unsafe PropertyListSerialization.propertyList(
      from: folder.read("museum.plist"), format: nil)
    #expect(list is [String: Any])
    try run(
      "python3",
      [
        "-c", "import plistlib, sys; plistlib.load(open(sys.argv[1], 'rb'))",
        folder.path("museum.plist"),
      ])
    try run("xmllint", ["--noout", folder.path("museum.xml")])
  }

  @Test("does not replace a file unless it is told to")
  func overwriting() throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy("FaveFlicks.canonical.xml")
    let target = try folder.write("mine", to: "out.plist")
    let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"
    let refused = try Tool.coredata("convert", source, target, "-m", model)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("exists; name another file, or replace it with --force"))
    #expect(try folder.read("out.plist") == Data("mine".utf8))
    let other = try Tool.coredata("convert", source, target, "-m", model, "--force")
    #expect(other.status == 1)
    #expect(other.errors.contains("not a store"))
    #expect(try folder.read("out.plist") == Data("mine".utf8))
    let twin = folder.path("twin.plist")
    for words in [[], ["--force"]] {
      let run = try Tool.run("coredata", ["convert", source, twin, "-m", model] + words)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try folder.read("twin.plist").starts(with: Data("bplist00".utf8)))
    }
  }

  @Test("does not turn a document into itself, which would lose its comments")
  func ontoItself() throws {
    let folder = try TemporaryFolder()
    let source = try folder.copy("FaveFlicks.xml")
    let before = try folder.read("FaveFlicks.xml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.xml"), withDestinationPath: "FaveFlicks.xml")
    let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"
    for target in [source, folder.url.path + "/./FaveFlicks.xml", folder.path("link.xml")] {
      let run = try Tool.coredata("convert", source, target, "-m", model, "--force")
      #expect(run.status == 2)
      #expect(run.errors.contains("is the store that is to be read; name another file"))
    }
    #expect(try folder.read("FaveFlicks.xml") == before)
  }

  @Test("leaves nothing behind where the input is broken")
  func brokenInput() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      "<store model=\"FaveFlicks\"><Movie id=\"a\"/></store>", to: "a.xml")
    let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"
    let run = try Tool.coredata("convert", source, folder.path("b.plist"), "-m", model)
    #expect(run.status == 1)
    #expect(run.errors.contains("a.xml:1:27: error: "))
    #expect(run.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.xml"])
  }

  private func convert(_ source: String, _ target: String) throws {
    let name = URL(fileURLWithPath: source).lastPathComponent
    var words = ["convert", source, target]
    if !source.hasPrefix(Tool.samples.path) {
      let twin = name.hasSuffix(".plist") ? try Tool.coredata("info", source).output : ""
      let text = twin + ((try? String(contentsOfFile: source, encoding: .utf8)) ?? "")
      let model = ["FaveFlicks", "FoodPin", "Everything"].first { text.contains($0) } ?? ""
      words += ["-m", "\(Tool.schemas.path)/\(model).xcdatamodeld"]
    }
    let run = try Tool.run("coredata", words)
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  private func entities(of store: String) throws -> [String] {
    let info = try Tool.coredata("info", store).output
    let table = info.components(separatedBy: "\n\n").dropFirst().first ?? ""
    return table.split(separator: "\n").dropFirst(2).map { String($0.prefix { $0 != " " }) }
  }

  private func rows(of store: String, _ entity: String, _ model: String) throws -> String {
    let run = try Tool.coredata("fetch", store, entity, "-m", model, "--format", "json")
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// Runs a program of the machine, where it has that.
  private func run(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["sh", "-c", "command -v \(name) >/dev/null || exit 0; exec \"$0\" \"$@\"", name]
      + arguments
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
