import Foundation

/// The second archive of Apple's binary store: its metadata.
struct AppleMetadataArchive {
  private var writer = ArchiveWriter()
  private let root: Int
  private var keys: [PropertyListNode] = []
  private var values: [PropertyListNode] = []

  init(_ entries: [String: PropertyList]) {
    root = writer.reserve()
    for (key, value) in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      keys.append(.init(identifier: writer.add(.string(key))))
      values.append(.init(identifier: writer.add(objects: PropertyListNode(value))))
    }
  }

  /// Adds what another archive has under a key.
  mutating func add(
    _ key: String, _ value: Int, of archive: KeyedArchive
  ) throws(KeyedArchive.Fault) {
    keys.append(.init(identifier: writer.add(.string(key))))
    values.append(.init(identifier: try writer.add(value, of: archive)))
  }

  /// The archive.
  var bytes: [UInt8] {
    var writer = writer
    writer.set(
      root, ArchiveWriter.dictionary, [("NS.keys", .array(keys)), ("NS.objects", .array(values))])
    return writer.bytes(root, named: "metadata")
  }
}

extension ArchiveWriter {
  static let array = ["NSArray", "NSObject"]
  static let mutableArray = ["NSMutableArray", "NSArray", "NSObject"]
  static let dictionary = ["NSDictionary", "NSObject"]
  static let mutableDictionary = ["NSMutableDictionary", "NSDictionary", "NSObject"]

  /// Adds the objects of a property list.
  mutating func add(objects node: PropertyListNode) -> Int {
    switch node {
    case .array(let elements):
      let members = elements.map { PropertyListNode(identifier: add(objects: $0)) }
      return add(Self.array, [("NS.objects", .array(members))])
    case .dictionary(let entries):
      let keys = entries.map { PropertyListNode(identifier: add(.string($0.key))) }
      let values = entries.map { PropertyListNode(identifier: add(objects: $0.value)) }
      return add(Self.dictionary, [("NS.keys", .array(keys)), ("NS.objects", .array(values))])
    case .date(let seconds):
      return add(["NSDate", "NSObject"], [("NS.time", .real(seconds))])
    case .boolean, .integer, .real, .string, .data: return add(node)
    }
  }
}
