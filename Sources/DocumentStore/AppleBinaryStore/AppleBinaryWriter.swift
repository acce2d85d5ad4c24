import Foundation

/// Writes a whole file of Apple's binary store.
///
/// Which classes stand for which values is what files of Apple's have; where none is known with a type (decimals,
/// UUIDs, URIs), it is the class that Core Data allows in such files.
struct AppleBinaryWriter {
  private let generation: Generation
  private let ids: AppleFileIDs
  private let order: [RecordReference]
  private let orders: [AppleOrder]
  private var archive = ArchiveWriter()
  private var null = 0

  init(_ generation: Generation, _ ids: AppleFileIDs, _ order: [RecordReference]) {
    self.generation = generation
    self.ids = ids
    self.order = order
    orders = generation.schema.tables.map(AppleOrder.init)
  }

  /// The bytes of the file.
  mutating func bytes(_ metadata: AppleMetadataArchive) throws(StoreError) -> [UInt8] {
    let data = try data()
    let described = metadata.bytes
    let start = AppleBinaryHeader.size
    let header = AppleBinaryHeader(
      metadata: start + data.count..<start + data.count + described.count,
      data: start..<start + data.count, lastKey: ids.highest)
    return header.bytes + data + described
  }

  private mutating func data() throws(StoreError) -> [UInt8] {
    let root = archive.reserve()
    null = archive.add(["NSNull", "NSObject"], [])
    var keys: [PropertyListNode] = []
    var nodes: [PropertyListNode] = []
    for reference in order {
      let key = try ids.number(of: reference, in: generation)
      keys.append(.init(identifier: archive.add(.integer(Int128(key)))))
      nodes.append(.init(identifier: try add(reference, key)))
    }
    archive.set(
      root, ArchiveWriter.mutableDictionary,
      [("NS.keys", .array(keys)), ("NS.objects", .array(nodes))])
    return archive.bytes(root, named: "mapData")
  }

  private mutating func add(
    _ reference: RecordReference, _ key: Int64
  ) throws(StoreError) -> Int {
    let table = generation.tables[reference.table]
    let order = orders[reference.table]
    var values: [PropertyListNode] = []
    for column in order.attributes {
      let value = try table.value(of: column, at: reference.row)
      values.append(.init(identifier: try add(value, table.schema.columns[column], reference)))
    }
    values += order.relationships.map { _ in PropertyListNode(identifier: null) }
    let list = archive.add(ArchiveWriter.array, [("NS.objects", .array(values))])
    var fields: [(String, PropertyListNode)] = [
      ("NSPrimaryKey64", .integer(Int128(key))),
      ("NSEntityName", .init(identifier: archive.add(.string(table.schema.name)))),
      ("NSAttributeValues", .init(identifier: list)),
    ]
    if let links = try addLinks(of: reference) {
      fields.append(("NSRelatedNodes", .init(identifier: links)))
    }
    return archive.add(["NSDictionaryMapNode", "NSStoreMapNode", "NSObject"], fields)
  }

  private mutating func addLinks(of reference: RecordReference) throws(StoreError) -> Int? {
    let table = generation.tables[reference.table]
    var names: [PropertyListNode] = []
    var lists: [PropertyListNode] = []
    for column in orders[reference.table].relationships {
      let members = try table.value(of: column, at: reference.row).members
        .filter(generation.contains)
      guard !members.isEmpty else { continue }
      var keys: [PropertyListNode] = []
      for member in members {
        let key = try ids.number(of: member, in: generation)
        keys.append(.init(identifier: archive.add(.integer(Int128(key)))))
      }
      let isToOne = table.schema.columns[column].type == .toOne
      let list = archive.add(
        isToOne ? ArchiveWriter.array : ArchiveWriter.mutableArray, [("NS.objects", .array(keys))])
      names.append(
        .init(identifier: archive.add(.string(table.schema.columns[column].name))))
      lists.append(.init(identifier: list))
    }
    guard !names.isEmpty else { return nil }
    return archive.add(
      ArchiveWriter.mutableDictionary,
      [("NS.keys", .array(names)), ("NS.objects", .array(lists))])
  }

