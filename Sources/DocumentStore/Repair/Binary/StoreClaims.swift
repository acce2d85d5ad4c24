import ManagedModel

/// What the containers of a state say; what cannot be read of them is missing.
struct StoreClaims {
  var metadata: [String: PropertyList]?
  /// For each table of the file, its index in the schema; -1 where that is not known.
  var tableNumbers: [Int] = []
  /// By the schema's indices.
  var tables: [TableClaim]

  init(_ schema: Schema) { tables = schema.tables.map { _ in TableClaim() } }

  /// Reads the containers of a state.
  ///
  /// Throws where they are sound and are those of another model.
  init(_ state: StateCandidate, _ schema: Schema) throws(StoreError) {
    self.init(schema)
    let reader = state.reader
    guard
      let root = (try? reader.dictionary(state.ending.root))
        ?? (try? reader.dictionary(state.ending.objectCount - 1))
    else { return }
    metadata = (try? reader.propertyList(root.object("metadata")))?.entries
    let objects = (try? root.array("tables")) ?? []
    var findings: [String] = []
    for (position, object) in objects.enumerated() {
      let table = try? reader.dictionary(object)
      let name = try? table?.text("entity")
      var index = name.flatMap { schema.tableIndex(named: $0) }
      if index == nil, !state.isVerified, objects.count == tables.count { index = position }
      tableNumbers.append(index ?? -1)
      if let name, index == nil {
        findings.append("the model has no entity '\(name)', of which the store has a table")
      }
      guard let table, let index else { continue }
      tables[index] = TableClaim(table, reader, schema.tables[index], &findings)
    }
    for table in schema.tables where !tableNumbers.contains(table.index) {
      findings.append("the store has no table of the model's entity '\(table.name)'")
    }
    if state.isVerified, !findings.isEmpty {
      findings.append(
        "the store was written with another model; repair it with that one and migrate it then")
      throw StoreError(
        .incompatibleModel,
        findings.map { Diagnostic(.error, $0, at: Diagnostic.Location(file: reader.path)) })
    }
  }
}

/// What the containers say of a table.
struct TableClaim {
  var rowCount: Int?
  var recordCount: Int?
  var highestNumber: Int?
  var map: LeafMap?
  /// Where the leaves of the patches begin, the oldest first.
  var patches: [Int]?

  init() {}

  fileprivate init(
    _ table: StoredDictionary, _ reader: PropertyListReader, _ schema: TableSchema,
    _ findings: inout [String]
  ) {
    rowCount = (try? table.count("rows")).flatMap { $0 <= RecordReference.rowLimit ? $0 : nil }
    recordCount = try? table.count("records")
    highestNumber = try? table.count("highestNumber")
    map = try? LeafMap(table, reader, schema, &findings)
    guard table.entries["patches"] != nil else {
      // Where a key is damaged, it may be this one.
      let areKnown = table.entries.keys.allSatisfy { StoreDescription.tableKeys.contains($0) }
      patches = areKnown ? [] : nil
      return
    }
    guard let objects = try? table.array("patches"), objects.count <= 64 else { return }
    patches = objects.map { (try? reader.offset(of: $0)) ?? -1 }
  }
}

/// Where the leaves of a table begin that were written with the whole file, by their order there: the ids first.
struct LeafMap: Sendable {
  var offsets: [Int]
  /// For each leaf of the schema, its place among `offsets`.
  var fileLeaves: [Int]
  var directory: Int
  var directoryChecksum: UInt64?

  /// A place that is not known.
  static let unknown = -1

  fileprivate init?(
    _ table: StoredDictionary, _ reader: PropertyListReader, _ schema: TableSchema,
    _ findings: inout [String]
  ) throws(StoreError) {
    var leafCount = 0
    let columns = try StoredColumn.columns(table, "columns", &leafCount)
    var leaves = Array(repeating: -1, count: schema.leafTypes.count)
    let known = findings.count
    BinaryStoreFile.match(
      columns, schema.columns.filter { !$0.leaves.isEmpty }, schema.name, &leaves, &findings)
    guard findings.count == known else { return nil }
    offsets = [try reader.offset(of: table.object("ids"))]
    for column in columns { try column.appendLeaves(to: &offsets, reader) }
    fileLeaves = leaves.map { $0 + 1 }
    directory = (try? reader.offset(of: table.object("directory"))) ?? Self.unknown
    if let range = try? table.data("directoryChecksum"), range.count == 8 {
      directoryChecksum = unsafe Array(reader[range]).littleEndianWord(at: 0)
    }
  }

  /// The leaves of a table, as they were found one behind the other.
  init(_ table: TableSchema, _ walk: LeafWalk, from first: Int) {
    func offset(_ index: Int) -> Int {
      index < walk.leaves.count ? walk.leaves[index].offset : Self.unknown
    }
    let count = table.leafTypes.count
    offsets = (0...count).map { offset(first + $0) }
    fileLeaves = Array(1..<count + 1)
    directory = offset(first + count + 1)
  }
}

/// The data leaves that lie one behind the other from the beginning of a file, as they were written with all of it.
///
/// For each table these are the ids, the columns' values and the directory. No container is needed to find them.
struct LeafWalk {
  struct Leaf {
    var offset: Int
    /// Bytes of the contents; fewer than were written where the file ends before they do.
    var size: Int
  }

  private(set) var leaves: [Leaf] = []

  /// Follows up to `count` leaves, over a damaged header, too, where another leaf begins behind it.
  init(_ bytes: FileBytes, count: Int) {
    var end = StoreEnding.header.count
    while leaves.count < count {
      let start = end + DataLeaf.gap(at: end)
      guard start + DataLeaf.headerSize <= bytes.count else { break }
      if let size = Self.size(bytes, at: start) {
        let room = bytes.count - start - DataLeaf.headerSize
        leaves.append(Leaf(offset: start, size: min(size, room)))
        if size > room { break }
        end = start + DataLeaf.headerSize + size
      } else {
        guard let next = Self.next(bytes, behind: start) else { break }
        end = next - DataLeaf.gap(at: next & ~7)
        leaves.append(Leaf(offset: start, size: end - start - DataLeaf.headerSize))
      }
    }
  }

  /// The size that the header of a leaf of columns gives; nil where there is none.
  static func size(_ bytes: FileBytes, at offset: Int) -> Int? {
    guard offset >= 8, offset + DataLeaf.headerSize <= bytes.count,
      (offset + DataLeaf.headerSize) & 7 == 0
    else { return nil }
    let size = DataLeaf.size(unsafe Array(bytes[offset..<offset + DataLeaf.headerSize]))
    return size.flatMap { $0 & 7 == 0 ? $0 : nil }
  }

  /// Where the next leaf begins that another one follows.
  private static func next(_ bytes: FileBytes, behind start: Int) -> Int? {
    var offset = start + 16
    while offset + DataLeaf.headerSize <= bytes.count {
      if unsafe bytes.buffer[offset] == 0x4F, let size = size(bytes, at: offset),
        size <= bytes.count - offset - DataLeaf.headerSize
      {
        let end = offset + DataLeaf.headerSize + size
        if Self.size(bytes, at: end + DataLeaf.gap(at: end)) != nil { return offset }
      }
      offset += 8
    }
    return nil
  }
}
