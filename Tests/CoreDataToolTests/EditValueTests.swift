import Foundation
import Testing

@Suite("Values on the command line of edits")
struct EditValueTests {
  private let folder: TemporaryFolder
  private let model = "\(Tool.schemas.path)/Everything.xcdatamodeld"

  init() throws { folder = try TemporaryFolder() }

  /// A copy of the sample as XML or in binary.
  private func store(_ kind: String) throws -> String {
    let file = folder.path("Everything.\(kind)")
    let sample = Tool.samples.appendingPathComponent("Everything.xml").path
    if kind == "xml" {
      try FileManager.default.copyItem(atPath: sample, toPath: file)
    } else {
      let run = try Tool.coredata("convert", sample, file, "-m", model)
      #expect(run.status == 0, "\(run.errors)")
    }
    return file
  }

  @Test(
    "are read by the types of their properties, in every kind of store",
    arguments: ["xml", "plist"],
    [
      ("Artwork", "poster", "edition=12", "edition", "12"),
      ("Artwork", "poster", "condition=0.5", "condition", "0.5"),
      ("Artwork", "poster", "height=-0.0", "height", "-0"),
      ("Artwork", "poster", "insuredValue=12.50", "insuredValue", "12.5"),
      ("Artwork", "poster", "isSigned=YES", "isSigned", "true"),
      ("Artwork", "poster", "title=a=b", "title", "a=b"),
      ("Artwork", "poster", "medium=", "medium", ""),
      ("Artwork", "poster", "acquiredOn=2001-02-03", "acquiredOn", "2001-02-03T00:00:00Z"),
      (
        "Artwork", "poster", "acquiredOn=2001-02-03T04:05:06.5+01:00", "acquiredOn",
        "2001-02-03T03:05:06.5Z"
      ),
      (
        "Artwork", "poster", "catalogueID=3f2504e0-4f89-41d3-9a0c-0305e82c3301", "catalogueID",
        "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
      ),
      (
        "Artwork", "poster", "permalink=https://a.example/?b=c", "permalink",
        "https://a.example/?b=c"
      ),
      ("Artwork", "poster", "thumbnail=AAE=", "thumbnail", "AAE="),
      ("Artwork", "poster", "artists=bruno,ada", "artists", "bruno ada"),
      ("Artist", "ada", "aliases=[\"a\", \"b\"]", "aliases", "[\"\"a\"\", \"\"b\"\"]"),
      ("Member", "member-2", "home.city=Faro", "home.city", "Faro"),
      (
        "Member", "member-2", "home.location.latitude=3", "home.location.longitude", "0"
      ),
    ])
  func types(
    _ kind: String, _ edit: (entity: String, id: String, set: String, column: String, cell: String)
  ) throws {
    let file = try store(kind)
    let run = try Tool.coredata(
      "update", file, edit.entity, "--where", "SELF == '\(edit.id)'", "--set", edit.set, "-m", model
    )
    #expect(run.status == 0, "\(run.errors)")
    let found = try Tool.coredata(
      "fetch", file, edit.entity, "--where", "SELF == '\(edit.id)'", "--columns", edit.column,
      "--format", "csv", "-m", model)
    let cell = found.output.split(separator: "\n", omittingEmptySubsequences: false)[1]
    #expect(cell == edit.cell || cell == "\"\(edit.cell)\"", "\(found.errors)")
  }

  @Test("of data may be the contents of a file")
  func files() throws {
    let file = try store("xml")
    let picture = try folder.write("abc", to: "picture")
    let run = try Tool.coredata(
      "update", file, "Artwork", "--where", "SELF == 'poster'", "--set", "thumbnail=@\(picture)",
      "-m", model)
    #expect(run.status == 0, "\(run.errors)")
    let text = String(decoding: try folder.read("Everything.xml"), as: UTF8.self)
    #expect(text.contains("<thumbnail>YWJj</thumbnail>"))
  }

  @Test("of one element leave the others of a composite as they are")
  func elements() throws {
    let file = try store("xml")
    let run = try Tool.coredata(
      "update", file, "Member", "--where", "name ENDSWITH 'B.'", "--set", "home.street=Ring",
      "--set", "home.location.longitude=7", "--dry-run", "-m", model)
    #expect(
      run.output.contains(
        """
            home.location.longitude: 6.9583 → 7
            home.street: nil → "Ring"
        """), "\(run.output)\(run.errors)")
  }

  @Test(
    "that are none are refused with what was expected",
    arguments: [
      ("edition=40000", "'40000' does not fit Integer 16; it holds -32768 to 32767"),
      ("edition=1.5", "'1.5' is not an Integer 16: a whole number was expected"),
      ("condition=0,5", "'0,5' has a comma; write a point instead"),
      ("isSigned=maybe", "'maybe' is not a Boolean; write 'true' or 'false'"),
      ("acquiredOn=2001-02-30", "'2001-02-30' is a day that never was: the month has 28 days"),
      ("catalogueID=12", "'12' is not a UUID; a form such as"),
      ("thumbnail=AAE", "'AAE' is base64 that ends in the middle of a group of four"),
      ("thumbnail=@/nowhere", "'/nowhere' cannot be read: "),
      ("displayTitle=x", "'displayTitle' is transient, so no store keeps it"),
      ("modifiedAt=2001-01-01", "'modifiedAt' is derived; each save computes it"),
    ])
  func refusals(_ set: String, _ message: String) throws {
    let run = try Tool.coredata(
      "update", "SampleData/Everything.xml", "Artwork", "--all", "--set", set, "--dry-run")
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("an abstract entity has no objects to insert")
  func abstract() throws {
    let run = try Tool.coredata(
      "insert", "SampleData/Everything.xml", "Holding", "--set", "title=x", "--dry-run")
    #expect(run.status == 2)
    #expect(run.errors.contains("insert an object of 'Artwork', 'Painting'"), "\(run.errors)")
  }

  @Test("composites and unknown elements are named with those that there are")
  func composites() throws {
    let refusals = [
      ("home=x", "its elements are set one by one, as home.key=value: "),
      ("home.cty=x", "'home' has no element 'cty'; did you mean 'city'?"),
    ]
    for (set, message) in refusals {
      let run = try Tool.coredata(
        "update", "SampleData/Everything.xml", "Member", "--all", "--set", set, "--dry-run")
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test("a required element of a composite cannot be taken away")
  func requiredElement() throws {
    let run = try Tool.coredata(
      "update", "SampleData/Everything.xml", "Member", "--all", "--unset", "home.city", "--dry-run")
    #expect(run.status == 1)
    #expect(run.errors.contains("has no 'city', which is required"), "\(run.errors)")
  }

  @Test("a deletion that a relationship denies is refused")
  func denied() throws {
    let run = try Tool.coredata(
      "delete", "SampleData/Everything.xml", "Department", "--all", "--dry-run")
    #expect(run.status == 1)
    #expect(run.errors.contains("denies the deletion: it still has"), "\(run.errors)")
  }
}
