import Foundation
import ModelCodegen
import Testing

@Suite("Generated files")
struct GeneratedFileTests {
  @Test("a file knows what stands in its place")
  func state() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var file = GeneratedFile(name: "A.swift", text: GeneratedFile.mark + "\n")
    #expect(file.state(in: folder) == .absent)
    try file.write(to: folder)
    #expect(file.state(in: folder) == .same)
    file.text += "// more\n"
    #expect(file.state(in: folder) == .outdated)
    try Data("// mine\n".utf8).write(to: folder.appendingPathComponent(file.name))
    #expect(file.state(in: folder) == .foreign)
  }

  @Test("what somebody else made is known: a file that names the mark, a folder, a link")
  func foreign() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let mark = GeneratedFile.mark
    func state(_ name: String, _ text: String? = nil) throws -> GeneratedFile.State {
      if let text { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
      return GeneratedFile(name: name, text: mark + "\n").state(in: folder)
    }
    #expect(try state("A.swift", "let text = \"\(mark)\"\n") == .foreign)
    #expect(try state("A.swift", "import A\n\(mark)\n") == .foreign)
    #expect(try state("A.swift", "// \(mark)\n") == .foreign)
    #expect(try state("A.swift", "// Ours\r\n\r\n\(mark)\r\nimport A\r\n") == .outdated)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("B.swift"), withIntermediateDirectories: false)
    #expect(try state("B.swift") == .foreign)
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent("C.swift").path, withDestinationPath: "nowhere")
    #expect(try state("C.swift") == .foreign)
  }

  @Test("a file that has the text already is not written again")
  func untouched() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("generated-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = GeneratedFile(name: "A.swift", text: "// a\n")
    let path = folder.appendingPathComponent(file.name).path
    func date() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    try file.write(to: folder)
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    try file.write(to: folder)
    #expect(try date() == old)
    try GeneratedFile(name: "A.swift", text: "// b\n").write(to: folder)
    #expect(try date() != old)
  }
}
