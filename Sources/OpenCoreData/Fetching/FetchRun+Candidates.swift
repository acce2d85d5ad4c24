import DocumentStore
import Foundation
import Predicates

/// A record or an object that is looked at by itself.
struct Candidate {
  let source: StoreView
  let reference: RecordReference

  /// What predicates and sort descriptors ask.
  var view: RecordView? { source.view(reference) }
  /// The object.
  var object: NSManagedObject? { source.shelf.object(for: reference) }

  /// Whether it comes before another where nobody wants an order: store after store, table after table, in the
  /// order of ids; what was never saved comes last.
  func precedes(_ other: Candidate) throws -> Bool {
    if reference.isTemporary || other.reference.isTemporary {
      return reference.bits < other.reference.bits
    }
    if source.rank != other.source.rank { return source.rank < other.source.rank }
    if reference.table != other.reference.table { return reference.table < other.reference.table }
    guard let generation = source.generation else { return false }
    do throws(StoreError) {
      return try generation.recordID(of: reference)
        .precedes(generation.recordID(of: other.reference))
    } catch {
      throw CocoaError(error, at: source.shelf.store?.url, doing: .reading)
    }
  }
}

extension Generation {
  fileprivate func recordID(of reference: RecordReference) throws(StoreError) -> RecordID {
    let table = tables[reference.table]
    let group = table.groups[table.groupIndex(ofRow: reference.row)]
    return try group.id(at: reference.row - group.firstRow, in: table.schema.name)
  }
}

extension FetchRun {
  /// The changed objects that could be among the results.
  func changedCandidates() -> [Candidate] {
    var candidates: [Candidate] = []
    let unassigned = StoreView(graph.unassigned, nil, showsChanges: true, rank: .max)
    func consider(_ object: NSManagedObject) {
      guard !object.isDeleted, plan.family.contains[object.layout.index],
        let shelf = object.shelf, !plan.quickTests.contains(where: { $0.excludes(object) })
      else { return }
      if shelf === graph.unassigned {
        return candidates.append(Candidate(source: unassigned, reference: object.reference))
      }
      guard let source = sources.first(where: { $0.shelf === shelf }) else { return }
      // A record that someone else has deleted by now is not among the saved ones.
      let isThere =
        object.reference.isTemporary || source.generation?.contains(object.reference) == true
      if isThere { candidates.append(Candidate(source: source, reference: object.reference)) }
    }
    for object in graph.changed where object.hasChanges { consider(object) }
    for object in overlay.objects where !object.hasChanges { consider(object) }
    return candidates
  }

  /// Whether a candidate meets the whole condition.
  func matches(_ candidate: Candidate) throws -> Bool {
    guard let predicate = plan.predicate else { return true }
    return try matches(candidate, predicate)
  }

  private func matches(_ candidate: Candidate, _ predicate: NSPredicate) throws -> Bool {
    let subject: Any? = plan.hasBlocks ? candidate.object : candidate.view
    let result = try CocoaError.converting { () throws(EvaluationError) in
      try predicate.matches(subject)
    }
    try candidate.source.rethrow()
    return result
  }

  /// Those among the records that a store found that meet what it left to objects.
  func remaining(_ answer: QueryResult, of source: StoreView) throws -> [RecordReference] {
    guard var residual = answer.residual else { return answer.references }
    if plan.namesObjects, let store = source.shelf.store {
      residual = RecordConstants(store: store).identified(residual)
    }
    var remaining: [RecordReference] = []
    let reach = answer.isSorted ? reach ?? .max : .max
    for reference in answer.references where remaining.count < reach {
      let candidate = Candidate(source: source, reference: reference)
      if try matches(candidate, residual) { remaining.append(reference) }
    }
    return remaining
  }
}
