import Predicates
import Synchronization

/// The sorted indexes that a model asks for, built when queries can use them.
///
/// One serves all generations of a store: groups of rows that changed since an index was built are looked through
/// instead, and when that has cost about as much as bringing the index up to date, this is done. An index is built
/// when it could help for the third time, because building it costs more than looking through the table once.
package final class FetchIndexes: Sendable {
  private struct Slot {
    var index: SortedIndex?
    /// How often the index could have helped before it was built.
    var misses = 0
    /// Rows that were looked through because the index did not have them.
    var staleRows = 0
    var isBuilding = false
    weak var generation: Generation?
    /// What the index does not have in that generation.
    var staleness: (parts: [Bool], groups: [Bool]) = ([], [])
    var hasStaleParts = false
    /// Whether the index has all rows of that generation and no others.
    var isWhole = false
  }

  /// For each table a slot for each of its indexes.
  private let slots: Mutex<[[Slot]]>
  private let missesBeforeBuilding: Int

  /// Makes indexes of nothing, to be built after so many queries that they could have helped with.
  package init(buildingAfter misses: Int = 2) {
    slots = Mutex([])
    missesBeforeBuilding = misses
  }

  /// The rows of a table that may meet all of some conditions, where an index narrows them enough; nil where it does not.
  func rows(
    for conditions: [NSPredicate], table: Int, in generation: Generation
  ) throws(StoreError) -> IndexedRows? {
    let plans = IndexPlan.plans(for: conditions, generation.schema.tables[table])
    var best: IndexedRows?
    for plan in plans {
      guard let view = try view(of: plan.index, table, in: generation) else { continue }
      let found = IndexedRows(plan, view, generation.tables[table])
      if found.count < best?.count ?? .max { best = found }
    }
    guard let best, best.count < IndexedRows.limit(for: generation.tables[table]) else {
      return nil
    }
    return best
  }

  /// An index of a table that has all rows of a generation as they are, if there is one by now.
  func index(_ position: Int, of table: Int, knowing generation: Generation) -> SortedIndex? {
    slots.withLock { slots in
      guard !slots.isEmpty, slots[table][position].isWhole,
        slots[table][position].generation === generation
      else { return nil }
      return slots[table][position].index
    }
  }

  /// An index as one generation can use it.
  struct View {
    let index: SortedIndex
    let staleParts: [Bool]?
    /// The table's groups that must be looked through.
    let groups: [Int]
  }

  private func view(
    of position: Int, _ table: Int, in generation: Generation
  ) throws(StoreError) -> View? {
    let (view, shouldBuild, old) = slots.withLock { slots in
      prepare(&slots, generation.schema)
      return use(&slots[table][position], generation.tables[table], generation)
    }
    guard shouldBuild else { return view }
    let schema = generation.schema.tables[table]
    let leaves = schema.indexes[position].columns.map { schema.columns[$0].leaves.lowerBound }
    do throws(StoreError) {
      let fresh = try SortedIndex.make(of: generation.tables[table], leaves: leaves, from: old)
      slots.withLock { slots in
        slots[table][position] = Slot(index: fresh)
      }
      return View(index: fresh, staleParts: nil, groups: [])
    } catch {
      slots.withLock { $0[table][position].isBuilding = false }
      throw error
    }
  }

  private func prepare(_ slots: inout [[Slot]], _ schema: Schema) {
    guard slots.isEmpty else { return }
    slots = schema.tables.map { $0.indexes.map { _ in Slot() } }
  }

  /// What a slot has for a generation, and whether it is time to build the index, from what.
  private func use(
    _ slot: inout Slot, _ table: Table, _ generation: Generation
  ) -> (view: View?, shouldBuild: Bool, old: SortedIndex?) {
    guard let index = slot.index else {
      slot.misses += 1
      let isTime = slot.misses > missesBeforeBuilding && !slot.isBuilding
      if isTime { slot.isBuilding = true }
      return (nil, isTime, nil)
    }
    if slot.generation !== generation {
      slot.staleness = index.staleness(in: table)
      slot.hasStaleParts = slot.staleness.parts.contains(true)
      slot.isWhole = !slot.hasStaleParts && !slot.staleness.groups.contains(true)
      slot.generation = generation
    }
    var groups: [Int] = []
    if !slot.isWhole {
      for group in table.groups.indices where slot.staleness.groups[group] {
        groups.append(group)
        slot.staleRows += table.groups[group].rowCount
      }
    }
    let isTime = slot.staleRows > index.count / 2 + RowGroup.capacity && !slot.isBuilding
    if isTime { slot.isBuilding = true }
    let view = View(
      index: index, staleParts: slot.hasStaleParts ? slot.staleness.parts : nil, groups: groups)
    return (view, isTime, index)
  }
}
