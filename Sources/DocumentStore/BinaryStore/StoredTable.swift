import ManagedModel

/// A table as the file describes it.
struct StoredTable {
  let entity: String
  let rowCount: Int
  let recordCount: Int
  let highestNumber: Int
  let columns: [StoredColumn]
  let leafCount: Int

  private let dictionary: StoredDictionary
  private let file: OpenFile
  /// Where the state that the table belongs to ends.
  private let end: Int

  init(_ dictionary: StoredDictionary, file: OpenFile, end: Int) throws(StoreError) {
    self.dictionary = dictionary
    self.file = file
    self.end = end
    entity = try dictionary.text("entity")
    rowCount = try dictionary.count("rows")
    recordCount = try dictionary.count("records")
    highestNumber = try dictionary.count("highestNumber")
    guard rowCount <= RecordReference.rowLimit, recordCount <= rowCount else {
      throw dictionary.reader.damaged(
        at: dictionary.offset, "'\(entity)' has \(recordCount) records in \(rowCount) rows")
    }
    var leafCount = 0
    columns = try StoredColumn.columns(dictionary, "columns", &leafCount)
    self.leafCount = leafCount
  }

  /// Where the leaves lie and what the directory says of the groups; reads the directory.
  func contents() throws(StoreError) -> (layout: TableLayout, groups: [TableDirectory.Group]) {
    let reader = dictionary.reader
    var layout = TableLayout()
    layout.directory = try reader.offset(of: dictionary.object("directory"))
    let directory = try readDirectory(at: layout.directory, &layout)
    var leaves = [try reader.offset(of: dictionary.object("ids"))]
    for column in columns { try column.appendLeaves(to: &leaves, reader) }
    for (index, leaf) in leaves.enumerated() {
      let start = leaf + DataLeaf.headerSize
      var room = end - start
      for group in directory.groups {
        guard group.leaves[index].byteCount <= room else {
          throw reader.damaged(at: leaf, "the values of a column of '\(entity)' lie beyond the end")
        }
        room -= group.leaves[index].byteCount
        layout.byteCount += group.leaves[index].byteCount
      }
    }
    layout.ids = leaves[0]
    layout.values = Array(leaves.dropFirst())
    layout.rowCount = directory.groups.reduce(0) { $0 + $1.rowCount }
    layout.recordCount = directory.groups.reduce(0) { $0 + ($1.live?.count ?? $1.rowCount) }
    let limit = Self.rowLimit(whole: layout.rowCount, size: end)
    guard rowCount <= limit else {
      throw reader.damaged(
        at: dictionary.offset,
        "'\(entity)' has \(rowCount) rows, more than its \(end) bytes can have, \(limit)")
    }
    guard layout.rowCount <= rowCount else {
      throw reader.damaged(
        at: layout.directory,
        "the directory of '\(entity)' has \(layout.rowCount) rows instead of \(rowCount)")
    }
    return (layout, directory.groups)
  }

  /// More rows than a table can have of which `whole` were written with the whole file, in a file of `size` bytes.
  ///
  /// Rows that were reserved and are not saved have no bytes in what is appended, but a save leaves out few of them, and
  /// appends at least 256 bytes. Without a limit a few bytes could make tables of billions of rows; some millions are no
  /// harm.
  static func rowLimit(whole: Int, size: Int) -> Int {
    let saves = min(size / 256, RecordReference.rowLimit / FileRows.skipLimit)
    return max(whole + FileRows.skipLimit * saves, 1 << 22)
  }

