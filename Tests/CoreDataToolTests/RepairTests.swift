import Foundation
import Testing

@Suite("coredata repair")
struct RepairTests {
  let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"

  private func store(_ folder: TemporaryFolder) throws -> String {
    let source = Tool.samples.appendingPathComponent("FaveFlicks.xml").path
    let store = folder.path("movies.plist")
    #expect(try Tool.coredata("convert", source, store, "-m", model).status == 0)
    return store
  }

  @Test("copies a sound store and says nothing")
  func sound() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let new = folder.path("new.plist")
    let run = try Tool.coredata("repair", store, "--output", new, "-m", model)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
    #expect(
      try Tool.coredata("fetch", new, "Movie", "-m", model).output
        == Tool.coredata("fetch", store, "Movie", "-m", model).output)
  }

  @Test("saves the columns of a store that was cut off, into any format, and lists what is lost")
  func cutOff() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let whole = try folder.read("movies.plist")
    let movies = try Tool.coredata("fetch", store, "Movie", "-m", model).output
    try whole.dropLast(50).write(to: URL(fileURLWithPath: store))
    for format in ["binary", "xml"] {
      let new = folder.path("new.\(format)")
      let run = try Tool.coredata("repair", store, "-o", new, "-m", model, "--to", format)
      #expect(run.status == 1 && run.errors.isEmpty, "\(run)")
      #expect(run.output.contains("\(store): error: the end of the file"))
      #expect(try Tool.coredata("validate", new, "-m", model).status == 0)
      #expect(try Tool.coredata("fetch", new, "Movie", "-m", model).output == movies)
    }
    #expect(try folder.read("movies.plist") == whole.dropLast(50))
  }

  @Test("finds the model that a document names, whatever is wrong with the document")
  func namedModel() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: model, toPath: folder.path("FaveFlicks.xcdatamodeld"))
    for tag in ["<store model=\"FaveFlicks\">", "<store\n  model = 'FaveFlicks' a=\"&\">"] {
      let text =
        "<?xml version=\"1.0\"?>\n<!-- & -->\(tag)\n<Movie id=\"a\"><title>A & B</title></Movie>\n"
      let document = try folder.write(text, to: "d.xml")
      let new = folder.path("\(UUID().uuidString).xml")
      let run = try Tool.coredata("repair", document, "-o", new)
      #expect(run.status == 1 && run.errors.isEmpty, "\(run)")
      #expect(
        try Tool.coredata("fetch", new, "Movie", "--columns", "title").output.contains("A & B"))
    }
    let other = try folder.write("<store><Movie>&</Movie>", to: "e.xml")
    let run = try Tool.coredata("repair", other, "-o", folder.path("f.xml"))
    #expect(run.status == 2 && run.errors.contains("say which with --model"), "\(run)")
  }

  @Test("says in JSON what became of what")
  func json() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    try (try folder.read("movies.plist") + Data("more".utf8)).write(to: URL(fileURLWithPath: store))
    let run = try Tool.coredata(
      "repair", store, "-o", folder.path("new.plist"), "-m", model, "--format", "json")
    #expect(run.status == 1)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(list.count == 1)
    #expect(list[0]["outcome"] as? String == "lost")
    #expect((list[0]["message"] as? String)?.hasPrefix("the last 4 bytes") == true)
  }

  @Test("writes nothing over a file, nor where nothing can be saved")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let there = try folder.write("mine", to: "there.plist")
    let run = try Tool.coredata("repair", store, "-o", there, "-m", model)
    #expect(run.status == 2 && run.errors.contains("exists"))
    #expect(try folder.read("there.plist") == Data("mine".utf8))
    #expect(try Tool.coredata("repair", store, "-m", model).status == 2)
    let empty = try folder.write("bplist00 and nothing of a store", to: "none.plist")
    let failed = try Tool.coredata("repair", empty, "-o", folder.path("no.plist"), "-m", model)
    #expect(failed.status == 2 && failed.errors.contains("nothing of a binary store is left"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("no.plist")))
    let apple = try folder.write("CoreData and more", to: "apple.plist")
    let refused = try Tool.coredata("repair", apple, "-o", folder.path("no.plist"), "-m", model)
    #expect(refused.status == 2 && refused.errors.contains("restore it from a backup"))
  }

  @Test("mends a document, keeps what is right as it was, and names the lines")
  func document() throws {
    let folder = try TemporaryFolder()
    let text = "<store>\n<!-- mine -->\n<Movie id=\"a\">\n<title>Heat & Dust\n</Movie>\n</store>\n"
    let broken = try folder.write(text, to: "broken.xml")
    let run = try Tool.coredata("repair", broken, "-o", folder.path("new.xml"), "-m", model)
    #expect(run.status == 0)
    #expect(run.output.contains("broken.xml:4:") && run.output.contains("has no end tag"))
    #expect(
      try folder.read("new.xml")
        == Data(
          "<store>\n<!-- mine -->\n<Movie id=\"a\">\n<title>Heat &amp; Dust</title>\n</Movie>\n</store>\n"
            .utf8))
    #expect(try folder.read("broken.xml") == Data(text.utf8))
    let binary = try Tool.coredata(
      "repair", broken, "-o", folder.path("new.plist"), "--to", "binary", "-m", model)
    #expect(binary.status == 0)
    #expect(try Tool.coredata("validate", folder.path("new.plist"), "-m", model).status == 0)
    let apple = try folder.write("<database/>", to: "apple.xml")
    let refused = try Tool.coredata("repair", apple, "-o", folder.path("no.xml"), "-m", model)
    #expect(refused.status == 2 && refused.errors.contains("lists what is wrong with it"))
  }

  @Test(
    "is named by every command that opens a store whose last save was cut off",
    arguments: [
      ["fetch", "Movie", "--count"], ["convert", "new.xml"], ["compact"],
      ["update", "Movie", "--all", "--set", "genre=Drama", "--dry-run"],
      ["insert", "Movie", "--set", "title=New"],
    ])
  func cutSave(command: [String]) throws {
    let folder = try TemporaryFolder()
    let store = try store(folder)
    let set = ["--all", "--set", "genre=Crime", "-m", model]
    #expect(try Tool.run("coredata", ["update", store, "Movie"] + set).status == 0)
    let path = ["convert", "new.xml"] == command ? [folder.path("new.xml")] : command.dropFirst()
    let sound = try Tool.coredata("fetch", store, "Movie", "--count", "-m", model)
    #expect(sound.status == 0 && sound.errors.isEmpty)
    try (try folder.read("movies.plist") + Data("more".utf8)).write(to: URL(fileURLWithPath: store))
    let run = try Tool.run("coredata", [command[0], store] + path + ["-m", model])
    #expect(run.status == 0, "\(run)")
    #expect(run.errors.hasPrefix("\(store): warning: the last save was cut off"), "\(run)")
    #expect(run.errors.contains("'coredata repair' may find more"))
  }
}
