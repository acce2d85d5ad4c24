import Foundation
import Testing

@Suite("coredata fetch with a condition and an order")
struct ConditionTests {
  private func fetch(_ words: [String]) throws -> Tool.Run {
    try Tool.run("coredata", ["fetch", "SampleData/FaveFlicks.canonical.xml", "Movie"] + words)
  }

  /// The numbers of the movies found, in order.
  private func movies(_ words: [String]) throws -> [Int] {
    let run = try fetch(words + ["--columns", "@id", "--format", "csv"])
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst().compactMap { Int($0.dropFirst(6)) }
  }

  @Test(
    "finds what meets the condition",
    arguments: [
      ("genre == 'Crime'", [1, 2]),
      ("genre == nil", [6]),
      ("director.name BEGINSWITH[c] 'akira' AND title CONTAINS '乱'", [4]),
      ("tags.@count > 1", [1, 2, 3]),
      ("ANY tags.name LIKE 'Over*'", [1, 3, 4]),
      ("NOT (genre IN {'Crime', 'Drama'}) AND director != nil", [3, 5, 6]),
      ("SUBQUERY(tags, $t, $t.name BEGINSWITH 'C').@count == 1", [3, 5]),
    ])
  func conditions(_ condition: String, _ found: [Int]) throws {
    #expect(try movies(["--where", condition]) == found)
    #expect(try fetch(["--where", condition, "--count"]).output == "\(found.count)\n")
  }

  @Test(
    "reads texts as the dates and ids that they are compared with",
    arguments: [
      ("releaseDate < '1960-01-01'", [3, 7]),
      ("'1985-06-01' <= releaseDate", [1, 2, 4]),
      ("releaseDate == '1967-12-16T19:45:00.25Z'", [5]),
      ("releaseDate BETWEEN {'1950-01-01', '1970-01-01'}", [3, 5]),
      ("director == 'Director-1'", [1, 2]),
      ("director IN {'Director-1', 'Director-3'}", [1, 2, 5, 6]),
      ("SELF == 'Movie-7'", [7]),
      ("ANY tags == 'Tag-4'", [3, 5]),
      ("tags CONTAINS 'Tag-4'", [3, 5]),
      ("'Tag-1' IN tags", [1, 2]),
      ("SUBQUERY(tags, $t, $t == 'Tag-1').@count == 1", [1, 2]),
      ("director.bornOn > '1940-01-01'", [1, 2]),
    ])
  func typedConstants(_ condition: String, _ found: [Int]) throws {
    #expect(try movies(["--where", condition]) == found)
  }

  @Test(
    "sorts by several keys, each in its direction",
    arguments: [
      ("genre", [6, 7, 3, 5, 1, 2, 4]),
      ("-releaseDate", [2, 1, 4, 5, 3, 7, 6]),
      ("-genre,title", [4, 2, 1, 5, 3, 7, 6]),
      ("director.name,-title:i", [7, 3, 4, 5, 6, 1, 2]),
      ("title:l", [2, 1, 6, 5, 4, 7, 3]),
      ("title:n", [2, 1, 6, 5, 4, 7, 3]),
    ])
  func orders(_ keys: String, _ found: [Int]) throws {
    #expect(try movies(["--sort", keys]) == found)
    let window = Array(found.dropFirst(2).prefix(3))
    #expect(try movies(["--sort", keys, "--offset", "2", "--limit", "3"]) == window)
  }

