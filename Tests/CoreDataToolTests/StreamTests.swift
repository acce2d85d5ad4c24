import Foundation
import Testing

@Suite("Standard streams")
struct StreamTests {
  /// Runs a line of shell in which `coredata` is the tool.
  private func shell(_ line: String) throws -> Tool.Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "PATH=\"$0:$PATH\"; \(line)", Tool.products.path]
    process.currentDirectoryURL = Tool.package
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let texts = [output, errors].map {
      String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Tool.Run(output: texts[0], errors: texts[1], status: process.terminationStatus)
  }

  @Test(
    "a closed or full standard output is told on standard error", arguments: [">&-", ">/dev/full"])
  func unwritable(_ redirection: String) throws {
    let run = try shell("coredata info Schemas/FaveFlicks.xcdatamodeld \(redirection)")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("coredata: standard output cannot be written: "))
  }

  @Test("with all streams closed nothing is written into a store")
  func closed() throws {
    let folder = try TemporaryFolder()
    let store = try folder.copy("FaveFlicks.xml")
    let before = try folder.read("FaveFlicks.xml")
    let line =
      "coredata validate -m Schemas/FaveFlicks.xcdatamodeld \(store) \(store)x <&- >&- 2>&-"
    #expect(try shell(line).status == 2)
    #expect(try folder.read("FaveFlicks.xml") == before)
  }

  @Test("a reader that has enough ends the program quietly")
  func reader() throws {
    let run = try shell("coredata fetch SampleData/FaveFlicks.xml Movie --format csv | head -n 1")
    #expect(run.output.hasPrefix("@id,"))
    #expect(run.errors.isEmpty)
  }
}
