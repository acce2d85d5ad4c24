import Foundation
import Testing

@Suite("coredata fetch")
struct FetchTests {
  private func fetch(_ words: String...) throws -> Tool.Run {
    try Tool.run("coredata", ["fetch", "SampleData/FaveFlicks.canonical.xml"] + words)
  }

  @Test(
    "says that values cannot be read, and which file is damaged, instead of printing none for them")
  func damagedValues() throws {
    let folder = try TemporaryFolder()
    let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"
    let store = folder.path("movies.plist")
    let source = Tool.samples.appendingPathComponent("FaveFlicks.xml").path
    #expect(try Tool.coredata("convert", source, store, "-m", model).status == 0)
    var bytes = try folder.read("movies.plist")
    let place = try #require(bytes.range(of: Data("Akira Kurosawa".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: store))
    for form in ["table", "json", "csv"] {
      let run = try Tool.coredata("fetch", store, "Director", "--format", form, "-m", model)
      #expect(run.status == 1, "\(run)")
      #expect(run.errors.contains("\(store)") && run.errors.contains("'name' of 'Director'"))
    }
  }

  @Test("prints a table")
  func table() throws {
    let run = try fetch("Movie", "--columns", "@id,title,director.name", "--limit", "3")
    #expect(run.status == 0)
    #expect(
      run.output == """
        @id      title                     director.name
        -------  ------------------------  --------------
        Movie-1  Heat                      Michael Mann
        Movie-2  Collateral                Michael Mann
        Movie-3  Seven Samurai (七人の侍)  Akira Kurosawa

        """)
  }

  @Test("a column that is named twice is an error: an object of JSON could not have both")
  func columnTwice() throws {
    let run = try fetch("Movie", "--columns", "title,@id,title")
    #expect(run.status == 2)
    #expect(run.errors.contains("'title' twice"))
  }

  @Test("prints JSON with nil as null, ids for relationships, and dates in ISO 8601")
  func json() throws {
    let run = try fetch(
      "Director", "--columns", "@id,name,bornOn,movies", "--offset", "1", "--limit", "2",
      "--format", "json")
    #expect(
      run.output == """
        [
          {"@id": "Director-2", "name": "Akira Kurosawa", "bornOn": "1910-03-23T00:00:00Z", \
        "movies": ["Movie-3", "Movie-4"]},
          {"@id": "Director-3", "name": "Jacques Tati", "bornOn": null, \
        "movies": ["Movie-5", "Movie-6"]}
        ]

        """)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    }
  }

  @Test("prints comma- and tab-separated lines, with what those escape")
  func separated() throws {
    let folder = try TemporaryFolder()
    let store = try folder.write(
      """
      <store model="FaveFlicks">
        <Tag id="a"><name>one, "two"\tthree
      four\\</name></Tag>
      </store>
      """, to: "tags.xml")
    let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"
    let csv = try Tool.coredata("fetch", store, "Tag", "-m", model, "--format", "csv")
    #expect(csv.output == "@id,name\na,\"one, \"\"two\"\"\tthree\nfour\\\"\n")
    let tsv = try Tool.coredata("fetch", store, "Tag", "-m", model, "--format", "tsv")
    #expect(tsv.output == "@id\tname\na\tone, \"two\"\\tthree\\nfour\\\\\n")
    let table = try Tool.coredata("fetch", store, "Tag", "-m", model)
    #expect(table.output.contains("a    one, \"two\"�three⏎four\\\n"))
  }

  @Test("counts")
  func count() throws {
    #expect(try fetch("Movie", "--count").output == "7\n")
    #expect(try fetch("Movie", "--count", "--limit", "0").output == "0\n")
    #expect(try fetch("Movie", "--limit", "0", "--format", "json").output == "[\n]\n")
  }

  @Test(
    "answers a misspelled name with the one that was meant",
    arguments: [
      (["Movi"], "the model has no entity 'Movi'; did you mean 'Movie'?"),
      (
        ["Movie", "--columns", "titel"],
        "'Movie' has no property 'titel' for column 'titel'; did you"
      ),
      (["Movie", "--columns", "director.nme"], "did you mean 'name'?"),
      (["Movie", "--columns", "tags.name"], "goes on behind a to-many relationship"),
      (["Movie", "--columns", "title.x"], "'title' has no part 'x'"),
      (["Movie", "--columns", ""], "'Movie' has no property ''"),
    ])
  func misspelled(_ words: [String], _ message: String) throws {
    let run = try Tool.run("coredata", ["fetch", "SampleData/FaveFlicks.canonical.xml"] + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