  @Test("counts the objects of a relationship in a column")
  func countColumn() throws {
    let run = try fetch([
      "--where", "tags.@count > 1", "--columns", "title,tags.@count", "--limit", "2",
      "--format", "json",
    ])
    #expect(
      run.output == """
        [
          {"title": "Heat", "tags.@count": 2},
          {"title": "Collateral", "tags.@count": 2}
        ]

        """)
    #expect(try fetch(["--columns", "tags.@count.x"]).errors.contains("goes on behind a number"))
  }

  @Test("explains instead of fetching")
  func explanation() throws {
    let run = try fetch(["--where", "genre == 'Crime'", "--sort", "title", "--explain"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Movie"))
    #expect(run.output.hasSuffix("2 objects found\n"))
    #expect(!run.output.contains("Collateral"))
  }

  @Test("explains a condition in the words that it can be written in")
  func explainedConstants() throws {
    let run = try fetch([
      "--explain", "--where",
      "director != 'Director-1' AND releaseDate < '1995-12-15T00:00:00.5Z' "
        + "AND SELF IN {'Movie-1', 'Movie-2'}",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("director != \"Director-1\""), "\(run.output)")
    #expect(run.output.contains("releaseDate < \"1995-12-15T00:00:00.5Z\""), "\(run.output)")
    #expect(run.output.contains("SELF IN {\"Movie-1\", \"Movie-2\"}"), "\(run.output)")
    #expect(!run.output.contains("RecordReference") && !run.output.contains("CAST"))
  }

  @Test("a folder is no store")
  func folder() throws {
    let run = try Tool.coredata("fetch", ".", "Movie")
    #expect(run.status == 2)
    #expect(
      run.errors == "coredata: '.' is a folder; a store is needed here, which is a file\n")
  }

  @Test(
    "points to the place of a mistake",
    arguments: [
      (
        "genre CONTAIN 'x'",
        "coredata: --where, column 7: 'CONTAIN' is no operator; did you mean 'CONTAINS'?\n"
          + "  genre CONTAIN 'x'\n        ^~~~~~~\n"
      ),
      (
        "director.nme == 'x'",
        "coredata: --where: entity 'Director' has no property 'nme'; did you mean 'name'?\n"
          + "  director.nme == 'x'\n           ^~~\n"
      ),
      (
        "releaseDate > 'yesterday'",
        "coredata: --where: 'releaseDate' is compared with 'yesterday', which is not a date, such as "
          + "1995-12-15 or 1995-12-15T20:30:00Z\n"
          + "  releaseDate > 'yesterday'\n                ^~~~~~~~~~~\n"
      ),
      (
        "director == \"Movie-1\"",
        "coredata: --where: 'Movie-1' is an object of 'Movie', which is no 'Director'\n"
          + "  director == \"Movie-1\"\n              ^~~~~~~~~\n"
      ),
    ])
  func places(_ condition: String, _ message: String) throws {
    let run = try fetch(["--where", condition])
    #expect(run.status == 2)
    #expect(run.errors == message)
    #expect(run.output.isEmpty)
  }

  @Test(
    "answers what it cannot use with what was meant",
    arguments: [
      (["--where", "releaseDate > 'yesterday'"], "'yesterday', which is not a date, such as"),
      (["--where", "director == 'Director-9'"], "there is no object with the id 'Director-9'"),
      (["--where", "director == 'Movie-1'"], "'Movie-1' is an object of 'Movie', which is no"),
      (["--where", "title == $x"], "there is no value for '$x'"),
      (["--where", ""], "--where, column 1"),
      (["--sort", "titel"], "did you mean 'title'?"),
      (["--sort", "tags.name"], "tags"),
      (["--sort", "title:x"], "'x' behind 'title' is no way of comparing"),
      (["--sort", "title,,genre"], "'' names no key"),
      (["--sort", "@id"], "'@id' is no key"),
    ])
  func misuse(_ words: [String], _ message: String) throws {
    let run = try fetch(words)
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("coredata: "))
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("a condition on UUIDs, data and URIs takes them as texts")
  func everything() throws {
    let run = try Tool.coredata(
      "fetch", "SampleData/Everything.xml", "AuditEntry", "--where", "entryID != nil", "--count")
    #expect(run.status == 0, "\(run.errors)")
    let listed = try Tool.coredata(
      "fetch", "SampleData/Everything.xml", "AuditEntry", "--columns", "entryID", "--limit", "1",
      "--where", "entryID != nil", "--format", "csv")
    let text = try #require(listed.output.split(separator: "\n").last)
    let found = try Tool.coredata(
      "fetch", "SampleData/Everything.xml", "AuditEntry", "--where", "entryID == '\(text)'",
      "--count")
    #expect(found.output == "1\n", "\(found.errors)")
  }
}
