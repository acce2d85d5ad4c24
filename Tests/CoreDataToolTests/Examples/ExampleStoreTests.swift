import Foundation
import Testing

@Suite("What the example apps make of files")
struct ExampleStoreTests {
  private static let apps = ["FaveFlicks", "FaveFlicks6", "FoodPin"]

  /// A file that is no store, and what is said of it.
  private static let files: [(name: String, text: String?, reason: String)] = [
    ("nowhere/f.xml", nil, "make its folder first"),
    (".", nil, "is a folder"),
    ("f.xml", "<store", "f.xml:1:"),
    ("f.xml", "hello", "f.xml' is something else, not a store"),
    ("f.plist", "hello", "f.plist"),
    ("f.xml", "<html><body/></html>", "f.xml"),
  ]

  @Test(
    "a store that cannot be used is told in one line, with status 1",
    arguments: apps, files.indices)
  func unusable(_ name: String, _ index: Int) throws {
    let app = try ExampleApp(name)
    let file = Self.files[index]
    if let text = file.text { _ = try app.folder.write(text, to: file.name) }
    for command in [["list"], ["add", "A"]] {
      let run = try app.run(["--store", file.name] + command)
      // What does not exist yet is empty, and is made by the first save.
      if file.text == nil, file.name.hasSuffix("f.xml"), command == ["list"] { continue }
      #expect(run.status == 1 && run.output == "", "\(run.errors)")
      #expect(run.errors.hasPrefix("\(name): ") && run.errors.hasSuffix("\n"), "\(run.errors)")
      #expect(run.errors.dropLast().contains("\n") == false, "\(run.errors)")
      #expect(run.errors.contains(file.reason), "\(run.errors)")
    }
  }

  @Test(
    "a file that may not be read is told, too", .enabled(if: geteuid() != 0), arguments: apps)
  func forbidden(_ name: String) throws {
    let app = try ExampleApp(name)
    let file = try app.folder.write("<store></store>", to: "f.xml")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    try app.expectRefusal(["--store", file, "list"], status: 1, "f.xml")
  }

  @Test("control characters in values are written out, and lines stay lines", arguments: apps)
  func controls(_ name: String) throws {
    let app = try ExampleApp(name)
    let added = try app.lines("--store", "f.xml", "add", "a\u{1B}[31m\tb\nc\u{202E}d\u{7F}")
    #expect(added.count == 1)
    #expect(
      added.first?.contains(#"a\u{1B}[31m\u{9}b\u{A}c\u{202E}d\u{7F}"#) == true, "\(added)")
    #expect(try app.lines("--store", "f.xml", "list") == added)
    let command = name == "FoodPin" ? "show" : "delete"
    try app.expectRefusal(
      ["--store", "f.xml", command, "\u{1B}[2J"], status: 1, #"'\u{1B}[2J'"#)
  }

  @Test("letters of every script and joined emoji are shown as they are", arguments: apps)
  func scripts(_ name: String) throws {
    let app = try ExampleApp(name)
    let title = "Cléo 乱 👩‍🍳 שלום e\u{301}"
    let added = try app.lines("add", title)
    #expect(added.first?.contains(title) == true, "\(added)")
  }
}
