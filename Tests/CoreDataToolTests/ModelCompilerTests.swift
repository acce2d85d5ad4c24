import Foundation
import Testing

@Suite("momc, which the plugin runs")
struct ModelCompilerTests {
  private static let model = Tool.schemas.appendingPathComponent("FaveFlicks.xcdatamodeld").path

  @Test("writes a file for each model, with all its classes, and one for what is marked @NSManaged")
  func files() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      "import OpenCoreData\nclass A: NSManagedObject { @NSManaged var movie: Movie? }\n",
      to: "A.swift")
    let arguments = [
      "--module", "App", "--output", folder.path("out"), "--import", "CoreData",
      "--model", Self.model, "--source", source,
    ]
    let run = try Tool.run("momc", arguments)
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(names == ["App+ManagedShims.swift", "FaveFlicks+ManagedObjectClasses.swift"])
    let classes = String(decoding: try folder.read("out/\(names[1])"), as: UTF8.self)
    #expect(classes.contains("\npublic import CoreData\n\nnonisolated public class Director:"))
    for name in ["Director", "Movie", "Tag"] {
      #expect(classes.contains("class \(name): NSManagedObject {"))
    }
    let shims = String(decoding: try folder.read("out/\(names[0])"), as: UTF8.self)
    #expect(shims.contains("$s3App1AC5movieAA5MovieCSgvg"))
  }

  @Test("classes that another module has from its model are known as that module's")
  func library() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(
      "import Films\nimport OpenCoreData\nclass A: NSManagedObject { @NSManaged var movie: Movie? }\n",
      to: "A.swift")
    let run = try Tool.run(
      "momc",
      [
        "--module", "App", "--output", folder.path("out"), "--source", source,
        "--library", "Films", "--library-model", Self.model,
      ])
    #expect(run.status == 0, "\(run.errors)")
    let shims = String(decoding: try folder.read("out/App+ManagedShims.swift"), as: UTF8.self)
    #expect(shims.contains("$s3App1AC5movie5Films5MovieCSgvg"))
  }

  @Test("a target without models and marks gets a file with nothing in it")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let run = try Tool.run("momc", ["--module", "App", "--output", folder.url.path])
    #expect(run.status == 0)
    let text = String(decoding: try folder.read("App+ManagedShims.swift"), as: UTF8.self)
    #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("//") })
  }

  @Test("a mistake is printed with its place, and nothing is written")
  func mistake() throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      "<model><entity name=\"A\" codeGenerationType=\"class\"/></model>", to: "M.xml")
    let run = try Tool.run(
      "momc", ["--module", "App", "--output", folder.path("out"), "--model", model])
    #expect(run.status == 1)
    #expect(run.errors.contains("\(model):1:8: error: entity 'A' asks for a generated class"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  @Test("two models of one name are a mistake")
  func sameName() throws {
    let folder = try TemporaryFolder()
    let run = try Tool.run(
      "momc",
      [
        "--module", "App", "--output", folder.path("out"), "--model", Self.model, "--model",
        Self.model,
      ]
    )
    #expect(run.status == 1)
    #expect(run.errors.contains("error: a target has two models 'FaveFlicks'"))
  }

  @Test("two models with one class are a mistake, and where files cannot be written is said")
  func sameClass() throws {
    let folder = try TemporaryFolder()
    let model =
      "<model><entity name=\"A\" representedClassName=\"A\" codeGenerationType=\"class\"/></model>"
    let models = [try folder.write(model, to: "M.xml"), try folder.write(model, to: "N.xml")]
    let run = try Tool.run(
      "momc",
      [
        "--module", "App", "--output", folder.path("out"), "--model", models[0], "--model",
        models[1],
      ])
    #expect(run.status == 1)
    #expect(
      run.errors.contains(
        "\(models[1]): error: this model and 'M' of the same target both ask for a class 'A'"))
    let unwritable = try Tool.run("momc", ["--module", "App", "--output", "\(models[0])/out"])
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.hasPrefix("\(models[0])/out: error: momc cannot write here: "))
  }

  @Test(
    "what the plugin does not say is refused",
    arguments: [
      (["--module"], "needs a value"), (["--output", "/tmp"], "no module is named"),
      (["--colour", "red"], "there is no option '--colour'"),
      (["--import", "AppKit"], "'AppKit' cannot be imported"),
      (["--library-source", "a.swift"], "there is no option '--library-source'"),
    ])
  func options(arguments: [String], message: String) throws {
    let run = try Tool.run("momc", arguments)
    #expect(run.status == 1)
    #expect(run.errors.contains(message) && run.errors.contains("usage: momc"), "\(run.errors)")
  }
}
