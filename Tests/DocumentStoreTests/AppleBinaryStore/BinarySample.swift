import Foundation

@testable import DocumentStore

/// Writes files of Apple's binary store in its own plain way, for reading them.
struct BinarySample: Sendable {
  /// What stands in an archive.
  indirect enum Item: Sendable {
    case null
    case integer(Int)
    case real(Double)
    case string(String)
    case mutableString(String)
    case data([UInt8])
    case date(Double)
    case array([Item])
    case dictionary([(String, Item)])
    case instance(String, [(String, Item)])
    /// A reference, where a field would hold a plain value.
    case object(Item)
    /// A reference to an object that is not there.
    case missing
    /// An object that stands in the archive once, however often it is referred to by its name here.
    case shared(String, Item)
  }

  struct Object: Sendable {
    var key: Int
    var entity: String
    var values: [Item]
    var links: [String: [Int]]
  }

  var objects: [Object]
  var lastKey = 13
  var moreMetadata: [(String, Item)] = []
  /// Names that are written as others.
  var names: [String: String] = [:]

  /// Values by name, then an empty place for each relationship.
  static let films = BinarySample(objects: [
    Object(
      key: 1, entity: "Director",
      values: [.null, .null, .string("Michael Mann"), .null], links: ["movies": [5, 2]]),
    Object(
      key: 2, entity: "Movie",
      values: [.null, .date(-158_976_000), .mutableString("Heat"), .null, .null],
      links: ["director": [1], "tags": [3]]),
    Object(key: 3, entity: "Tag", values: [.string("long"), .null], links: ["movies": [2]]),
    Object(
      key: 5, entity: "Movie", values: [.null, .null, .string(""), .null, .null],
      links: ["director": [1]]),
  ])

  private static let metadata: [(String, Item)] = [
    ("NSStoreType", .string("Binary")),
    ("NSStoreUUID", .mutableString("3F2504E0-4F89-41D3-9A0C-0305E82C3301")),
    ("NSPersistenceFrameworkVersion", .integer(1525)),
    (
      "NSStoreModelVersionHashes",
      .dictionary(
        ["Director", "Movie", "Tag"].map {
          ($0, .instance("NSMutableData", [("NS.data", .data(Array(repeating: 7, count: 32)))]))
        })
    ),
    ("of the application", .array([.string("a"), .integer(1)])),
  ]

  var bytes: [UInt8] {
    let data = archive("mapData", .instance("NSMutableDictionary", map))
    let metadata = archive("metadata", .dictionary(Self.metadata + moreMetadata))
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
    }
    return Array("CoreData".utf8) + number(1, 4) + number(134_481_920, 4)
      + number(64 + data.count, 8) + number(metadata.count, 8) + number(64, 8)
      + number(data.count, 8) + number(lastKey, 8) + number(0, 8) + data + metadata
  }

  private var map: [(String, Item)] {
    [
      ("NS.keys", .array(objects.map { .integer($0.key) })),
      (
        "NS.objects",
        .array(
          objects.map { object in
            var fields: [(String, Item)] = [
              ("NSPrimaryKey64", .integer(object.key)),
              ("NSEntityName", .object(.string(object.entity))),
              ("NSAttributeValues", .array(object.values)),
            ]
            if !object.links.isEmpty {
              fields.append(
                (
                  "NSRelatedNodes",
                  .dictionary(
                    object.links.sorted { $0.key < $1.key }.map {
                      ($0.key, .array($0.value.map { .integer($0) }))
                    })
                ))
            }
            return .instance("NSDictionaryMapNode", fields)
          })
      ),
    ]
  }

  // MARK: Archives

  func archive(_ name: String, _ root: Item) -> [UInt8] {
    var writer = Writer(names: names)
    let number = writer.add(root)
    let list: [(String, PropertyListNode)] = [
      ("$archiver", .string("NSKeyedArchiver")),
      (names["$objects"] ?? "$objects", .array(writer.objects)),
      ("$top", .dictionary([.init(key: names[name] ?? name, value: Writer.uid(number))])),
      ("$version", .integer(100_000)),
    ]
    return BinaryPropertyListWriter.bytes(
      of: .dictionary(list.map { .init(key: $0.0, value: $0.1) }), hasIdentifiers: true)
  }

  private struct Writer {
    var names: [String: String]
    var objects: [PropertyListNode] = [.string("$null")]
    private var shared: [String: Int] = [:]

    init(names: [String: String]) { self.names = names }

    static func uid(_ number: Int) -> PropertyListNode {
      .dictionary([.init(key: "CF$UID", value: .integer(Int128(number)))])
    }

    mutating func add(_ item: Item) -> Int {
      if case .shared(let name, let inner) = item {
        if let known = shared[name] { return known }
        let number = add(inner)
        shared[name] = number
        return number
      }
      let number = objects.count
      objects.append(.string("reserved"))
      objects[number] = node(item)
      return number
    }

    private mutating func node(_ item: Item) -> PropertyListNode {
      switch item {
      case .null: instance("NSNull", [])
      case .integer(let number): .integer(Int128(number))
      case .real(let number): .real(number)
      case .string(let text): .string(names[text] ?? text)
      case .mutableString(let text): instance("NSMutableString", [("NS.string", .string(text))])
      case .data(let bytes): .data(bytes)
      case .date(let seconds): instance("NSDate", [("NS.time", .real(seconds))])
      case .array(let items): instance("NSArray", [("NS.objects", references(items))])
      case .dictionary(let entries):
        instance(
          "NSDictionary",
          [
            ("NS.keys", references(entries.map { .string($0.0) })),
            ("NS.objects", references(entries.map(\.1))),
          ])
      case .instance(let name, let fields): instance(name, fields.map { ($0.0, field($0.0, $0.1)) })
      case .object(let inner), .shared(_, let inner): node(inner)
      case .missing: Self.uid(Self.nowhere)
      }
    }

    private static let nowhere = 1 << 20

    /// Numbers and bytes stand in a field themselves, lists of objects as references.
    private mutating func field(_ name: String, _ item: Item) -> PropertyListNode {
      switch item {
      case .integer, .real, .data: node(item)
      case .array(let items) where name.hasPrefix("NS."): references(items)
      case .object(let inner): Self.uid(add(inner))
      case .missing: node(item)
      default: Self.uid(add(item))
      }
    }

    private mutating func references(_ items: [Item]) -> PropertyListNode {
      .array(
        items.map { item in
          if case .missing = item { return node(item) }
          return Self.uid(add(item))
        })
    }

    private mutating func instance(
      _ name: String, _ fields: [(String, PropertyListNode)]
    ) -> PropertyListNode {
      let name = names[name] ?? name
      let number = objects.count
      objects.append(
        .dictionary([
          .init(key: "$classname", value: .string(name)),
          .init(key: "$classes", value: .array([.string(name), .string("NSObject")])),
        ]))
      return .dictionary(
        (fields + [("$class", Self.uid(number))]).map { .init(key: $0.0, value: $0.1) })
    }
  }
}
