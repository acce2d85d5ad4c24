import Foundation
import Testing

@Suite("coredata validate")
struct ValidateTests {
  @Test(
    "finds no error in the sound samples",
    arguments: [
      "SampleData/FaveFlicks.xml", "SampleData/FaveFlicks.canonical.xml", "SampleData/FoodPin.xml",
      "SampleData/Everything.xml", "Schemas/FaveFlicks.xcdatamodeld",
      "Schemas/FoodPin.xcdatamodeld",
      "Schemas/Everything.xcdatamodeld",
    ])
  func sound(_ path: String) throws {
    let run = try Tool.coredata("validate", path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(!run.output.contains("error:"))
    #expect(run.errors.isEmpty)
  }

  @Test("says of each broken sample what stands beside it", arguments: try Broken.samples())
  func broken(_ sample: Broken) throws {
    let run = try Tool.run("coredata", ["validate"] + sample.arguments)
    #expect(run.output == sample.expected)
    #expect(run.status == (sample.expected.contains(" error: ") ? 1 : 0))
    #expect(run.errors.isEmpty)
  }

  @Test("prints JSON and commands for GitHub on demand")
  func forms() throws {
    let broken = "SampleData/Broken/misspelled-property.xml"
    let model = "Schemas/FaveFlicks.xcdatamodeld"
    let json = try Tool.coredata("validate", broken, "-m", model, "--format", "json")
    let list = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    let first = try #require(list?.first)
    #expect(first["severity"] as? String == "error")
    #expect(first["file"] as? String == broken)
    #expect(first["line"] is Int)
    #expect(json.status == 1)
    let github = try Tool.coredata("validate", broken, "-m", model, "--format", "github")
    #expect(github.output.hasPrefix("::error file=SampleData/Broken/misspelled-property.xml,line="))
    let fine = try Tool.coredata("validate", model, "--format", "json")
    #expect(fine.output == "[]\n")
  }

  @Test("checks the other files where one is missing, and says what is wrong with their model once")
  func severalFiles() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write("<model><entity name=\"1\"/></model>", to: "m.xml")
    let store = try folder.write("<store/>", to: "a.xml")
    let run = try Tool.coredata("validate", "-m", model, store, folder.path("none"), store)
    #expect(run.status == 2)
    #expect(run.errors == "coredata: '\(folder.path("none"))' does not exist\n")
    #expect(run.output.hasPrefix("\(model):1:8: error: '1' cannot be the name"))
    #expect(run.output.filter { $0 == "\n" }.count == 1)
    let lost = try Tool.coredata("validate", "-m\(folder.path("none"))", store)
    #expect(lost.errors == "coredata: the model '\(folder.path("none"))' does not exist\n")
  }

  @Test("prints no control characters, whatever files are called")
  func controlCharacters() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("<x\u{9B}/>", to: "a\u{1B}[31m\n")
    let run = try Tool.coredata("validate", file)
    #expect(run.status == 1)
    #expect(run.output.contains("a\\u{1B}[31m\\u{A}:1:1: error: "))
    #expect(run.output.filter { $0 == "\n" }.count == 1)
    let lost = try Tool.coredata("info", "\u{1B}[31m")
    #expect(lost.errors == "coredata: '\\u{1B}[31m' does not exist\n")
  }

  @Test("does not know what to do without a model")
  func noModel() throws {
    let folder = try TemporaryFolder()
    let nameless = try folder.write("<store/>", to: "a.xml")
    let run = try Tool.coredata("validate", nameless)
    #expect(run.status == 2)
    #expect(run.errors.contains("does not name its model; say which with --model PATH"))
    let lost = try folder.write("<store model=\"Lost\"/>", to: "b.xml")
    #expect(try Tool.coredata("validate", lost).errors.contains("there is no model 'Lost."))
    let evil = try folder.write("<store model=\"../x\"/>", to: "c.xml")
    #expect(try Tool.coredata("validate", evil).errors.contains("which is no file's name"))
  }

  @Test(
    "tells what is no model and no store",
    arguments: [
      ("", "this file is empty"), ("hello", "neither a model nor a store"),
      ("<plist/>", "begins with the element 'plist'"), ("SQLite format 3\u{0}", "SQLite database"),
    ])
  func otherFiles(_ contents: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let run = try Tool.coredata("validate", try folder.write(contents, to: "file"))
    #expect(run.status == 1)
    #expect(run.output.contains(message), "\(run.output)\(run.errors)")
  }
}

/// A sample with a mistake, and the text that the tool should print.
struct Broken: Sendable, CustomTestStringConvertible {
  var arguments: [String]
  var expected: String

  var testDescription: String { arguments.last ?? "" }

  static func samples() throws -> [Broken] {
    let folder = Tool.samples.appendingPathComponent("Broken")
    let documents = try names(in: folder).filter { $0.hasSuffix(".xml") }.map { name in
      let path = "SampleData/Broken/\(name)"
      let model = try model(of: Tool.package.appendingPathComponent(path))
      return Broken(
        arguments: ["-m", "Schemas/\(model).xcdatamodeld", path],
        expected: try text(folder.appendingPathComponent(name.dropLast(4) + ".expected")))
    }
    let models = try names(in: folder.appendingPathComponent("Models"))
      .filter { !$0.hasSuffix(".expected") }.map { name in
        Broken(
          arguments: ["SampleData/Broken/Models/\(name)"],
          expected: try text(folder.appendingPathComponent("Models/\(name).expected")))
      }
    return documents + models
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private static func text(_ file: URL) throws -> String {
    try String(contentsOf: file, encoding: .utf8)
  }

  /// The model that a document names, else FaveFlicks, for those too broken to name one.
  private static func model(of document: URL) throws -> String {
    let text = String(decoding: try Data(contentsOf: document), as: UTF8.self)
    return ["Everything", "FoodPin"].first { text.contains("model=\"\($0)\"") } ?? "FaveFlicks"
  }
}
