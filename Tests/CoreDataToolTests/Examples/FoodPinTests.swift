import Foundation
import Testing

@Suite("The example FoodPin")
struct FoodPinTests {
  private let app: ExampleApp

  init() throws { app = try ExampleApp("FoodPin") }

  @Test("what a run adds or changes the next one sees")
  func runs() throws {
    let added = try app.lines(
      "add", "Blue Kettle", "--type", "Tea house", "--location", "9 Mill Lane", "--phone", "555",
      "--summary", "Two rooms.\nNo music.")
    #expect(added == ["  Blue Kettle · Tea house · 9 Mill Lane  not rated  [p1]"])
    #expect(try app.lines("list") == added)
    try app.lines("rate", "blue kettle", "great")
    let favorite = ["♥ Blue Kettle · Tea house · 9 Mill Lane  ★★★★☆  [p1]"]
    #expect(try app.lines("favorite", "Blue Kettle") == favorite)
    #expect(
      try app.lines("show", "Blue Kettle")
        == favorite + ["  phone:   555", "  picture: none", "  Two rooms.", "  No music."])
    #expect(try app.lines("delete", "Blue Kettle") == ["deleted \(favorite[0])"])
    #expect(try app.lines("list") == [])
  }

  @Test("favourites come first, and alone where they are asked for")
  func favorites() throws {
    for name in ["B", "a", "C"] { try app.lines("add", name) }
    let favorite = try app.lines("favorite", "C")
    #expect(try app.lines("list").map { $0.prefix(3) } == ["♥ C", "  B", "  a"])
    #expect(try app.lines("list", "--favorites") == favorite)
    try app.lines("favorite", "C", "--off")
    #expect(try app.lines("list", "--favorites") == [])
  }

  @Test("a picture comes back byte for byte", arguments: ["f.xml", "f.plist"])
  func picture(_ store: String) throws {
    let bytes = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    try bytes.write(to: app.folder.url.appendingPathComponent("in.png"))
    try app.lines("--store", store, "add", "Anker", "--picture", "in.png")
    #expect(
      try app.lines("--store", store, "show", "Anker", "--picture", "out.png")
        .contains("  picture: 3000 bytes"))
    #expect(try app.folder.read("out.png") == bytes)
  }

  @Test("the rating is stored as its word, and other words are shown as they are")
  func rating() throws {
    try app.lines("--store", "f.xml", "add", "Anker", "--rating", "superb")
    let document = String(decoding: try app.folder.read("f.xml"), as: UTF8.self)
    #expect(document.contains("<ratingText>superb</ratingText>"))
    let changed = document.replacing("superb", with: "Oh, it rained.")
    let file = try app.folder.write(changed, to: "f.xml")
    #expect(try app.lines("--store", file, "list") == ["  Anker  Oh, it rained.  [p1]"])
    #expect(try app.lines("--store", file, "rate", "Anker", "poor") == ["  Anker  ★☆☆☆☆  [p1]"])
  }

  @Test("the preview has samples, lives in memory and leaves nothing behind")
  func preview() throws {
    let samples = try app.lines("--preview", "list")
    #expect(samples.count == 3 && samples[0] == "♥ Zum Anker · Fish · Am Hafen 2  ★★★★★  [p1]")
    #expect(
      try app.lines("--preview", "show", "Zum Anker", "--picture", "p.png")
        .contains("  picture: 73 bytes"))
    #expect(try app.folder.read("p.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try app.lines("--preview", "delete", "Blue Kettle").count == 1)
    #expect(try app.lines("--preview", "list") == samples)
    #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.url.path) == ["p.png"])
  }

  @Test("the sample document's pictures are found beside it")
  func document() throws {
    let file = try app.folder.copy("FoodPin.xml")
    _ = try app.folder.copy("FoodPin_assets")
    try app.lines("--store", file, "show", "Café Linde", "--picture", "p.png")
    #expect(try app.folder.read("p.png") == app.folder.read("FoodPin_assets/cafe.png"))
    #expect(
      try app.lines("--store", file, "list", "--search", "cafe")
        == [
          "♥ Café Linde · Coffee shop · Lindengasse 4, 1070 Wien  Absolutely love it! Must try.  [cafe-linde]"
        ])
  }

  @Test("of several restaurants of a name the id says which is meant")
  func ids() throws {
    let first = try app.lines("add", "Anker", "--location", "North")[0]
    let second = try app.lines("add", "Anker", "--location", "South")[0]
    try app.expectRefusal(
      ["delete", "Anker"], status: 1, "say with --id which is meant:\n  \(first)\n  \(second)\n")
    try app.expectRefusal(
      ["rate", "good", "--id", "p9"], status: 1,
      "no restaurant has the id 'p9'; 'list' shows the ids in brackets")
    #expect(
      try app.lines("rate", "--id", "p2", "good") == [second.replacing("not rated", with: "★★★☆☆")])
    #expect(try app.lines("delete", "--id", "p1") == ["deleted \(first)"])
    #expect(try app.lines("list").count == 1)
  }

  @Test(
    "a mistake in the command line is named, and leaves no file behind",
    arguments: [
      (["lst"], "there is no command 'lst'; there are list, add, show, rate, favorite and delete"),
      (["rate", "Anker"], "the rating is missing"),
      (["rate", "Anker", "super"], "'super' is no rating; there are poor, fair, good, great, "),
      (["add", "Anker", "--rating", "★"], "'★' is no rating"),
      (["add", "Anker", "--picture", "none.png"], "the picture 'none.png' cannot be read"),
      (["add", ""], "the name is empty"),
      (["add", " \n"], "the name is empty"),
      (["--preview", "--store", "f.xml", "list"], "'--store' and '--preview' exclude each other"),
      (["delete", "Anker", "--id", "p1"], "'Anker' is a word too many"),
      (["favorite", "Anker", "--off=no"], "'--off' was given twice, or with a value"),
    ])
  func mistakes(_ words: [String], _ text: String) throws {
    try app.expectRefusal(words, status: 2, text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.url.path) == [])
  }
}
