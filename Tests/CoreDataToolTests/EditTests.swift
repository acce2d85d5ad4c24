import Foundation
import Testing

@Suite("coredata insert, update and delete")
struct EditTests {
  private let folder: TemporaryFolder
  private let films: String

  init() throws {
    folder = try TemporaryFolder()
    films = try folder.copy("FaveFlicks.xml")
  }

  private func edit(_ words: String...) throws -> Tool.Run { try edit(words) }

  private func edit(_ words: [String]) throws -> Tool.Run {
    let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"
    return try Tool.run("coredata", [words[0], films] + words.dropFirst() + ["-m", model])
  }

  /// The lines that a document has lost and gained.
  private func difference(_ before: Data) throws -> (lost: [String], gained: [String]) {
    let lines = { (data: Data) in
      String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let changes = lines(try folder.read("FaveFlicks.xml")).difference(from: lines(before))
    let texts = { (change: CollectionDifference<String>.Change) in
      switch change {
      case .insert(_, let line, _), .remove(_, let line, _):
        line.trimmingCharacters(in: .whitespaces)
      }
    }
    return (changes.removals.map(texts), changes.insertions.map(texts))
  }

  @Test("an update changes the lines of what it sets, and no others")
  func oneLine() throws {
    let before = try folder.read("FaveFlicks.xml")
    let run = try edit(
      "update", "Movie", "--where", "SELF IN {'heat', 'collateral'}", "--set", "genre=Heist")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "2 objects of 'Movie' updated\n")
    let (lost, gained) = try difference(before)
    #expect(lost == Array(repeating: "<genre>Crime</genre>", count: 2))
    #expect(gained == Array(repeating: "<genre>Heist</genre>", count: 2))
  }

  @Test("an update that sets what is there already writes nothing")
  func sameValue() throws {
    let before = try folder.read("FaveFlicks.xml")
    let run = try edit(
      "update", "Movie", "--where", "SELF == 'heat'", "--set", "genre=Crime", "--set",
      "director=mann")
    #expect(run.output == "0 objects of 'Movie' updated, 1 had these values already\n")
    #expect(try folder.read("FaveFlicks.xml") == before)
  }

