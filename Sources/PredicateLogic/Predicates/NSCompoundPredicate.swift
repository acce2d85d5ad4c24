public import Foundation

/// Predicates joined by AND, OR or NOT.
///
/// AND of nothing is true, OR of nothing is false.
///
/// Safe because it never changes before it goes.
open class NSCompoundPredicate: NSPredicate, @unchecked Sendable {
  /// How predicates are joined, with Foundation's numbers.
  public enum LogicalType: UInt, Sendable {
    /// The one predicate is false.
    case not = 0
    /// All are true.
    case and = 1
    /// At least one is true.
    case or = 2
  }

  /// How the predicates are joined.
  public let compoundPredicateType: LogicalType
  /// The predicates that are joined, in order.
  ///
  /// Foundation types the elements `Any`; here they have their type.
  public final private(set) var subpredicates: [NSPredicate]
  package override var levels: Int { knownLevels }
  private let knownLevels: Int

  /// Joins predicates; NOT takes exactly one.
  public init(type: LogicalType, subpredicates: [NSPredicate]) {
    precondition(
      type != .not || subpredicates.count == 1,
      "NOT takes one predicate, not \(subpredicates.count)")
    compoundPredicateType = type
    self.subpredicates = subpredicates
    knownLevels = (subpredicates.map(\.levels).max() ?? 0) + 1
    super.init()
  }

  deinit {
    guard knownLevels > TreeParts.plainLevels else { return }
    var parts = TreeParts()
    handOver(to: &parts)
    parts.release()
  }

  override func handOver(to parts: inout TreeParts) {
    parts.add(subpredicates)
    subpredicates = []
  }

  /// Makes a predicate that is true where all of some are.
  public convenience init(andPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(type: .and, subpredicates: subpredicates)
  }

  /// Makes a predicate that is true where at least one of some is.
  public convenience init(orPredicateWithSubpredicates subpredicates: [NSPredicate]) {
    self.init(type: .or, subpredicates: subpredicates)
  }

  /// Makes a predicate that is true where another is not.
  public convenience init(notPredicateWithSubpredicate predicate: NSPredicate) {
    self.init(type: .not, subpredicates: [predicate])
  }

  /// Reads archived predicates that are joined.
  public required init?(coder: NSCoder) {
    let found = ArchivedTree.decode(coder) { bytes throws(ArchiveError) in
      try TreeReader.predicate(bytes) as? NSCompoundPredicate
    }
    guard let found else { return nil }
    compoundPredicateType = found.compoundPredicateType
    subpredicates = found.subpredicates
    knownLevels = found.levels
    super.init()
  }

  /// Archives the predicates; see ``NSComparisonPredicate/encode(with:)`` for those that cannot be.
  open override func encode(with coder: NSCoder) {
    ArchivedTree.encode(self, with: coder)
  }

  package override var form: PredicateForm { .compound(self) }
}
