import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  @Test("shows the program that is in Examples")
  func program() throws {
    let readme = try text("README.md")
    let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
    #expect(block.components(separatedBy: "```")[0] == (try text("Examples/Films/Films.swift")))
  }

  @Test("shows the document that the program writes")
  func document() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Tool.schemas.appendingPathComponent("FaveFlicks.xcdatamodeld"),
      to: folder.url.appendingPathComponent("FaveFlicks.xcdatamodeld"))
    let run = try Tool.run("example-films", [], in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "Cléo de 5 à 7\n")
    let block = try #require(
      text("README.md").components(separatedBy: "```xml\n").dropFirst().first)
    let shown = block.components(separatedBy: "\n```")[0].replacing("\n", with: "\n  ")
    let document = String(decoding: try folder.read("Films.xml"), as: UTF8.self)
    #expect(document.contains("  \(shown)\n"))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Tool.package.appendingPathComponent(path), encoding: .utf8)
  }
}
