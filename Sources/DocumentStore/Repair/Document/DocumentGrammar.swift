/// What may stand where in a document of a schema, as far as that tells where a missing end tag belongs.
struct DocumentGrammar {
  /// What the names of the model say about an element.
  private struct Entity {
    var columns: [String: ColumnSchema] = [:]
  }

  private let entities: [String: Entity]

  init(_ schema: Schema) {
    var entities: [String: Entity] = [:]
    for table in schema.tables {
      var entity = Entity()
      for column in table.columns { entity.columns[column.name] = column }
      entities[table.name] = entity
    }
    self.entities = entities
  }

  private static let listNames: Set<String> = [
    "dict", "array", "key", "string", "integer", "real", "true", "false", "date", "data", "plist",
  ]

  /// How many of the open elements, the outermost first, an element that begins leaves open.
  ///
  /// All of them, unless it can stand only further out: an object in a property, a property in a text.
  func depth(for name: String, in path: [String]) -> Int {
    guard path.count > 1 else { return path.count }
    let isOuter = entities[name] != nil || name == DocumentName.metadata
    if path[1] == DocumentName.metadata {
      return isOuter && !Self.listNames.contains(name) ? 1 : path.count
    }
    let columns = entities[path[1]]?.columns ?? [:]
    if path.count == 2 { return columns[name] == nil && isOuter ? 1 : 2 }
    if isPart(name, of: columns[path[2]], path.dropFirst(3)) { return path.count }
    if columns[name] != nil { return 2 }
    return isOuter ? 1 : path.count
  }

  /// Whether an element can stand inside a property, below the elements of a path.
  private func isPart(_ name: String, of column: ColumnSchema?, _ path: ArraySlice<String>) -> Bool
  {
    guard let column else { return false }
    switch column.type {
    case .toMany: return name == DocumentName.reference
    case .transformable: return Self.listNames.contains(name)
    case .composite:
      guard let first = path.first else { return column.elements.contains { $0.name == name } }
      return isPart(
        name, of: column.elements.first { $0.name == first }, path.dropFirst())
    default: return false
    }
  }

  /// Whether what stands in an element before it was cut off is worth keeping: parts that are whole.
  func hasWholeParts(_ path: [String]) -> Bool {
    guard path.count > 2, path[1] != DocumentName.metadata else { return path.count <= 2 }
    var column = entities[path[1]]?.columns[path[2]]
    for name in path.dropFirst(3) { column = column?.elements.first { $0.name == name } }
    return column?.type == .toMany || column?.type == .composite
  }
}
