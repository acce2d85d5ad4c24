/// How the file numbers tables, and which rows there are: what its references may be, and what they become.
struct References: Sendable {
  private struct Target {
    /// The table's index in the schema.
    let table: Int
    let rowCount: Int
  }

  /// By the file's numbers.
  private let targets: [Target]
  /// Whether the file numbers the tables as the schema does.
  let isSameOrder: Bool

  init(stored: [StoredTable], schema: Schema) {
    targets = stored.map {
      Target(table: schema.tableIndex(named: $0.entity) ?? -1, rowCount: $0.rowCount)
    }
    isSameOrder = targets.enumerated().allSatisfy { $0 == $1.table }
  }

  func contents(of column: ColumnSchema, _ name: String) -> RelationshipContents {
    RelationshipContents(
      name: name, references: self,
      destinations: column.relationship?.destinationTables ?? [])
  }

  /// Whether a row of the file exists, and its table is among the destinations.
  fileprivate func allows(_ reference: RecordReference, _ destinations: [Bool]) -> Bool {
    guard reference.table < targets.count else { return false }
    let target = targets[reference.table]
    guard reference.row < target.rowCount else { return false }
    return destinations.isEmpty
      || target.table < destinations.count && destinations[target.table]
  }

  fileprivate func adapted(_ reference: RecordReference) -> RecordReference {
    RecordReference(table: targets[reference.table].table, row: reference.row)
  }

  fileprivate var needsAdapting: Bool { !isSameOrder }
}

/// The members of a relationship.
struct RelationshipContents: ChunkContents {
  let name: String
  let references: References
  /// For each table of the schema, whether its records may be members; empty where any may.
  let destinations: [Bool]

  func fault(in chunk: ChunkView) -> String? {
    guard chunk.hasCleanPresence else { return "a value stands behind the last row" }
    guard chunk.allReferences({ references.allows($0, destinations) }) else {
      return "a reference leads to no record, or to one of another entity"
    }
    return chunk.hasDistinctMembers ? nil : "a record is named twice by the same one"
  }

  func adapt(_ bytes: UnsafeMutableRawBufferPointer, _ chunk: ChunkView) {
    guard references.needsAdapting else { return }
    unsafe chunk.replaceReferences(in: bytes, references.adapted)
  }
}

extension ChunkView {
  /// Where the references are: in a to-many one behind the other, in a to-one those of present rows.
  fileprivate var referenceOffsets: [Int] {
    if type == .toMany {
      return Array(stride(from: payload.lowerBound, to: payload.upperBound, by: 8))
    }
    return (0..<rowCount).filter(isPresent).map { valuesStart + $0 * 8 }
  }

  /// Puts others in the place of all references, in a copy of the bytes.
  func replaceReferences(
    in copy: UnsafeMutableRawBufferPointer, _ other: (RecordReference) -> RecordReference
  ) {
    for offset in referenceOffsets {
      let old = RecordReference(bits: value(at: offset, as: UInt64.self))
      unsafe copy.storeBytes(of: other(old).bits, toByteOffset: offset, as: UInt64.self)
    }
  }

  /// Whether no row of a to-many names a record twice.
  fileprivate var hasDistinctMembers: Bool {
    guard type == .toMany else { return true }
    return (0..<rowCount).allSatisfy { row in
      let start = payload.lowerBound
      let places = stride(from: start + offset(row), to: start + offset(row + 1), by: 8)
      return places.lazy.map { value(at: $0, as: UInt64.self) }.areDistinct
    }
  }

  /// Whether all references satisfy a condition.
  func allReferences(_ condition: (RecordReference) -> Bool) -> Bool {
    if type == .toMany {
      return stride(from: payload.lowerBound, to: payload.upperBound, by: 8).allSatisfy {
        condition(RecordReference(bits: value(at: $0, as: UInt64.self)))
      }
    }
    let start = valuesStart
    return (0..<rowCount).allSatisfy { row in
      !isPresent(row)
        || condition(RecordReference(bits: value(at: start + row * 8, as: UInt64.self)))
    }
  }
}
