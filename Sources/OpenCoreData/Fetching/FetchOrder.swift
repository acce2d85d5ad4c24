import Foundation
import Predicates

/// The order of a fetch's results, taken apart so that keys are read once for each result.
struct FetchOrder {
  /// What a sort descriptor reads and how it compares.
  private struct Part {
    let key: NSExpression?
    let ascending: Bool
    /// Compares two values as the descriptor compares those of its key.
    let values: NSSortDescriptor
  }

  private let parts: [Part]

  init(_ descriptors: [NSSortDescriptor]) {
    parts = descriptors.map { descriptor in
      Part(
        key: descriptor.key.map {
          NSExpression(.keyPath(NSExpression(.evaluatedObject), PropertyPath($0)))
        },
        ascending: descriptor.ascending,
        values: NSSortDescriptor(
          path: nil, ascending: descriptor.ascending, comparison: descriptor.comparison,
          block: descriptor.block))
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Whether some block compares, which gets objects and nothing else where its key leads to one.
  var hasBlocks: Bool { parts.contains { $0.values.comparison == .block } }

  /// The keys of what has no values.
  var nothing: [Any?] { Array(repeating: nil, count: parts.count) }

  /// What the descriptors read of an object.
  func keys(of object: Any) throws(EvaluationError) -> [Any?] {
    var keys: [Any?] = []
    keys.reserveCapacity(parts.count)
    for part in parts {
      guard let key = part.key else {
        keys.append(object)
        continue
      }
      keys.append(try key.evaluated(with: object))
    }
    return keys
  }

  /// Which of two comes first, given their keys; nil is the smallest.
  func compare(_ one: [Any?], _ other: [Any?]) -> ComparisonResult {
    for (index, part) in parts.enumerated() {
      let result: ComparisonResult
      switch (one[index], other[index]) {
      case (nil, nil): result = .orderedSame
      case (nil, _): result = part.ascending ? .orderedAscending : .orderedDescending
      case (_, nil): result = part.ascending ? .orderedDescending : .orderedAscending
      case (let one?, let other?): result = part.values.compare(one, to: other)
      }
      if result != .orderedSame { return result }
    }
    return .orderedSame
  }
}