  // MARK: Values

  private mutating func add(
    _ value: Value, _ column: ColumnSchema, _ owner: RecordReference
  ) throws(StoreError) -> Int {
    switch value {
    case .null: return null
    case .boolean(let flag): return archive.add(.integer(flag ? 1 : 0))
    case .integer(let number): return archive.add(.integer(Int128(number)))
    case .float(let number) where number.isFinite: return archive.add(.real(Double(number)))
    case .double(let number) where number.isFinite: return archive.add(.real(number))
    case .date(let seconds) where seconds.isFinite:
      return archive.add(["NSDate", "NSObject"], [("NS.time", .real(seconds))])
    case .string(let text) where text != "$null": return archive.add(.string(text))
    case .string(let text):
      // As a plain text this one would mean nil.
      return archive.add(
        ["NSMutableString", "NSString", "NSObject"], [("NS.string", .string(text))])
    case .data(let data): return archive.add(.data(Array(data)))
    case .uuid(let uuid):
      let bytes = unsafe withUnsafeBytes(of: uuid.uuid) { unsafe Array($0) }
      return archive.add(["NSUUID", "NSObject"], [("NS.uuidbytes", .data(bytes))])
    case .uri(let text):
      let relative = PropertyListNode(identifier: archive.add(.string(text)))
      return archive.add(
        ["NSURL", "NSObject"], [("NS.base", .init(identifier: 0)), ("NS.relative", relative)])
    case .decimal(let number) where !number.isNaN: return add(DecimalBits(number))
    case .transformed(let data): return try add(transformed: data, column, owner)
    case .composite:
      throw refusal(
        column, owner, "is a composite, and how a store of Apple's keeps one is not known")
    case .float, .double, .date, .decimal, .reference, .references:
      throw refusal(column, owner, "is not a finite number")
    }
  }

  private mutating func add(_ number: DecimalBits) -> Int {
    var units: [UInt8] = []
    var rest = number.mantissa
    while rest != 0 {
      units += [UInt8(truncatingIfNeeded: rest), UInt8(truncatingIfNeeded: rest >> 8)]
      rest >>= 16
    }
    let length = units.count / 2
    units += Array(repeating: 0, count: 16 - units.count)
    return archive.add(
      ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
      [
        ("NS.exponent", .integer(Int128(number.exponent))),
        ("NS.length", .integer(Int128(length))), ("NS.negative", .boolean(number.isNegative)),
        ("NS.compact", .boolean(true)), ("NS.mantissa.bo", .integer(1)),
        ("NS.mantissa", .data(units)),
      ])
  }

  /// The store keeps the object that a transformer made bytes of, so those must be an archive or a property list.
  private mutating func add(
    transformed data: Data, _ column: ColumnSchema, _ owner: RecordReference
  ) throws(StoreError) -> Int {
    let bytes = Array(data)
    let added = bytes.withView { view -> Int? in
      if let copied = try? KeyedArchive(view), let root = try? copied.root("root") {
        return try? archive.add(root, of: copied)
      }
      return BinaryPropertyListReader.node(of: view).map { archive.add(objects: $0) }
    }
    guard let added else {
      throw refusal(
        column, owner,
        "is made into bytes that are neither a property list nor an archive, and Apple's binary store keeps the "
          + "object itself; use another format")
    }
    return added
  }

  private func refusal(
    _ column: ColumnSchema, _ owner: RecordReference, _ sentence: String
  ) -> StoreError {
    let id = (try? generation.id(of: owner)) ?? ""
    return StoreError(
      .unstorable,
      "'\(column.name)' of \(generation.schema.tables[owner.table].name) '\(id)' \(sentence)")
  }
}
