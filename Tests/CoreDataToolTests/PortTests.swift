import Foundation
import Testing

@Suite("coredata port")
struct PortTests {
  private static let text = "@objc(Movie)\npublic class Movie {}\nlet key = #keyPath(Movie.title)\n"
  private static let ported =
    "#if canImport(ObjectiveC)\n@objc(Movie)\n#endif\npublic class Movie {}\nlet key = \"title\"\n"

  @Test("rewrites a file, keeps its mode, tells what changed, and the second time nothing")
  func writing() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.text, to: "Movie.swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    let first = try Tool.coredata("port", file)
    #expect(first.status == 0, "\(first.errors)")
    #expect(
      first.output == """
        \(file):1:1: note: '@objc(Movie)' stands under '#if canImport(ObjectiveC)'
        \(file):3:11: note: '#keyPath(Movie.title)' is the string "title"

        """)
    #expect(try folder.read("Movie.swift") == Data(Self.ported.utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    let second = try Tool.coredata("port", file)
    #expect(second.status == 0)
    #expect(second.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Movie.swift"])
  }

  @Test("follows a link to the file and leaves the link")
  func links() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.text, to: "Movie.swift")
    let link = folder.path("Link.swift")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Movie.swift")
    #expect(try Tool.coredata("port", link).status == 0)
    #expect(try folder.read("Movie.swift") == Data(Self.ported.utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "Movie.swift")
  }

  @Test("with --check writes nothing, and status 1 says that a file would change")
  func check() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.text, to: "Movie.swift")
    let run = try Tool.coredata("port", "--check", file)
    #expect(run.status == 1)
    #expect(run.output.contains(":1:1: note: "))
    #expect(try folder.read("Movie.swift") == Data(Self.text.utf8))
    let fine = try folder.write(Self.ported, to: "Fine.swift")
    #expect(try Tool.coredata("port", "--check", fine).status == 0)
  }

  @Test(
    "warnings leave the status as it is, unless they are to count",
    arguments: [([], 0), (["--strict"], 1), (["--check"], 0), (["--check", "--strict"], 1)]
      as [([String], Int32)])
  func strict(_ options: [String], _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("let action = #selector(go)\n", to: "A.swift")
    let run = try Tool.run("coredata", ["port", file] + options)
    #expect(run.status == status && run.output.contains(":1:14: warning: "), "\(run.output)")
    let fine = try folder.write(Self.ported, to: "Fine.swift")
    #expect(try Tool.run("coredata", ["port", fine] + options).status == 0)
    let open = try folder.write(Self.text, to: "Open.swift")
    let isChecked = options.contains("--check")
    #expect(try Tool.run("coredata", ["port", open] + options).status == (isChecked ? 1 : 0))
  }

  @Test("goes on after a file that cannot be read or is no UTF-8, with status 2")
  func failures() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.text, to: "Movie.swift")
    let binary = folder.path("Binary.swift")
    try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: binary))
    let run = try Tool.coredata("port", folder.path("None.swift"), binary, file)
    #expect(run.status == 2)
    #expect(run.errors.contains("None.swift' cannot be read"))
    #expect(run.errors.contains("Binary.swift' is not UTF-8"))
    #expect(try folder.read("Movie.swift") == Data(Self.ported.utf8))
  }
}
