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

  init(_ dictionary: StoredDictionary) throws(StoreError) {
    self.dictionary = dictionary
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
    guard dictionary.entries["patches"] == nil else {
      throw StoreError(
        .unknownFormat,
        "the store was written by a newer version, which appends changes",
        at: Diagnostic.Location(file: dictionary.reader.path))
    }
  }

  /// The groups of rows, with where their leaves are.
  func groups(sizeLimit: Int) throws(StoreError) -> [StoredGroup] {
    let reader = dictionary.reader
    let range = try dictionary.data("directory")
    let sum = try dictionary.data("directoryChecksum")
    var expected: [UInt8] = []
    unsafe expected.append(littleEndian: XXH64.hash(reader[range]))
    guard unsafe expected.elementsEqual(reader[sum]) else {
      throw reader.damaged(
        at: range.lowerBound, "the checksum of the directory of '\(entity)' is another one")
    }
    guard let directory = unsafe TableDirectory(reader[range], leafCount: leafCount + 1),
      directory.groups.reduce(0, { $0 + $1.rowCount }) == rowCount,
      directory.groups.reduce(0, { $0 + ($1.live?.count ?? $1.rowCount) }) == recordCount
    else {
      throw reader.damaged(
        at: range.lowerBound, "the directory of '\(entity)' does not fit its \(rowCount) rows")
    }
    var objects = [try dictionary.object("ids")]
    for column in columns { column.appendChunks(to: &objects) }
    var chunks: [[Int]] = []
    for object in objects {
      guard case .array(let leaves) = try reader.node(object),
        leaves.count == directory.groups.count
      else {
        throw reader.damaged(at: dictionary.offset, "a column of '\(entity)' lacks chunks")
      }
      chunks.append(leaves)
    }
    var groups: [StoredGroup] = []
    groups.reserveCapacity(directory.groups.count)
    for (index, group) in directory.groups.enumerated() {
      var offsets: [Int] = []
      for (chunk, leaf) in zip(chunks, group.leaves) {
        let offset = try reader.offset(of: chunk[index]) + DataLeaf.headerSize
        guard leaf.byteCount <= sizeLimit - offset else {
          throw reader.damaged(
            at: offset, "a chunk of '\(entity)' has \(leaf.byteCount) bytes, beyond the end")
        }
        offsets.append(offset)
      }
      groups.append(StoredGroup(entry: group, offsets: offsets))
    }
    return groups
  }
}

/// A group of rows in the file: the directory's entry, and where the contents of each leaf begin.
struct StoredGroup {
  let entry: TableDirectory.Group
  let offsets: [Int]
}

/// A column as the file describes it.
struct StoredColumn {
  let name: String
  let type: ColumnType
  /// Which of the table's leaves it is; the elements of a composite follow its own.
  let leaf: Int
  let elements: [StoredColumn]
  /// The array of the objects that hold the chunks, one for each group.
  private let chunks: Int

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
          chunks: try dictionary.object("chunks")))
    }
    return columns
  }

  func appendChunks(to all: inout [Int]) {
    all.append(chunks)
    for element in elements { element.appendChunks(to: &all) }
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
