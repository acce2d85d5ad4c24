import Synchronization

/// The history of a store in memory.
package final class MemoryHistory: HistoryLog {
  private struct State {
    /// The point from which on the history is there.
    var base = HistoryPoint.beginning
    var transactions: [HistoryTransaction] = []
  }

  private let state = Mutex(State())

  /// Makes a history of nothing.
  package init() {}

  package func nextNumber(after point: HistoryPoint) throws(StoreError) -> Int64 {
    point.number + 1
  }

  package func step(for entry: HistoryEntry) -> HistoryStep? {
    if entry.isStart { state.withLock { $0 = State(base: entry.after) } }
    return nil
  }

  package func didSave(_ transaction: HistoryTransaction?) {
    if let transaction { state.withLock { $0.transactions.append(transaction) } }
  }

  package func part(
    after start: HistoryStart, upTo point: HistoryPoint
  ) throws(StoreError) -> HistoryPart {
    let state = state.withLock { $0 }
    switch start {
    case .beginning: return HistoryPart(after: state.base, transactions: state.transactions)
    case .date(let date):
      return HistoryPart(
        after: state.base, transactions: state.transactions.filter { $0.time > date })
    case .point(let start):
      if start == point { return HistoryPart(after: point) }
      let first = try index(after: start, in: state)
      return HistoryPart(after: start, transactions: Array(state.transactions[first...]))
    }
  }

  /// The index of the transaction that follows a point.
  private func index(after point: HistoryPoint, in state: State) throws(StoreError) -> Int {
    if point == state.base { return 0 }
    guard let index = state.transactions.firstIndex(where: { $0.point == point }) else {
      throw .expired(point, historyAfter: state.base, path: nil)
    }
    return index + 1
  }

  package func delete(
    before end: HistoryStart, upTo point: HistoryPoint
  ) throws(StoreError) {
    let known = state.withLock { $0 }
    let count: Int
    switch end {
    case .beginning: return
    case .date(let date): count = known.transactions.prefix { $0.time < date }.count
    case .point(let end):
      if end.number <= known.base.number { return }
      count = try index(after: end, in: known) - 1
    }
    guard count > 0 else { return }
    state.withLock { state in
      state.base = known.transactions[count - 1].point
      state.transactions.removeFirst(count)
    }
  }

  package func write(
    upTo point: HistoryPoint, store: String?, to output: inout FileWriter
  ) throws(StoreError) {
    let state = state.withLock { $0 }
    try output.append(HistoryLine.header(after: state.base, store: store))
    for transaction in state.transactions {
      try output.append(HistoryLine.bytes(of: transaction))
    }
  }

  package func takeOver(_ copy: HistoryCopy) throws(StoreError) {
    let part = try copy.log.part(after: .beginning, upTo: copy.point)
    state.withLock { $0 = State(base: part.after, transactions: part.transactions) }
  }

  package func remove() { state.withLock { $0 = State() } }
}
