import ModelCodegen
import Testing

@Suite("Names in Swift")
struct SwiftNameTests {
  @Test(
    "keywords are quoted, other names are not",
    arguments: [("default", "`default`"), ("in", "`in`"), ("title", "title"), ("open", "open")])
  func quoting(name: String, quoted: String) {
    #expect(SwiftName.quoted(name) == quoted)
  }

  @Test(
    "inside other names the first letter is in upper case, the rest as it was",
    arguments: [("cast", "Cast"), ("castMembers", "CastMembers"), ("URL", "URL"), ("_x", "_x")])
  func capitalizing(name: String, capitalized: String) {
    #expect(SwiftName.capitalized(name) == capitalized)
  }
}
