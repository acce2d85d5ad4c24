import Foundation
import Testing

@Suite("coredata compact")
struct CompactTests {
  let model = "\(Tool.schemas.path)/FaveFlicks.xcdatamodeld"

  @Test("rids a binary store of what was replaced, and keeps all that is there")
  func compacting() throws {
    let folder = try TemporaryFolder()
    let source = Tool.samples.appendingPathComponent("FaveFlicks.xml").path
    let store = folder.path("movies.plist")
    #expect(try Tool.coredata("convert", source, store, "-m", model).status == 0)
    let whole = try folder.read("movies.plist").count
    for title in ["Never seen again", "Seen"] {
      let done = try Tool.coredata(
        "update", store, "Movie", "--where", "SELF == 'Movie-1'", "--set", "title=\(title)", "-m",
        model)
      #expect(done.status == 0, "\(done.errors)")
    }
    let old = Data("Never seen again".utf8)
    let before = try Tool.coredata("fetch", store, "Movie", "-m", model)
    let grown = try folder.read("movies.plist")
    #expect(grown.range(of: old) != nil)
    let done = try Tool.coredata("compact", store, "-m", model)
    #expect(done.status == 0 && done.errors.isEmpty)
    let compact = try folder.read("movies.plist")
    #expect(compact.range(of: old) == nil)
    #expect(compact.count < grown.count && abs(compact.count - whole) < 200)
    #expect(try Tool.coredata("fetch", store, "Movie", "-m", model).output == before.output)
  }

  @Test("and insert go on where others save at the same time, and say whose id is whose")
  func atOnce() throws {
    let folder = try TemporaryFolder()
    let document = try folder.copy("FaveFlicks.xml")
    let store = folder.path("movies.plist")
    #expect(try Tool.coredata("convert", document, store, "-m", model).status == 0)
    for path in [document, store] {
      let names = (0..<6).map { "at once \($0)" }
      let started = try names.map { name in
        try Tool.start("coredata", ["insert", path, "Tag", "--set", "name=\(name)", "-m", model])
      }
      let compacting = try Tool.coredata("compact", path, "-m", model)
      #expect(compacting.status == 0, "\(compacting.errors)")
      for (name, one) in zip(names, started) {
        let text = one.output.fileHandleForReading.readDataToEndOfFile()
        let id = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
        one.process.waitUntilExit()
        #expect(one.process.terminationStatus == 0)
        let found = try Tool.coredata(
          "fetch", path, "Tag", "--where", "SELF == '\(id)'", "--columns", "name", "--format",
          "csv",
          "-m", model)
        #expect(found.output.split(separator: "\n").last == name[...], "\(id) \(found)")
      }
    }
  }

  @Test("leaves a document as it is, and refuses what is no store")
  func others() throws {
    let folder = try TemporaryFolder()
    let document = try folder.copy("FaveFlicks.xml")
    let before = try folder.read("FaveFlicks.xml")
    #expect(try Tool.coredata("compact", document, "-m", model).status == 0)
    #expect(try folder.read("FaveFlicks.xml") == before)
    #expect(try Tool.coredata("compact", folder.path("none.plist")).status != 0)
    #expect(try Tool.coredata("compact", model).status != 0)
  }
}
