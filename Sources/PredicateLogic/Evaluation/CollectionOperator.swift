import Foundation

/// What `@count`, `@sum` and their kin make of a collection.
///
/// `@sum` and `@avg` take nil for 0 and give 0 for nothing, as key-value coding says; `@min` and `@max` leave nil
/// out and give nil for nothing.
enum CollectionOperator: String, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case union = "@unionOfObjects"
  case distinctUnion = "@distinctUnionOfObjects"
  case unionOfArrays = "@unionOfArrays"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case unionOfSets = "@unionOfSets"
  case distinctUnionOfSets = "@distinctUnionOfSets"

  /// The value of an operator for a collection, the rest of the path applied to its members.
  static func value(
    _ name: String, of collection: Any, _ rest: ArraySlice<String>
  ) throws(EvaluationError) -> Any? {
    guard let operation = CollectionOperator(rawValue: name) else {
      throw .unknownOperator(name, known: allCases.map(\.rawValue))
    }
    let members = Operand.members(of: collection)?.members ?? [collection]
    // `rel.@count`; what follows the number has no meaning.
    if operation == .count { return members.count }
    var values = members
    if !rest.isEmpty {
      values = []
      for member in members { values.append(try PathWalk.value(rest, of: member)) }
    }
    return operation.value(of: values)
  }

  private func value(of values: [Any?]) -> Any? {
    switch self {
    case .count: values.count
    case .sum: Arithmetic.sum(values)
    case .average: Arithmetic.average(values)
    case .minimum: Self.extreme(values, .orderedAscending)
    case .maximum: Self.extreme(values, .orderedDescending)
    case .union: values
    case .distinctUnion: Self.distinct(values)
    case .unionOfArrays, .unionOfSets: Self.joined(values)
    case .distinctUnionOfArrays, .distinctUnionOfSets: Self.distinct(Self.joined(values))
    }
  }

  /// The first value in an order.
  static func extreme(_ values: [Any?], _ wanted: ComparisonResult) -> Any? {
    var best: Any?
    for case let value? in values {
      guard let known = best else {
        best = value
        continue
      }
      if ValueOrder.compare(value, known, .compare) == wanted { best = value }
    }
    return best
  }

  private static func joined(_ values: [Any?]) -> [Any?] {
    values.flatMap { value in value.flatMap { Operand.members(of: $0)?.members } ?? [value] }
  }

  /// The values without those that equal an earlier one.
  static func distinct(_ values: [Any?]) -> [Any?] {
    var kept: [Any?] = []
    var seen = Set<AnyHashable>()
    for value in values {
      if let text = value as? String {
        if seen.insert(text).inserted { kept.append(value) }
      } else if !kept.contains(where: { ValueEquality.equal($0, value) }) {
        kept.append(value)
      }
    }
    return kept
  }
}
