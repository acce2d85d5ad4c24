import Foundation
import Testing

@Suite("coredata generate")
struct GenerateTests {
  private static let model = "Schemas/FaveFlicks.xcdatamodeld"

  @Test("writes the files, tells which, and the second time writes none")
  func writing() throws {
    let folder = try TemporaryFolder()
    let first = try Tool.coredata(
      "generate", Self.model, "-o", folder.path("out"), "--codegen", "class")
    #expect(first.status == 0, "\(first.errors)")
    let names = ["Director", "Movie", "Tag"].flatMap {
      ["\($0)+CoreDataClass.swift", "\($0)+CoreDataProperties.swift"]
    }
    #expect(first.output == names.map { folder.path("out/\($0)\n") }.joined())
    let second = try Tool.coredata(
      "generate", Self.model, "-o", folder.path("out"), "--codegen", "class")
    #expect(second.status == 0)
    #expect(second.output.isEmpty)
  }

  @Test("leaves a file alone whose mark somebody removed, and says so")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("class Movie {}\n", to: "Movie+CoreDataClass.swift")
    let run = try Tool.coredata("generate", Self.model, "-o", folder.url.path, "--codegen", "class")
    #expect(run.status == 0)
    #expect(run.errors == "'\(file)' is not marked as generated and is left alone\n")
    #expect(try folder.read("Movie+CoreDataClass.swift") == Data("class Movie {}\n".utf8))
  }

  @Test("a folder has a name")
  func unnamed() throws {
    let run = try Tool.coredata("generate", Self.model, "-o", "", "--codegen", "class")
    #expect(run.status == 2)
    #expect(run.errors == "coredata: 'generate' needs -o FOLDER, where the files go\n")
  }

  @Test("with --check writes nothing and says which files are missing or out of date")
  func check() throws {
    let folder = try TemporaryFolder()
    let options = ["generate", Self.model, "-o", folder.url.path, "--codegen", "category"]
    let missing = try Tool.run("coredata", options + ["--check"])
    #expect(missing.status == 1)
    #expect(
      missing.errors.hasPrefix(
        folder.path("Director+CoreDataProperties.swift: error: the file is missing\n")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(try Tool.run("coredata", options).status == 0)
    #expect(try Tool.run("coredata", options + ["--check"]).status == 0)
    let outdated = try Tool.run("coredata", options + ["--check", "--to-many", "typed"])
    #expect(outdated.status == 1)
    #expect(
      outdated.errors.contains(
        "Movie+CoreDataProperties.swift: error: the file is not what the model says\n"))
  }

  @Test("reports what is wrong with the model, and writes nothing")
  func broken() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      "<model><entity name=\"A\" codeGenerationType=\"class\"/></model>", to: "M.xml")
    let run = try Tool.coredata("generate", model, "-o", folder.path("out"))
    #expect(run.status == 1)
    #expect(run.errors.contains("\(model):1:8: error: entity 'A' asks for a generated class"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  @Test("says how to go on where no entity asks for a class")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      "<model><entity name=\"A\" representedClassName=\"A\"/></model>", to: "M.xml")
    let run = try Tool.coredata("generate", model, "-o", folder.path("out"))
    #expect(run.errors.contains("'--codegen class' generates them all"))
  }
}