  @Test("an insertion prints the new id, and both sides of its relationships are kept")
  func insert() throws {
    let run = try edit(
      "insert", "Movie", "--set", "title=Tokyo Story", "--set", "releaseDate=1953-11-03", "--set",
      "director=varda", "--set", "tags=classic,long")
    #expect(run.status == 0, "\(run.errors)")
    let id = run.output.trimmingCharacters(in: .newlines)
    let found = try Tool.coredata(
      "fetch", films, "Movie", "--where", "SELF == '\(id)'", "--columns",
      "title,releaseDate,director.movies.@count,tags", "--format", "csv", "-m",
      "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld")
    #expect(
      found.output.hasSuffix("\nTokyo Story,1953-11-03T00:00:00Z,2,classic long\n"),
      "\(found.output)\(found.errors)")
  }

  @Test("a deletion follows the delete rules of the model")
  func delete() throws {
    let run = try edit("delete", "Director", "--where", "SELF == 'mann'")
    #expect(run.output == "1 object deleted: 1 of 'Director'\n")
    let text = String(decoding: try folder.read("FaveFlicks.xml"), as: UTF8.self)
    #expect(!text.contains("mann"))
    #expect(text.contains("<title>Heat</title>"))
  }

  @Test("members of a to-many relationship come and go one by one")
  func members() throws {
    let run = try edit(
      "update", "Movie", "--where", "SELF == 'heat'", "--add", "tags= night , night", "--remove",
      "tags=long")
    #expect(run.status == 0, "\(run.errors)")
    let text = String(decoding: try folder.read("FaveFlicks.xml"), as: UTF8.self)
    #expect(
      text.contains(
        """
            <tags>
              <ref id="los-angeles"/>
              <ref id="night"/>
            </tags>
        """))
  }

  @Test(
    "a dry run shows what would change, object by object, and changes nothing",
    arguments: [
      (
        [
          "update", "Movie", "--where", "SELF == 'heat'", "--set", "genre=Drama", "--unset", "tags",
        ],
        """
        ~ Movie 'heat'
            genre: "Crime" → "Drama"
            tags: - long  - los-angeles
        ~ Tag 'long'
            movies: - heat
        ~ Tag 'los-angeles'
            movies: - heat
        3 objects would change (3 updated); nothing was saved

        """
      ),
      (
        ["insert", "Tag", "--set", "name=Silent", "--set", "movies=ran"],
        """
        + Tag 'Tag-1'
            name: "Silent"
            movies: ran
        ~ Movie 'ran'
            tags: + Tag-1
        2 objects would change (1 inserted, 1 updated); nothing was saved

        """
      ),
      (
        ["delete", "Tag", "--where", "SELF == 'unused'"],
        "- Tag 'unused'\n1 object would change (1 deleted); nothing was saved\n"
      ),
      (["delete", "Tag", "--where", "name == 'x'"], "nothing would change\n"),
    ])
  func dryRun(_ words: [String], _ report: String) throws {
    let before = try folder.read("FaveFlicks.xml")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: films)
    let run = try edit(words + ["--dry-run"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == report)
    #expect(try folder.read("FaveFlicks.xml") == before)
  }

  @Test(
    "what would break a rule of the model is refused with status 1, and nothing is saved",
    arguments: [
      (["insert", "Movie"], ["'title' of Movie 'Movie-2' is required and has no value"]),
      (
        ["update", "Movie", "--all", "--unset", "title"],
        ["'title' of Movie 'heat' is required", "'title' of Movie 'ran' is required"]
      ),
      (
        ["insert", "Tag", "--set", "name=Classic"],
        ["name must be unique: Tag 'Tag-1', Tag 'classic'"]
      ),
    ])
  func brokenRules(_ words: [String], _ messages: [String]) throws {
    let before = try folder.read("FaveFlicks.xml")
    for words in [words, words + ["--dry-run"]] {
      let run = try edit(words)
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
      for message in messages {
        #expect(run.errors.contains("FaveFlicks.xml: error: \(message)"), "\(run.errors)")
      }
      #expect(try folder.read("FaveFlicks.xml") == before)
    }
  }

  @Test(
    "what cannot be meant is refused with status 2 and one line",
    arguments: [
      (["update", "Movie", "--set", "title=x"], "'update' needs --where with a condition; --all"),
      (["delete", "Movie"], "--all means every object of 'Movie'"),
      (["delete", "Movie", "--all", "--where", "TRUEPREDICATE"], "--where and --all exclude"),
      (["update", "Movie", "--all"], "needs something to change: --set key=value"),
      (
        ["update", "Movie", "--all", "--set", "titel=x"],
        "no property 'titel'; did you mean 'title'"
      ),
      (["update", "Movie", "--all", "--set", "title"], "takes key=value, not 'title'"),
      (["update", "Movie", "--all", "--unset", "title=x"], "write --set title=x"),
      (
        ["update", "Movie", "--all", "--set", "genre=x", "--unset", "genre"],
        "'genre' is given twice: --set genre, then --unset genre"
      ),
      (
        ["update", "Movie", "--all", "--add", "title=x"], "only to-many relationships have members"
      ),
      (["update", "Movie", "--all", "--add", "director=mann"], "write --set director=ID"),
      (["update", "Movie", "--all", "--set", "director=man"], "id 'man'; did you mean 'mann'?"),
      (
        ["update", "Movie", "--all", "--set", "director=night"],
        "an object of 'Tag', and 'Director'"
      ),
      (
        ["update", "Movie", "--all", "--set", "director=mann,tati"], "leads to one object, not to 2"
      ),
      (["update", "Movie", "--all", "--set", "director="], "to empty it, write --unset director"),
      (["update", "Movie", "--all", "--set", "director.name=x"], "by a command of their own"),
      (
        ["update", "Movie", "--all", "--set", "title.x=y"], "is no composite, so it has no element"
      ),
      (
        ["update", "Movie", "--all", "--set", "releaseDate=soon"],
        "'soon' is not a date; a form such"
      ),
      (["insert", "Movie", "--where", "title == 'x'"], "'insert' has no option '--where'"),
      (["insert", "Moovie"], "did you mean 'Movie'?"),
    ])
  func misuse(_ words: [String], _ message: String) throws {
    let before = try folder.read("FaveFlicks.xml")
    let run = try edit(words)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("coredata: "))
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
    #expect(try folder.read("FaveFlicks.xml") == before)
  }
}
