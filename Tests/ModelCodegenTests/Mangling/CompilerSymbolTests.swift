import Foundation
import Testing

@testable import ModelCodegen

/// The compiler's own names, in SampleData/Accessors/symbols.txt; scripts/test-accessors.sh makes that.
@Suite struct CompilerSymbolTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../SampleData/Accessors").standardized

  private func source(_ name: String) throws -> SwiftSource {
    let url = Self.folder.appending(path: name)
    return SwiftSource(path: url.path, text: try String(contentsOf: url, encoding: .utf8))
  }

  private var wanted: Set<String> {
    get throws {
      let list = try String(contentsOf: Self.folder.appending(path: "symbols.txt"), encoding: .utf8)
      return Set(list.split(separator: "\n").map(String.init))
    }
  }

  @Test("the names of accessors are those that the compiler asks for")
  func names() throws {
    let files = ["Types", "Elsewhere", "Functions", "Foreign"]
    let shims = ManagedShims(
      module: "Symbols", sources: try files.map { try source("Symbols/\($0).swift") })
    let kit = ManagedShims(module: "Kit", sources: [try source("Kit.swift")])
    #expect(shims.diagnostics == [])
    #expect(kit.diagnostics == [])
    let made = Set(shims.symbols + kit.symbols)
    let wanted = try wanted
    #expect(wanted.subtracting(made).sorted() == [])
    #expect(made.subtracting(wanted).sorted() == [])
    #expect(made.count == shims.symbols.count + kit.symbols.count)
    #expect(made.filter { $0.hasSuffix("vg") }.count >= 60)
    #expect(made.filter { $0.hasSuffix("F") }.count >= 30)
  }

  @Test("types of a library are known from its sources as from notes")
  func library() throws {
    var foreign = try source("Symbols/Foreign.swift")
    let noted = ManagedShims(module: "Symbols", sources: [foreign])
    foreign.text.replace("coredata:type", with: "")
    let library = ManagedShims.Library(module: "Kit", sources: [try source("Kit.swift")])
    let read = ManagedShims(module: "Symbols", sources: [foreign], libraries: [library])
    #expect(noted.diagnostics == [])
    #expect(read.diagnostics == [])
    #expect(read.symbols == noted.symbols)
  }
}
