import DocumentStore
import Foundation

extension FetchRun {
  /// Brings together what the stores found, the candidates that meet the condition, and the records that only
  /// objects can tell apart.
  func merge(_ answers: [QueryResult], _ candidates: [Candidate]) throws -> FoundRecords {
    var extras = try candidates.filter(matches)
    var lists: [CandidateList] = []
    for (source, answer) in zip(sources, answers) {
      for reference in answer.touched {
        let candidate = Candidate(source: source, reference: reference)
        if try matches(candidate) { extras.append(candidate) }
      }
      lists.append(.records(source, try remaining(answer, of: source)))
    }
    let isOrderKnown = answers.allSatisfy(\.isSorted)
    let order = isSorted && isOrderKnown ? plan.order : FetchOrder([])
    var merge = CandidateMerge(order, limit: isOrderKnown ? reach : nil)
    let found = try merge.run(lists, extras)
    return isOrderKnown || !isSorted ? found : try sortedByObjects(found)
  }

  /// Puts objects into an order that the stores do not know.
  private func sortedByObjects(_ found: FoundRecords) throws -> FoundRecords {
    var keyed: [(position: Int, object: NSManagedObject, keys: [Any?])] = []
    keyed.reserveCapacity(found.count)
    for (position, object) in found.objects().enumerated() {
      let keys = try CocoaError.converting { () throws(EvaluationError) in
        try plan.order.keys(of: object)
      }
      keyed.append((position, object, keys))
    }
    keyed.sort { one, other in
      switch plan.order.compare(one.keys, other.keys) {
      case .orderedAscending: true
      case .orderedDescending: false
      case .orderedSame: one.position < other.position
      }
    }
    var sorted = FoundRecords()
    for entry in keyed { sorted.append(entry.object) }
    return sorted
  }
}

/// Records or candidates that are in order.
enum CandidateList {
  case records(StoreView, [RecordReference])
  case candidates([Candidate])

  var count: Int {
    switch self {
    case .records(_, let references): references.count
    case .candidates(let candidates): candidates.count
    }
  }

  subscript(position: Int) -> Candidate {
    switch self {
    case .records(let source, let references):
      Candidate(source: source, reference: references[position])
    case .candidates(let candidates): candidates[position]
    }
  }
}

/// Merges lists that are in order into one.
///
/// Mostly a few changed objects meet many records, so the places of the few are found by leaps: the cost follows
/// the few, not the many.
struct CandidateMerge {
  private let order: FetchOrder
  private let limit: Int
  private var lists: [CandidateList] = []
  private var heads: [Head] = []
  private var found = FoundRecords()

  private struct Head {
    var position = 0
    var first: Ranked?
  }

  private struct Ranked {
    let candidate: Candidate
    let keys: [Any?]
  }

  init(_ order: FetchOrder, limit: Int?) {
    self.order = order
    self.limit = limit ?? .max
  }

  mutating func run(_ lists: [CandidateList], _ extras: [Candidate]) throws -> FoundRecords {
    self.lists = lists.filter { $0.count > 0 }
    if !extras.isEmpty { self.lists.append(.candidates(try sorted(extras))) }
    if self.lists.count == 1 {
      take(0, 0..<self.lists[0].count)
      return found
    }
    heads = try self.lists.map { Head(first: try ranked($0[0])) }
    while found.count < limit, let (best, next) = try leaders() {
      let list = self.lists[best]
      let start = heads[best].position
      let end = try next.map { try leap(in: list, from: start, before: $0) } ?? list.count
      take(best, start..<end)
      heads[best].position = end
      heads[best].first = end < list.count ? try ranked(list[end]) : nil
    }
    return found
  }

  private func ranked(_ candidate: Candidate) throws -> Ranked {
    if order.isEmpty { return Ranked(candidate: candidate, keys: []) }
    let subject: Any? = order.hasBlocks ? candidate.object : candidate.view
    guard let subject else { return Ranked(candidate: candidate, keys: order.nothing) }
    let keys = try CocoaError.converting { () throws(EvaluationError) in
      try order.keys(of: subject)
    }
    try candidate.source.rethrow()
    return Ranked(candidate: candidate, keys: keys)
  }

  private func precedes(_ one: Ranked, _ other: Ranked) throws -> Bool {
    switch order.compare(one.keys, other.keys) {
    case .orderedAscending: true
    case .orderedDescending: false
    case .orderedSame: try one.candidate.precedes(other.candidate)
    }
  }

  private func sorted(_ extras: [Candidate]) throws -> [Candidate] {
    try extras.map(ranked).sorted { try precedes($0, $1) }.map(\.candidate)
  }

  /// The list whose first comes first of all, and the first of the other lists; nil where all are empty.
  private func leaders() throws -> (best: Int, next: Ranked?)? {
    var best: (list: Int, first: Ranked)?
    var next: Ranked?
    for (list, head) in heads.enumerated() {
      guard let first = head.first else { continue }
      guard let leader = best else {
        best = (list, first)
        continue
      }
      if try precedes(first, leader.first) {
        next = leader.first
        best = (list, first)
      } else if let second = next {
        if try precedes(first, second) { next = first }
      } else {
        next = first
      }
    }
    return best.map { ($0.list, next) }
  }

  /// The first position of a list, after one that comes before `limit`, that does not.
  private func leap(
    in list: CandidateList, from start: Int, before limit: Ranked
  ) throws -> Int {
    var low = start + 1
    var step = 1
    var high = min(low, list.count)
    while high < list.count, try precedes(ranked(list[high]), limit) {
      low = high + 1
      step *= 2
      high = min(high + step, list.count)
    }
    while low < high {
      let middle = (low + high) / 2
      if try precedes(ranked(list[middle]), limit) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func take(_ list: Int, _ positions: Range<Int>) {
    switch lists[list] {
    case .records(let source, let references): found.append(source, references[positions])
    case .candidates(let candidates):
      for candidate in candidates[positions] {
        if let object = candidate.view?.changed {
          found.append(object)
        } else {
          found.append(candidate.source, [candidate.reference])
        }
      }
    }
  }
}
