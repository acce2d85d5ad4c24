import Predicates

/// One thing that records are ordered by, as the columns have it.
struct SortKey {
  /// How the values are compared.
  enum Kind: Hashable {
    /// By a word that is the same for equal values only.
    case integer, boolean, floating
    /// By a word first, then exactly.
    case decimal, uuid, text
    /// As values, one by one.
    case values(SortComparison)
  }

  let kind: Kind
  let isDescending: Bool
  /// Where the values are, for each of the schema's tables that the query looks through.
  let places: [Int: KeyPlace]

  /// Takes a descriptor apart; nil where only objects can compare by it.
  init?(_ descriptor: NSSortDescriptor, tables: [Int], schema: Schema) {
    guard let path = descriptor.key, descriptor.block == nil, descriptor.comparison != .block
    else { return nil }
    let keys = PropertyPath(path).keys[...]
    var places: [Int: KeyPlace] = [:]
    var kinds: Set<Kind> = []
    for table in tables {
      guard let place = KeyPlace(keys, in: table, of: schema) else { return nil }
      places[table] = place
      for type in place.types {
        guard let kind = Kind(type, descriptor.comparison) else { return nil }
        kinds.insert(kind)
      }
    }
    guard kinds.count <= 1 else { return nil }
    self.places = places
    kind = kinds.first ?? .integer
    isDescending = !descriptor.ascending
  }
}

extension SortKey.Kind {
  /// How values of a type are compared; nil where only objects have them.
  fileprivate init?(_ type: ColumnType, _ comparison: SortComparison) {
    switch type {
    case .transformable, .composite, .toOne: return nil
    case .data, .uri: self = .values(comparison)
    case _ where comparison != .compare: self = .values(comparison)
    case .string: self = .text
    case .int16, .int32, .int64, .toMany: self = .integer
    case .boolean: self = .boolean
    case .float, .double, .date: self = .floating
    case .decimal: self = .decimal
    case .uuid: self = .uuid
    }
  }
}

/// Where a path leads in a table: to a leaf, to the number of members of a to-many, or on to other tables.
indirect enum KeyPlace {
  case leaf(Int, ColumnType)
  case count(leaf: Int)
  /// By the reference in a leaf; to each table that it may lead to.
  case destination(leaf: Int, [Int: KeyPlace])

  /// Follows keys from a table; nil where they lead through what is not stored, or to many values.
  init?(_ keys: ArraySlice<String>, in table: Int, of schema: Schema) {
    let columns = schema.tables[table].columns
    guard let place = Self.find(keys, among: columns, schema) else { return nil }
    self = place
  }

  private static func find(
    _ keys: ArraySlice<String>, among columns: [ColumnSchema], _ schema: Schema
  ) -> KeyPlace? {
    guard let key = keys.first, let column = columns.first(where: { $0.name == key }),
      !column.leaves.isEmpty
    else { return nil }
    let rest = keys.dropFirst()
    let leaf = column.leaves.lowerBound
    switch column.type {
    case .composite: return find(rest, among: column.elements, schema)
    case .toMany: return Array(rest) == ["@count"] ? .count(leaf: leaf) : nil
    case .toOne where !rest.isEmpty:
      var places: [Int: KeyPlace] = [:]
      let allowed = column.relationship?.destinationTables ?? []
      for table in allowed.indices where allowed[table] {
        guard let place = KeyPlace(rest, in: table, of: schema) else { return nil }
        places[table] = place
      }
      return .destination(leaf: leaf, places)
    default: return rest.isEmpty ? .leaf(leaf, column.type) : nil
    }
  }

  /// The types of what the path can end at.
  var types: Set<ColumnType> {
    switch self {
    case .leaf(_, let type): [type]
    case .count: [.toMany]
    case .destination(_, let places):
      places.values.reduce(into: []) { $0.formUnion($1.types) }
    }
  }
}
