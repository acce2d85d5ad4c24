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

  @Test("shows what the apps print")
  func apps() throws {
    let folder = try TemporaryFolder()
    let block = try #require(
      text("README.md").components(separatedBy: "```console\n").dropFirst().first)
    let steps = block.components(separatedBy: "```")[0].components(separatedBy: "$ swift run ")
    for step in steps.dropFirst() {
      let parts = step.split(separator: "\n", maxSplits: 1).map(String.init)
      let words = Self.words(of: parts[0])
      let run = try Tool.run(
        words[0], Array(words.dropFirst()), in: folder.url,
        environment: ["XDG_DATA_HOME": folder.path("data")])
      #expect(run.output == parts[1] && run.errors == "", "\(parts[0])\n\(run.errors)")
    }
    #expect(steps.count == 6)
  }

  /// The words of a command line, of which some stand in quotes.
  private static func words(of line: String) -> [String] {
    line.components(separatedBy: "\"").enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [part]
    }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Tool.package.appendingPathComponent(path), encoding: .utf8)
  }
}
