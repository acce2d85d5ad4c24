import Foundation
import Testing

@Suite("coredata info")
struct InfoTests {
  @Test("tells what a model is")
  func model() throws {
    let run = try Tool.coredata("info", "Schemas/FaveFlicks.xcdatamodeld")
    #expect(run.status == 0)
    #expect(run.output.contains("format    model\n"))
    #expect(run.output.contains("\nDirector           4\n"))
  }

  @Test("gives numbers and lists in JSON as such")
  func json() throws {
    let run = try Tool.coredata("info", "SampleData/FaveFlicks.xml", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let facts = try #require(object?["facts"] as? [String: Any])
    let data = try Data(contentsOf: Tool.samples.appendingPathComponent("FaveFlicks.xml"))
    #expect(facts["size"] as? Int == data.count)
    #expect(facts["model"] as? String == "FaveFlicks")
    #expect((object?["entities"] as? [String: Any])?["Movie"] as? Int == 9)
    let bundle = try Tool.coredata("info", "Schemas/Everything.xcdatamodeld", "--format", "json")
    #expect(bundle.output.contains("\"versions\": [\"Everything\", \"Everything 2\"]"))
  }

  @Test(
    "says what is wrong with a file, and where, on standard error",
    arguments: [
      "<model><entity name=\"1\"/></model>", "<model>", "<store model=\"A\"><B", "", "x",
      "bplist00",
    ])
  func broken(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "file")
    let run = try Tool.coredata("info", file)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix(file) && run.errors.contains(": error: "), "\(run.errors)")
  }
}
