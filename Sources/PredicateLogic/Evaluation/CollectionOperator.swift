import Foundation

/// What `@count`, `@sum` and their kin make of a collection.
///
/// `@sum` and `@avg` take nil for 0 and give 0 for nothing, as key-value coding says; `@min` and `@max` leave nil
/// out and give nil for nothing.
package enum CollectionOperator: String, CaseIterable, Sendable {
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
  ///
  /// Of the rest it leaves what comes after its result: `tags.@distinctUnionOfObjects.name.@count`.
  static func value(
    _ name: String, of collection: Any, _ rest: inout ArraySlice<String>
  ) throws(EvaluationError) -> Any? {
    guard let operation = CollectionOperator(rawValue: name) else {
      throw .unknownOperator(name, known: allCases.map(\.rawValue))
    }
    let members = Members.of(collection)?.values ?? [collection]
    if operation == .count {
      // What follows has no meaning for a number.
      rest = []
      return members.count
    }
    let keys = operation.takeKeys(from: &rest)
    if keys.isEmpty { return operation.value(of: members) }
    var values: [Any?] = []
    values.reserveCapacity(members.count)
    for member in members { values.append(try PathWalk.value(keys, of: member)) }
    return operation.value(of: values)
  }

  /// The keys that are meant for the members: all, or where the result is a list those before an operator.
  private func takeKeys(from rest: inout ArraySlice<String>) -> ArraySlice<String> {
    let end: Int
    switch self {
    case .count, .sum, .average, .minimum, .maximum: end = rest.endIndex
    default: end = rest.firstIndex { $0.utf8.first == UInt8(ascii: "@") } ?? rest.endIndex
    }
    defer { rest = rest[end...] }
    return rest[..<end]
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
    values.flatMap { value in value.flatMap { Members.of($0)?.values } ?? [value] }
  }

  /// The values without those that equal an earlier one.
  static func distinct(_ values: [Any?]) -> [Any?] {
    var seen = MemberIndex([])
    return values.filter { value in
      let operand = Operand(value)
      if seen.contains(operand) { return false }
      seen.insert(operand)
      return true
    }
  }
}
