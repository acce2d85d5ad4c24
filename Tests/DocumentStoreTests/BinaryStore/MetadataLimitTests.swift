import Foundation
import Testing

@testable import DocumentStore

@Suite("Metadata that can be saved can be read")
struct MetadataLimitTests {
  /// Saves metadata and reads them again; false where that is refused, the file left as it was.
  func saves(_ value: PropertyList) throws -> Bool {
    let files = SimulatedFileSystem()
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    try store.save(ChangeSet(schema: SampleSchema.schema))
    let before = files["s.plist"]
    do throws(StoreError) {
      try store.save(ChangeSet(schema: SampleSchema.schema), metadata: ["value": value])
    } catch {
      #expect(error.reason == .unstorable)
      #expect(files["s.plist"] == before)
      #expect(files.names == ["s.plist"])
      return false
    }
    #expect(try files.load().metadata == ["value": value])
    return true
  }

  @Test("to the last level", arguments: [false, true])
  func depth(isDictionary: Bool) throws {
    func nested(_ levels: Int) -> PropertyList {
      var value = PropertyList.boolean(true)
      for _ in 0..<levels { value = isDictionary ? .dictionary(["k": value]) : .array([value]) }
      return value
    }
    #expect(try saves(nested(62)))
    #expect(try !saves(nested(63)))
  }

  @Test("to the last value, keys among them")
  func count() throws {
    // The root, its key and the array are values, too.
    let most = 1 << 20 - 3
    #expect(try saves(.array(Array(repeating: .boolean(true), count: most))))
    #expect(try !saves(.array(Array(repeating: .boolean(true), count: most + 1))))
  }

  @Test("to the last byte, counted as often as a text stands there")
  func size() throws {
    var room = MetadataRoom()
    let taken = [1 << 27, 1 << 26, 1 << 26, 0, 1].map { room.take($0, depth: 0) }
    #expect(taken == [true, true, true, true, false])
    #expect(PropertyList.string("é").ownSize == 2)
    #expect(PropertyList.data(Data(count: 9)).ownSize == 9)
  }
}
