import Foundation
import Testing

@Suite("The tool, on files of Apple's Core Data")
struct AppleStoreTests {
  private let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"

  /// A sample in Apple's format.
  private func converted(_ folder: TemporaryFolder, to format: String) throws -> String {
    let path = folder.path("apple.\(format)")
    let run = try Tool.coredata(
      "convert", Tool.samples.appendingPathComponent("FaveFlicks.xml").path, path, "--to", format)
    try #require(run.status == 0, "\(run.errors)")
    return path
  }

  private func titles(_ store: String) throws -> [String] {
    var titles: [String] = []
    for (entity, columns) in [
      ("Movie", "title,genre,releaseDate,director.name,tags.@count"), ("Director", "name,bornOn"),
      ("Tag", "name,movies.@count"),
    ] {
      let key = String(columns.prefix { $0 != "," })
      let run = try Tool.coredata(
        "fetch", store, entity, "-m", model, "--columns", columns, "--sort", key, "--format",
        "json")
      try #require(run.status == 0, "\(run.errors)")
      titles.append(run.output)
    }
    return titles
  }

  @Test(
    "converts to them and from them without losing a value",
    arguments: ["apple-xml", "apple-binary"])
  func convert(_ format: String) throws {
    let folder = try TemporaryFolder()
    let expected = try titles(Tool.samples.appendingPathComponent("FaveFlicks.xml").path)
    let apple = try converted(folder, to: format)
    #expect(try titles(apple) == expected)
    for target in ["back.xml", "back.plist"] {
      let run = try Tool.coredata("convert", apple, folder.path(target), "-m", model)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try titles(folder.path(target)) == expected)
      let valid = try Tool.coredata("validate", folder.path(target), "-m", model)
      #expect(valid.status == 0, "\(valid.output)")
    }
    let info = try Tool.coredata("info", apple)
    #expect(info.status == 0, "\(info.errors)")
    #expect(info.output.contains("of Apple's Core Data"))
    #expect(info.output.lowercased().contains("movie"))
    let valid = try Tool.coredata("validate", apple, "-m", model)
    #expect(valid.status == 0, "\(valid.output)")
  }

  @Test("edits them in their own format", arguments: ["apple-xml", "apple-binary"])
  func edits(_ format: String) throws {
    let folder = try TemporaryFolder()
    let apple = try converted(folder, to: format)
    let run = try Tool.coredata("insert", apple, "Tag", "--set", "name=new", "-m", model)
    #expect(run.status == 0, "\(run.errors)")
    let list = try Tool.coredata("fetch", apple, "Tag", "-m", model, "--where", "name == 'new'")
    #expect(list.output.contains("new"))
    #expect(try Tool.coredata("info", apple).output.contains("of Apple's Core Data"))
  }

  @Test("says where a value in one is wrong")
  func validate() throws {
    let folder = try TemporaryFolder()
    let apple = try converted(folder, to: "apple-xml")
    let text = String(decoding: try folder.read("apple.apple-xml"), as: UTF8.self)
    let bad = try folder.write(text.replacing(">Heat<", with: "><"), to: "bad.xml")
    let run = try Tool.coredata("validate", bad, "-m", model)
    #expect(run.status == 0, "\(run.output)")
    let lost = try folder.write(
      text.replacing("type=\"TAG\"", with: "type=\"TAGS\""), to: "lost.xml")
    let failed = try Tool.coredata("validate", lost, "-m", model)
    #expect(failed.status == 1)
    #expect(failed.output.contains("there is no entity 'TAGS' in the model; did you mean 'TAG'?"))
    let nameless = try Tool.coredata("validate", apple)
    #expect(nameless.status == 2)
    #expect(nameless.errors.contains("say which with --model PATH"))
  }
}
