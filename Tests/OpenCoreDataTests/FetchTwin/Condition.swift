import Foundation
import OpenCoreData

/// A random predicate as it is put together, so that it can be taken apart again.
indirect enum Condition {
  /// A comparison as format and arguments.
  case leaf(String, [Any])
  /// A block; its text says what it does.
  case block(String, NSPredicate)
  case not(Condition)
  case and([Condition])
  case or([Condition])

  /// The format, with a placeholder for a block.
  var format: String {
    switch self {
    case .leaf(let format, _): format
    case .block: "%@"
    case .not(let condition): "NOT (\(condition.format))"
    case .and(let conditions): Self.joined(conditions, " AND ")
    case .or(let conditions): Self.joined(conditions, " OR ")
    }
  }

  private static func joined(_ conditions: [Condition], _ joint: String) -> String {
    conditions.map { "(\($0.format))" }.joined(separator: joint)
  }

  var arguments: [Any] {
    switch self {
    case .leaf(_, let arguments): arguments
    case .block(let text, _): [text]
    case .not(let condition): condition.arguments
    case .and(let conditions), .or(let conditions): conditions.flatMap(\.arguments)
    }
  }

  /// Whether only objects can answer: for a block, or a property that is not stored.
  var needsObjects: Bool { hasBlock || format.contains("mood") }

  private var hasBlock: Bool {
    switch self {
    case .leaf: false
    case .block: true
    case .not(let condition): condition.hasBlock
    case .and(let conditions), .or(let conditions): conditions.contains(where: \.hasBlock)
    }
  }

  /// The predicate: put together from its parts, or parsed as a whole.
  func predicate(asWhole: Bool) -> NSPredicate {
    if asWhole, !hasBlock { return NSPredicate(format: format, argumentArray: arguments) }
    switch self {
    case .leaf(let format, let arguments):
      return NSPredicate(format: format, argumentArray: arguments)
    case .block(_, let predicate): return predicate
    case .not(let condition):
      return NSCompoundPredicate(
        notPredicateWithSubpredicate: condition.predicate(asWhole: asWhole))
    case .and(let conditions):
      return NSCompoundPredicate(
        andPredicateWithSubpredicates: conditions.map { $0.predicate(asWhole: asWhole) })
    case .or(let conditions):
      return NSCompoundPredicate(
        orPredicateWithSubpredicates: conditions.map { $0.predicate(asWhole: asWhole) })
    }
  }

  /// Simpler conditions, which may still show what this one shows.
  var simpler: [Condition] {
    switch self {
    case .leaf, .block: return []
    case .not(let condition): return [condition] + condition.simpler.map { .not($0) }
    case .and(let conditions):
      return conditions + Self.without(conditions).map { .and($0) }
        + Self.simplified(conditions).map { .and($0) }
    case .or(let conditions):
      return conditions + Self.without(conditions).map { .or($0) }
        + Self.simplified(conditions).map { .or($0) }
    }
  }

  private static func without(_ conditions: [Condition]) -> [[Condition]] {
    guard conditions.count > 2 else { return [] }
    return conditions.indices.map { index in
      var rest = conditions
      rest.remove(at: index)
      return rest
    }
  }

  private static func simplified(_ conditions: [Condition]) -> [[Condition]] {
    conditions.indices.flatMap { index in
      conditions[index].simpler.map { simpler in
        var changed = conditions
        changed[index] = simpler
        return changed
      }
    }
  }
}
