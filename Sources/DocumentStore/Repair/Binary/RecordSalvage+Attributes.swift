import Foundation

extension RecordSalvage {
  /// Leaves out the values that are lost, and lists them and those that are not certain.
  mutating func mendAttributes() throws(StoreError) {
    for table in schema.tables {
      for (index, column) in table.columns.enumerated()
      where !column.type.isRelationship && !column.leaves.isEmpty {
        try mend(table, index, column)
      }
    }
  }

  private mutating func mend(
    _ table: TableSchema, _ index: Int, _ column: ColumnSchema
  ) throws(StoreError) {
    let marks = marks[table.index]
    let damaged = column.leaves.filter { marks.leaves[$0] != nil }
    guard !damaged.isEmpty else { return }
    var (lost, uncertain): ([Int], [Int]) = ([], [])
    for row in tables[table.index].liveRows() {
      let isUncertain = damaged.contains { marks.isUncertain($0, row) }
      var isLost = damaged.contains { marks.isLost($0, row) }
      guard isLost || isUncertain else { continue }
      // Where there must be a value, nil is none that was written.
      if !isLost, column.isRequired || column.hasRequiredParts {
        isLost = try column.lacksValue(tables[table.index].value(of: index, at: row))
      }
      guard isLost || options.onlyCertain else {
        uncertain.append(row)
        continue
      }
      lost.append(row)
      let reference = RecordReference(table: table.index, row: row)
      let found = try tables[table.index].value(of: index, at: row)
      edits[reference, default: [:]][index] =
        column.type == .composite && isPartlyThere(marks, column, row)
        ? try composite(table.index, column, row) : column.isRequired ? column.substitute : .null
      if edits[reference]?[index] == found { edits[reference]?[index] = nil }
    }
    let why =
      options.onlyCertain ? "is left out: its bytes are damaged" : "is lost: its bytes are damaged"
    let stand =
      column.isRequired
      ? column.defaultValue.isNull
        ? "; the model requires one, so an empty one stands there"
        : "; the model requires one, so the default stands there" : ""
    try report(.lost, table.index, column.name, lost, why + stand)
    try report(
      .uncertain, table.index, column.name, uncertain,
      "is not certain: the checksum of its bytes does not hold")
  }

  /// Whether some part of a composite can be made out.
  private func isPartlyThere(_ marks: TableMarks, _ column: ColumnSchema, _ row: Int) -> Bool {
    column.leaves.dropFirst().contains { leaf in
      !marks.isLost(leaf, row) && !(options.onlyCertain && marks.isUncertain(leaf, row))
    }
  }

  /// The parts of a composite that can be made out.
  private func composite(
    _ table: Int, _ column: ColumnSchema, _ row: Int
  ) throws(StoreError) -> Value {
    let groups = tables[table].groups
    let group = groups[tables[table].groupIndex(ofRow: row)]
    let place = row - group.firstRow
    let presence = column.leaves.lowerBound
    if isKnown(table, presence, row), try !group.leaves[presence].isPresent(place) { return .null }
    var parts: [Value] = []
    for element in column.elements {
      let leaf = element.leaves.lowerBound
      var value: Value =
        element.type == .composite
        ? try composite(table, element, row)
        : isKnown(table, leaf, row) ? try group.leaves[leaf].value(at: place) : .null
      if value.isNull, element.isRequired { value = element.substitute }
      parts.append(value)
    }
    let isEmpty = parts.allSatisfy(\.isNull)
    return isEmpty && !isKnown(table, presence, row) && column.isOptional
      ? .null : .composite(parts)
  }

  private func isKnown(_ table: Int, _ leaf: Int, _ row: Int) -> Bool {
    let marks = marks[table]
    return !marks.isLost(leaf, row) && !(options.onlyCertain && marks.isUncertain(leaf, row))
  }
}

extension ColumnSchema {
  /// Whether a record cannot be without a value.
  var isRequired: Bool { !isOptional && !isDerived && !isTransient }

  /// Whether a composite that is there needs parts.
  fileprivate var hasRequiredParts: Bool {
    elements.contains { $0.isRequired || $0.hasRequiredParts }
  }

  /// Whether something is missing in a value that must be there.
  fileprivate func lacksValue(_ value: Value) -> Bool {
    switch value {
    case .null: isRequired
    case .composite(let parts): zip(elements, parts).contains { $0.lacksValue($1) }
    default: false
    }
  }

  /// What stands for a required value that is lost: the default, else what is nothing in the type.
  var substitute: Value {
    if !defaultValue.isNull { return defaultValue }
    return switch type {
    case .int16, .int32, .int64: .integer(0)
    case .boolean: .boolean(false)
    case .float: .float(0)
    case .double: .double(0)
    case .decimal: .decimal(0)
    case .string: .string("")
    case .date: .date(0)
    case .data: .data(Data())
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .uri: .uri("")
    case .transformable: .transformed(Data())
    case .composite:
      .composite(elements.map { $0.isRequired ? $0.substitute : .null })
    case .toOne, .toMany: .null
    }
  }
}
