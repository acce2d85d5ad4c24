import Foundation
import Testing

@testable import DocumentStore

@Suite("Property lists are equal where nothing would change")
struct PropertyListEqualityTests {
  @Test(
    "not where bytes or bits differ",
    arguments: [
      (.string("\u{E9}"), .string("e\u{301}")), (.real(0), .real(-0.0)), (.integer(1), .real(1)),
      (.boolean(true), .integer(1)),
      (
        .date(Date(timeIntervalSinceReferenceDate: 0)),
        .date(Date(timeIntervalSinceReferenceDate: -0.0))
      ),
      (.array([.string("\u{E9}")]), .array([.string("e\u{301}")])),
      (.dictionary(["\u{E9}": .integer(1)]), .dictionary(["e\u{301}": .integer(1)])),
      (.dictionary(["a": .integer(1)]), .dictionary(["a": .integer(1), "b": .integer(2)])),
      (.dictionary(["a": .real(0)]), .dictionary(["a": .real(-0.0)])),
    ] as [(PropertyList, PropertyList)])
  func different(one: PropertyList, other: PropertyList) {
    #expect(one != other)
    #expect(other != one)
    #expect(one == one && other == other)
  }

  @Test("NaN is the same as itself")
  func notANumber() {
    #expect(PropertyList.real(.nan) == .real(.nan))
  }

  @Test("a binary store is saved again where only the form of a text changed")
  func exactMetadata() throws {
    let files = SimulatedFileSystem()
    let format = BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema)
    let store = try RecordStore(schema: SampleSchema.schema, format: format)
    for metadata in ["\u{E9}", "e\u{301}"] {
      try store.save(
        ChangeSet(schema: SampleSchema.schema), metadata: [metadata: .string(metadata)])
      let again = try files.load()
      #expect(again.metadata.isSame(as: [metadata: .string(metadata)]))
    }
  }
}