  private func readDirectory(
    at leaf: Int, _ layout: inout TableLayout
  ) throws(StoreError) -> TableDirectory {
    let reader = dictionary.reader
    let header = try file.bytes(at: leaf, count: DataLeaf.headerSize)
    let start = leaf + DataLeaf.headerSize
    guard let size = DataLeaf.size(header), size <= end - start else {
      throw reader.damaged(at: leaf, "no directory of '\(entity)' begins here")
    }
    let bytes = try file.read(size, at: start)
    layout.directoryChecksum = unsafe XXH64.hash(bytes.buffer)
    let recorded = unsafe Array(reader[try dictionary.data("directoryChecksum")])
    guard recorded.count == 8,
      Checksum.isRight(layout.directoryChecksum, recorded: recorded.littleEndianWord(at: 0))
    else {
      throw reader.damaged(
        at: start, "the checksum of the directory of '\(entity)' is another one")
    }
    guard let directory = unsafe TableDirectory(bytes.buffer, leafCount: leafCount + 1) else {
      throw reader.damaged(at: start, "the directory of '\(entity)' does not fit its columns")
    }
    return directory
  }

  /// The heads of the patches, the oldest first, and where their leaves begin.
  func patches() throws(StoreError) -> [(offset: Int, head: PatchHead)] {
    guard dictionary.entries["patches"] != nil else { return [] }
    var patches: [(offset: Int, head: PatchHead)] = []
    let leaves = try dictionary.array("patches")
    guard leaves.count <= Self.patchLimit else {
      throw dictionary.reader.damaged(
        at: dictionary.offset, "'\(entity)' has \(leaves.count) patches, more than any save leaves")
    }
    for leaf in leaves {
      let offset = try dictionary.reader.offset(of: leaf)
      patches.append(
        (
          offset,
          try PatchHead(
            file, at: offset + DataLeaf.headerSize, limit: end, rowCount: rowCount,
            leafCount: leafCount)
        ))
    }
    return patches
  }

  /// More patches than a table ever has.
  private static let patchLimit = 64
}

/// A column as the file describes it.
struct StoredColumn {
  let name: String
  let type: ColumnType
  /// Which of the table's leaves it is; the elements of a composite follow its own.
  let leaf: Int
  let elements: [StoredColumn]
  /// The object that holds the values.
  private let values: Int

  private static let depthLimit = 64

  static func columns(
    _ owner: StoredDictionary, _ key: String, _ leafCount: inout Int, depth: Int = 0
  ) throws(StoreError) -> [StoredColumn] {
    var columns: [StoredColumn] = []
    var names: Set<String> = []
    for object in try owner.array(key) {
      let dictionary = try owner.reader.dictionary(object)
      let (name, typeName) = (try dictionary.text("name"), try dictionary.text("type"))
      guard depth < depthLimit, names.insert(name).inserted else {
        throw owner.reader.damaged(
          at: dictionary.offset, "columns are nested too deep, or two are called '\(name)'")
      }
      guard let type = ColumnType.allCases.first(where: { $0.storedName == typeName }) else {
        throw owner.reader.damaged(
          at: dictionary.offset, "the column '\(name)' has the unknown type '\(typeName)'")
      }
      let leaf = leafCount
      leafCount += 1
      columns.append(
        StoredColumn(
          name: name, type: type, leaf: leaf,
          elements: type == .composite
            ? try self.columns(dictionary, "elements", &leafCount, depth: depth + 1)
            : [],
          values: try dictionary.object("values")))
    }
    return columns
  }

  /// Appends where the leaves of the column and its elements begin.
  func appendLeaves(
    to leaves: inout [Int], _ reader: PropertyListReader
  ) throws(StoreError) {
    leaves.append(try reader.offset(of: values))
    for element in elements { try element.appendLeaves(to: &leaves, reader) }
  }
}

extension ColumnType {
  /// The type's name in files, which never changes.
  var storedName: String {
    switch self {
    case .int16: "Integer 16"
    case .int32: "Integer 32"
    case .int64: "Integer 64"
    case .boolean: "Boolean"
    case .float: "Float"
    case .double: "Double"
    case .decimal: "Decimal"
    case .string: "String"
    case .date: "Date"
    case .data: "Binary"
    case .uuid: "UUID"
    case .uri: "URI"
    case .transformable: "Transformable"
    case .composite: "Composite"
    case .toOne: "To-One"
    case .toMany: "To-Many"
    }
  }
}
