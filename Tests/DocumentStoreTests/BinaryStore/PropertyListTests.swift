import Foundation
import Testing

@testable import DocumentStore

@Suite("A binary store is a property list")
struct PropertyListTests {
  static func file(_ folder: TemporaryFolder) throws -> URL {
    let (_, generation) = try RecordTwin.random(seed: 40, records: 300)
    let path = folder.file("s.plist")
    try BinaryFormat.write(
      generation, metadata: BinaryRoundTripTests.metadata, to: StoredFile(path: path),
      expecting: nil)
    return URL(fileURLWithPath: path)
  }

  @Test("to Foundation")
  func foundation() throws {
    let folder = try TemporaryFolder()
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(contentsOf: Self.file(folder)), format: nil)
    let root = try #require(list as? [String: Any])
    #expect(root["format"] as? String == "OpenCoreData")
    let metadata = try #require(root["metadata"] as? [String: Any])
    #expect(metadata["NSStoreUUID"] as? String == "3F2504E0-4F89-11D3-9A0C-0305E82C3301")
    let tables = try #require(root["tables"] as? [[String: Any]])
    #expect(tables.map { $0["entity"] as? String } == ["Thing", "Other", "Island"])
  }

  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test("to Python", .enabled(if: python != nil))
  func plistlib() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.python))
    process.arguments = [
      "-c",
      """
      import plistlib, sys
      with open(sys.argv[1], 'rb') as file:
          root = plistlib.load(file)
      table = root['tables'][0]
      values = [column['values'] for column in table['columns']]
      print(root['format'], root['version'], len(root['seal']), table['entity'],
            all(isinstance(value, bytes) for value in values),
            root['metadata']['decomposed'] == 'e\\u0301', root['metadata']['numbers'][-3:])
      """, try Self.file(folder).path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(
      text == "OpenCoreData 2 48 Thing True True [9223372036854775807, -1, -9223372036854775808]\n")
  }

  @Test("whose leaves lie at multiples of eight")
  func alignment() throws {
    let folder = try TemporaryFolder()
    let file = try BinaryStoreFile(StoredFile(path: try Self.file(folder).path))
    for table in file.tables {
      let layout = try table.contents().layout
      for leaf in [layout.ids, layout.directory] + layout.values {
        #expect((leaf + DataLeaf.headerSize) % 8 == 0)
      }
    }
    #expect(file.seal.end == file.stamp.size)
    #expect(file.seal.previousEnd == 0)
  }
}
