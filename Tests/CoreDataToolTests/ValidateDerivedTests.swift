import Foundation
import Testing

@Suite("coredata validate on derived values")
struct ValidateDerivedTests {
  @Test(
    "warns of derived values that are not what their expressions give", arguments: ["xml", "plist"])
  func derivedValues(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let sample = try String(
      contentsOf: Tool.samples.appendingPathComponent("Everything.xml"), encoding: .utf8)
    let works = "<works refs=\"two-hands\"/>"
    let text = sample.replacing(works, with: "<workCount>7</workCount>\n    \(works)")
    let document = try folder.write(text, to: "Everything.xml")
    let model = "\(Tool.schemas.path)/Everything.xcdatamodeld"
    var file = document
    if kind == "plist" {
      file = folder.path("Everything.plist")
      #expect(try Tool.coredata("convert", document, file, "-m", model).status == 0)
    }
    let run = try Tool.coredata("validate", file, "-m", model)
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        "warning: 'workCount' of Artist 'bruno' is not what 'works.@count' gives now; leave it out"),
      "\(run.output)")
    let right = text.replacing("<workCount>7<", with: "<workCount>1<")
    _ = try folder.write(right, to: "Everything.xml")
    #expect(try Tool.coredata("validate", document, "-m", model).output.isEmpty)
  }
}
