import Foundation
import Testing

@Suite("The command line")
struct ArgumentTests {
  @Test(
    "has a page of help for each command",
    arguments: ["validate", "info", "convert", "fetch", "insert", "update", "delete"])
  func help(_ name: String) throws {
    for words in [[name, "--help"], [name, "-h"], ["help", name], ["--help", name]] {
      let run = try Tool.run("coredata", words)
      #expect(run.status == 0)
      #expect(run.output.contains("usage: coredata \(name) "))
      #expect(run.errors.isEmpty)
    }
  }

  @Test("shows all commands on --help, and without arguments as an error")
  func overview() throws {
    let asked = try Tool.coredata("--help")
    #expect(asked.status == 0)
    #expect(asked.output.contains("usage: coredata COMMAND"))
    let bare = try Tool.coredata()
    #expect(bare.status == 2)
    #expect(bare.output.isEmpty)
    #expect(bare.errors == asked.output)
  }

  @Test(
    "answers what it does not understand with one line and status 2",
    arguments: [
      (["validat"], "coredata: unknown command 'validat'; did you mean 'validate'?"),
      (["--verbose"], "coredata: unknown option '--verbose'"),
      (["validate", "--fromat", "x"], "no option '--fromat'; did you mean '--format'?"),
      (["validate"], "coredata: 'validate' needs a FILE to check"),
      (["validate", "x", "--format", "yaml"], "takes text, json or github, not 'yaml'"),
      (["fetch", "x"], "'fetch' needs ENTITY"),
      (["fetch"], "'fetch' needs STORE and ENTITY"),
      (["info", "a", "b"], "'info' has no use for 'b'"),
      (["info", "/nowhere/at/all"], "coredata: '/nowhere/at/all' does not exist"),
      (["convert", "a", "b.txt"], "say --to xml, --to binary, --to apple-xml"),
      (["fetch", "a", "B", "--limit", "-3"], "takes a whole number from 0 on, not '-3'"),
      (["fetch", "a", "B", "--limit"], "option '--limit' needs a value: --limit N"),
      (["fetch", "a", "B", "--count=3"], "option '--count' takes no value"),
      (["fetch", "a", "B", "--count", "--count"], "option '--count' is given twice"),
    ])
  func misuse(_ words: [String], _ message: String) throws {
    let run = try Tool.run("coredata", words)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("coredata: "))
    #expect(run.errors.contains(message))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }
}
