import DocumentStore
public import Foundation

/// A moment in the life of a coordinator's stores, for contexts that want to read all from that moment.
///
/// It keeps what the stores had then in memory, as far as they have changed since.
///
/// Safe because it is made whole and never changed.
open class NSQueryGenerationToken: NSObject, @unchecked Sendable {
  private struct Moment {
    let records: RecordStore
    let generation: Generation
  }

  /// What the stores had; nil where the moment is that of the next reading.
  private let moments: [Moment]?

  /// What the stores have when the context reads the next time.
  public class var current: NSQueryGenerationToken { nextReading }

  private static let nextReading = NSQueryGenerationToken(moments: nil)

  private init(moments: [Moment]?) {
    self.moments = moments
    super.init()
  }

  /// What stores have now.
  convenience init(now stores: [NSPersistentStore]) {
    self.init(
      moments: stores.map { Moment(records: $0.records, generation: $0.records.current) })
  }

  /// Whether the moment is still to come.
  var isNextReading: Bool { moments == nil }

  /// What a store had; nil where it was not open.
  func generation(of store: NSPersistentStore) -> Generation? {
    moments?.first { $0.records === store.records }?.generation
  }

  /// Two tokens are equal where they are of the same moment.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSQueryGenerationToken else { return false }
    guard let moments, let others = other.moments else {
      return isNextReading && other.isNextReading
    }
    return moments.count == others.count
      && zip(moments, others).allSatisfy { $0.generation === $1.generation }
  }

  open override var hash: Int {
    moments?.reduce(0) { $0 &* 31 &+ Int(truncatingIfNeeded: $1.generation.number) } ?? -1
  }

  open override func copy() -> Any { self }
}

extension NSManagedObjectContext {
  /// The moment that the context reads from; nil where it reads what is newest.
  public var queryGenerationToken: NSQueryGenerationToken? {
    graph.checkQueue()
    return graph.readingPoint
  }

  /// Lets the context read everything from one moment, whatever others save: that of the token, with `current` that
  /// of the next reading, with nil no moment but what is newest.
  ///
  /// Objects keep what they have read; refresh them to bring all to that moment. Saving, merging and resetting
  /// move the context on to the moment of the next reading. A store that was not open at the moment looks empty;
  /// where none of the coordinator's was, this throws.
  public func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws {
    graph.checkQueue()
    let stores = graph.coordinator?.persistentStores ?? []
    if let generation, !generation.isNextReading, !stores.isEmpty,
      stores.allSatisfy({ generation.generation(of: $0) == nil })
    {
      throw CocoaError(
        .coreData,
        saying:
          "the token is of a moment when no store of the context's coordinator was open; use "
          + "NSQueryGenerationToken.current", [NSAffectedStoresErrorKey: stores])
    }
    graph.readingPoint = generation
  }
}

extension ObjectGraph {
  /// Where objects are read from and requests look: what a store has, or had at the moment that the context is
  /// pinned to; nil for a store that was not open then.
  @inline(__always)
  func generation(of store: NSPersistentStore) -> Generation? {
    if readingPoint == nil || isSettling { return store.records.current }
    return pinnedGeneration(of: store)
  }

  @inline(never)
  private func pinnedGeneration(of store: NSPersistentStore) -> Generation? {
    guard let point = readingPoint else { return store.records.current }
    guard point.isNextReading else { return point.generation(of: store) }
    let now = NSQueryGenerationToken(now: coordinator?.persistentStores ?? [])
    readingPoint = now
    return now.generation(of: store)
  }

  /// Lets a pinned context go on to what is newest at its next reading.
  func advanceReadingPoint() {
    if readingPoint != nil { readingPoint = .current }
  }

  /// Runs something that reads what is newest, whatever the context is pinned to.
  func whileSettling<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = isSettling
    isSettling = true
    defer { isSettling = before }
    return try body()
  }
}
