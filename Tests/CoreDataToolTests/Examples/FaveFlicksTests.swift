import Foundation
import Testing

/// The app in Swift 5, and its twin in Swift 6.
private let twins = ["FaveFlicks", "FaveFlicks6"]

@Suite("The example FaveFlicks, in Swift 5 and 6")
struct FaveFlicksTests {
  @Test("what one run adds the next one lists and another deletes", arguments: twins)
  func runs(_ name: String) throws {
    let app = try ExampleApp(name)
    #expect(try app.lines("list") == [])
    let heat = "1995-12-15  Heat · Crime · Michael Mann  [p1]"
    #expect(
      try app.lines(
        "add", "Heat", "--genre", "Crime", "--released", "1995-12-15", "--director", "Michael Mann")
        == [heat])
    let thief = "no date     Thief · Michael Mann  [p2]"
    #expect(try app.lines("add", "--director=Michael Mann", "Thief") == [thief])
    #expect(try app.lines("list") == [thief, heat])
    #expect(try app.lines("delete", "heat") == ["deleted \(heat)"])
    #expect(try app.lines("list") == [thief])
  }

  @Test("movies lie in the folder for data, under the app's name", arguments: twins)
  func place(_ name: String) throws {
    let app = try ExampleApp(name)
    try app.lines("add", "Heat")
    let store = try app.folder.read("data/\(name)/FaveFlicks.plist")
    #expect(store.starts(with: Data("bplist00".utf8)))
  }

  @Test("a director of several movies is one object", arguments: twins)
  func director(_ name: String) throws {
    let app = try ExampleApp(name)
    try app.lines("--store", "f.xml", "add", "Heat", "--director", "Michael Mann")
    try app.lines("--store", "f.xml", "add", "Thief", "--director", "Michael Mann")
    let document = String(decoding: try app.folder.read("f.xml"), as: UTF8.self)
    #expect(document.components(separatedBy: "<name>Michael Mann</name>").count == 2)
    #expect(document.components(separatedBy: "<director ref=\"Director-1\"/>").count == 3)
  }

  @Test("a search finds parts of titles and names, whatever the case and the accents")
  func search() throws {
    for name in twins {
      let app = try ExampleApp(name)
      let cleo = try app.lines("add", "Cléo de 5 à 7", "--director", "Agnès Varda")
      let heat = try app.lines("add", "Heat", "--genre", "Crime")
      #expect(try app.lines("list", "--search", "AGNES") == cleo)
      #expect(try app.lines("list", "--search", "cleo") == cleo)
      #expect(try app.lines("list", "--search", "crime") == heat)
      #expect(try app.lines("list", "--search", "%@ OR 1 == 1") == [])
    }
  }

  @Test(
    "odd names come back as they were given",
    arguments: twins,
    ["a <b> & 'c' \"d\"", "乱", "%@ %d", "\\(x)", "a]]>b", "e\u{301}", "  spaces  ", "-30-"])
  func oddNames(_ name: String, _ title: String) throws {
    let app = try ExampleApp(name)
    for store in ["f.xml", "f.plist"] {
      let line = ["no date     \(title)  [p1]"]
      #expect(try app.lines("--store", store, "add", title) == line)
      #expect(try app.lines("--store", store, "list") == line)
      #expect(try app.lines("--store", store, "delete", title) == ["deleted \(line[0])"])
      #expect(try app.lines("--store", store, "list") == [])
    }
  }

  @Test("what stands behind '--' is no option", arguments: twins)
  func dashes(_ name: String) throws {
    let app = try ExampleApp(name)
    #expect(try app.lines("add", "--", "--help") == ["no date     --help  [p1]"])
  }

  @Test("of several movies of a title the id says which is meant", arguments: twins)
  func ids(_ name: String) throws {
    let app = try ExampleApp(name)
    let old = try app.lines("add", "Solaris", "--released", "1972-03-20")[0]
    let new = try app.lines("add", "Solaris", "--released", "2002-11-29")[0]
    try app.expectRefusal(
      ["delete", "Solaris"], status: 1, "say with --id which is meant:\n  \(old)\n  \(new)\n")
    #expect(try app.lines("delete", "--id", "p2") == ["deleted \(new)"])
    try app.expectRefusal(["delete", "--id", "p2"], status: 1, "no movie has the id 'p2'")
    try app.expectRefusal(["delete", "Stalker"], status: 1, "there is no movie 'Stalker'")
    #expect(try app.lines("list") == [old])
  }

  @Test(
    "a mistake in the command line is named, and leaves no file behind", arguments: twins,
    [
      ("", "a command (add, list or delete) is missing"),
      ("lst", "there is no command 'lst'; there are add, list and delete"),
      ("add", "the title is missing"),
      ("add=", "the title is empty"),
      ("add= \n", "the title is empty"),
      ("add=Heat=Thief", "'Thief' is a word too many; put names of several words in quotes"),
      ("add=Heat=--released", "'--released' wants a value"),
      ("add=Heat=--released=1995", "'1995' is no day; write it as 1995-12-15"),
      ("add=Heat=--released=1995-02-30", "'1995-02-30' is no day"),
      ("add=Heat=--gnre=Crime", "there is no option '--gnre' here; there are --help, --store, --g"),
      ("add=Heat=--genre=Crime=--genre=Drama", "'--genre' was given twice"),
      ("list=--store", "'--store' wants a value"),
    ])
  func mistakes(_ name: String, _ mistake: (words: String, text: String)) throws {
    let app = try ExampleApp(name)
    let words = mistake.words.split(separator: "=", omittingEmptySubsequences: false)
    try app.expectRefusal(
      mistake.words.isEmpty ? [] : words.map(String.init), status: 2, mistake.text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.url.path) == [])
  }

  @Test("--help tells of every command", arguments: twins)
  func help(_ name: String) throws {
    let text = try ExampleApp(name).lines("add", "--help").joined()
    for word in ["usage: \(name) ", "add", "list", "delete", "--store", "--released"] {
      #expect(text.contains(word))
    }
  }

  @Test("both twins edit the sample document, of which only what changed changes")
  func document() throws {
    let app = try ExampleApp("FaveFlicks")
    let twin = try ExampleApp("FaveFlicks6")
    let file = try app.folder.copy("FaveFlicks.xml")
    let before = String(decoding: try app.folder.read("FaveFlicks.xml"), as: UTF8.self)
    let list = try app.lines("--store", file, "list")
    #expect(list.contains("1995-12-15  Heat · Crime · Michael Mann  [heat]"))
    #expect(try twin.lines("--store", file, "list") == list)
    try twin.lines("--store", file, "add", "Stalker", "--released", "1979-05-25")
    let after = String(decoding: try app.folder.read("FaveFlicks.xml"), as: UTF8.self)
    let difference = after.split(separator: "\n").difference(from: before.split(separator: "\n"))
    #expect(difference.removals.isEmpty)
    #expect(after.contains("<!-- Films we like. Edit this file by hand; check it with"))
    #expect(try app.lines("--store", file, "delete", "Stalker").count == 1)
    // Ids that a document leaves out may be others now.
    let facts = { (line: String) in line.prefix { $0 != "[" } }
    #expect(try app.lines("--store", file, "list").map(facts) == list.map(facts))
  }

  @Test("the model is the app's own, whatever lies in the working directory", arguments: twins)
  func model(_ name: String) throws {
    let app = try ExampleApp(name)
    try FileManager.default.copyItem(
      at: Tool.schemas.appendingPathComponent("FoodPin.xcdatamodeld"),
      to: app.folder.url.appendingPathComponent("FaveFlicks.xcdatamodeld"))
    let store = try app.folder.copy("FaveFlicks.xml")
    #expect(try app.lines("--store", store, "list", "--search", "Heat").count == 1)
  }
}
