import Foundation
import Testing

/// `example-films` brings no model along: it takes the one in its working directory, or one among the resources
/// of other targets, as those of FaveFlicks are.
@Suite("The model that a container finds by its name")
struct ContainerModelTests {
  private let app: ExampleApp

  init() throws { app = try ExampleApp("example-films") }

  private func copyModel(_ name: String) throws {
    try FileManager.default.copyItem(
      at: Tool.schemas.appendingPathComponent("\(name).xcdatamodeld"),
      to: app.folder.url.appendingPathComponent("FaveFlicks.xcdatamodeld"))
  }

  @Test(
    "is no document that happens to have the name",
    arguments: ["<store/>", "<store model=\"FaveFlicks\"><Movie/></store>", "<html/>", "", "text"])
  func documents(_ text: String) throws {
    _ = try app.folder.write(text, to: "FaveFlicks.xml")
    #expect(try app.lines() == ["Cléo de 5 à 7"])
    try copyModel("FaveFlicks")
    #expect(try app.lines().isEmpty == false)
  }

  @Test("is not guessed where two differ")
  func difference() throws {
    try copyModel("FoodPin")
    let run = try app.run([])
    #expect(run.status != 0)
    #expect(
      run.errors.contains("there are two models 'FaveFlicks' that differ: '"), "\(run.errors)")
    #expect(run.errors.contains("\(app.folder.path("FaveFlicks.xcdatamodeld"))'; pass the one"))
  }
}
