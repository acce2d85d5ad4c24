/// What the containers of a store say whatever its records are: entities, columns, keys, metadata.
///
/// Put together once for many saves, since it is most of what a small one writes. Its objects come right behind the
/// leaves that were written with the whole file, so that their numbers stay what they are when patches come.
struct StoreDescription: Sendable {
  /// The objects.
  let fragment: PropertyListFragment
  /// How many leaves come before them.
  let leafCount: Int
  let tables: [TableNumbers]

  /// The numbers of a table's objects.
  struct TableNumbers: Sendable {
    var entity: Int
    var columns: Int
    var ids: Int
    var directory: Int
  }

  private let keys: [String: Int]
  let format: Int
  let version: Int
  let model: Int?
  /// The number of the metadata.
  let metadata: Int

  private let schema: Schema
  private let metadataValues: [String: PropertyList]

  /// The number of a key.
  func key(_ name: StaticString) -> Int {
    guard let key = keys["\(name)"] else { preconditionFailure("'\(name)' is not among the keys") }
    return key
  }

  /// The same store with other metadata.
  func with(_ metadata: [String: PropertyList]) throws(StoreError) -> StoreDescription {
    metadata.isSame(as: metadataValues) ? self : try StoreDescription(schema, metadata)
  }

  init(_ schema: Schema, _ metadata: [String: PropertyList]) throws(StoreError) {
    self.schema = schema
    metadataValues = metadata
    leafCount = schema.tables.reduce(0) { $0 + $1.leafTypes.count + 2 }
    var writer = PropertyListWriter(at: 0)
    writer.number(leaves: Array(repeating: 0, count: leafCount))
    var tables: [TableNumbers] = []
    var firstLeaf = 0
    for table in schema.tables {
      var columns: [Int] = []
      for column in table.columns where !column.leaves.isEmpty {
        columns.append(Self.describe(column, firstLeaf + 1, in: &writer))
      }
      let directory = firstLeaf + 1 + table.leafTypes.count
      tables.append(
        TableNumbers(
          entity: writer.add(table.name), columns: writer.add(columns), ids: firstLeaf,
          directory: directory))
      firstLeaf = directory + 1
    }
    var keys: [String: Int] = [:]
    for key in Self.tableKeys + Self.rootKeys { keys[key] = writer.add(key) }
    format = writer.add("OpenCoreData")
    version = writer.add(StoreSeal.version)
    model = schema.modelName.map { writer.add($0) }
    self.metadata = try writer.add(.dictionary(metadata))
    self.tables = tables
    self.keys = keys
    fragment = writer.fragment(after: leafCount)
  }

  /// The keys of a table's dictionary.
  static let tableKeys = [
    "entity", "rows", "records", "highestNumber", "columns", "ids", "directory",
    "directoryChecksum", "patches",
  ]
  private static let rootKeys = [
    "format", "version", "model", "metadata", "tables", "seal", "wholeSize", "numbering",
  ]

  private static func describe(
    _ column: ColumnSchema, _ firstLeaf: Int, in writer: inout PropertyListWriter
  ) -> Int {
    var entries = [
      (key: "name", object: writer.add(column.name)),
      (key: "type", object: writer.add(column.type.storedName)),
      (key: "values", object: firstLeaf + column.leaves.lowerBound),
    ]
    if column.type == .composite {
      let elements = column.elements.map { describe($0, firstLeaf, in: &writer) }
      entries.append((key: "elements", object: writer.add(elements)))
    }
    return writer.add(entries)
  }
}
