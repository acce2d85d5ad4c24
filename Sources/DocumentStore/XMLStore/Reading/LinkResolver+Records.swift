extension LinkResolver {
  /// The records that were read, with both sides of their relationships and ids for all; reports
  /// what does not fit.
  func finish(number: UInt64 = 0) throws(StoreError) -> Generation? {
    // References are looked at whatever else is wrong, so that one pass finds it all.
    findMembers()
    guard !reader.problems.hasErrors else { return nil }
    var tables: [Table] = []
    for builder in reader.builders {
      tables.append(try withIDs(linked(builder.finish())))
    }
    return reader.problems.hasErrors
      ? nil : Generation(number: number, schema: schema, tables: tables)
  }

  /// Puts the references in place of the nulls that the builder made for them.
  private func linked(_ table: Table) -> Table {
    var leaves = table.groups.map(\.leaves)
    for (column, schema) in table.schema.columns.enumerated()
    where schema.type.isRelationship && !schema.leaves.isEmpty {
      let builder = ColumnBuilder(schema.type)
      var group = 0
      forEachList(table.schema.index, column) { list in
        if list.isEmpty {
          builder.appendNull()
        } else if schema.type == .toOne {
          builder.append(reference: RecordReference(bits: list[0]))
        } else {
          builder.append(references: list.lazy.map(RecordReference.init(bits:)))
        }
        if builder.rowCount == table.groups[group].rowCount {
          leaves[group][schema.leaves.lowerBound] = builder.seal()
          group += 1
        }
      }
    }
    let groups = zip(table.groups, leaves).map { group, leaves in
      RowGroup(
        firstRow: group.firstRow, rowCount: group.rowCount, ids: group.ids, live: group.live,
        leaves: leaves)
    }
    return Table(
      schema: table.schema, groups: groups, highestNumber: max(0, table.highestNumber))
  }

  /// Gives the records without id provisional ones behind the highest that are there.
  private func withIDs(_ table: Table) throws(StoreError) -> Table {
    let nextKnown = reader.root.nextNumbers[table.schema.name] ?? 1
    var highest = max(table.highestNumber, nextKnown - 1)
    reader.spans[table.schema.index].highestNumber = highest
    var groups = table.groups
    var ids: [Int: [Int: Value]] = [:]
    for row in reader.spans[table.schema.index].withoutID.sorted() {
      highest = nextFreeNumber(after: highest, table.schema.name)
      guard highest <= RecordID.largestNumber else {
        reportNoFreeID(table.schema.index, row)
        return table
      }
      let group = table.groupIndex(ofRow: row)
      let id: Value =
        groups[group].ids.type == .int64
        ? .integer(highest) : .string("\(table.schema.name)-\(highest)")
      ids[group, default: [:]][row - groups[group].firstRow] = id
    }
    for (index, values) in ids {
      let group = groups[index]
      groups[index] = RowGroup(
        firstRow: group.firstRow, rowCount: group.rowCount, ids: try group.ids.replacing(values),
        live: group.live, leaves: group.leaves)
    }
    return Table(schema: table.schema, groups: groups, highestNumber: highest)
  }

  private func nextFreeNumber(after number: Int64, _ entityName: String) -> Int64 {
    var next = number
    repeat {
      next += 1
    } while "\(entityName)-\(next)".withView { reader.symbols.isDefined($0) }
    return next
  }
}
