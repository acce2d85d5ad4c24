import DocumentStore
import Foundation

extension NSPersistentStore {
  /// Whether changes of the store are tracked.
  var tracksHistory: Bool { records.historyPoint != nil }

  /// What the history says of who saves; nothing where there is none.
  func signature(of context: NSManagedObjectContext?) -> HistorySignature {
    guard tracksHistory else { return HistorySignature() }
    return HistorySignature(
      author: context?.transactionAuthor, context: context?.name,
      process: ProcessInfo.processInfo.processName, bundle: Bundle.main.bundleIdentifier)
  }

  /// What has been changed after a position, the earliest first.
  func history(
    after position: NSPersistentHistoryChangeRequest.Position
  ) throws -> [HistoryRecord] {
    let transactions: [HistoryTransaction]
    do throws(StoreError) {
      transactions = try records.transactions(after: start(position))
    } catch {
      throw CocoaError(error, at: url, doing: .reading)
    }
    return try transactions.map { try HistoryRecord($0, of: self) }
  }

  /// Forgets what comes before a position.
  func deleteHistory(before position: NSPersistentHistoryChangeRequest.Position) throws {
    if isReadOnly { throw CocoaError.readOnly(self) }
    do throws(StoreError) {
      try records.deleteHistory(before: start(position))
    } catch {
      throw CocoaError(error, at: url, doing: .writing)
    }
  }

  /// The position in the store's own history; the beginning, where a token does not know the store.
  private func start(_ position: NSPersistentHistoryChangeRequest.Position) -> HistoryStart {
    switch position {
    case .nowhere: .beginning
    case .date(let date): .date(date.timeIntervalSinceReferenceDate)
    case .token(let token): token.points[identifier].map(HistoryStart.point) ?? .beginning
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// A token that marks all that was saved in the stores up to now; nil where none of them keeps a history.
  ///
  /// Without stores, all are meant.
  public func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    let wanted = stores?.compactMap { $0 as? NSPersistentStore } ?? persistentStores
    return NSPersistentHistoryToken(current: wanted.filter { $0.coordinator === self })
  }
}

extension NSPersistentHistoryToken {
  /// Marks all that was saved in some stores; nil where none of them keeps a history.
  convenience init?(current stores: [NSPersistentStore]) {
    var points: [String: HistoryPoint] = [:]
    for store in stores { points[store.identifier] = store.records.historyPoint }
    if points.isEmpty { return nil }
    self.init(points)
  }
}
