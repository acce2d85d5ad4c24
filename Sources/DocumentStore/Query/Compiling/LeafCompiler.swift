import Foundation
import Predicates

/// Makes the filter for the comparison of one leaf's value with a constant.
struct LeafCompiler {
  let question: Question
  let type: ColumnType
  let leaf: Int
  /// What holds where there is no value.
  let null: Bool

  /// The filter; nil where only objects know the values.
  func filter() throws(QueryError) -> (any Filter)? {
    if question.constant == nil, question.operation == .equalTo || question.operation == .notEqualTo
    {
      return filter(AnyValueTest(holds: question.operation == .notEqualTo), cost: 1)
    }
    switch type {
    case .int16: return try numberFilter(Int16.self)
    case .int32: return try numberFilter(Int32.self)
    case .int64: return try numberFilter(Int64.self)
    case .float: return try numberFilter(Float.self)
    case .double: return try numberFilter(Double.self)
    case .boolean:
      let test = BooleanTest(
        whereFalse: try question.holds(false), whereTrue: try question.holds(true))
      return filter(test, cost: 1)
    case .date: return try dateFilter()
    case .string: return try textFilter()
    case .uuid: return try uuidFilter()
    case .data: return try dataFilter()
    case .decimal: return try decimalFilter()
    case .uri: return valueFilter
    case .transformable, .composite, .toOne, .toMany: return nil
    }
  }

  func filter(_ test: some LeafTest, cost: Int) -> any Filter {
    LeafFilter(leaf: leaf, test, null: null, cost: cost)
  }

  /// Asks the evaluator about each value.
  var valueFilter: any Filter { filter(ValueTest(question: question, type: type), cost: 1000) }

  /// What holds for all values alike, since the constant is of another kind.
  func fixedFilter(sample: Any) throws(QueryError) -> any Filter {
    filter(AnyValueTest(holds: try question.holds(sample)), cost: 1)
  }

  // MARK: Numbers

  private func numberFilter<Number: CountableNumber>(
    _ type: Number.Type
  ) throws(QueryError) -> any Filter {
    let sample = Number.near(0)
    switch question.operation {
    case .in:
      guard let members = question.members else { break }
      return numberSetFilter(members, type)
    case .between:
      guard let ends = question.members, ends.count == 2,
        let low = NumberBounds<Number>(ends[0]), let high = NumberBounds<Number>(ends[1])
      else { break }
      return rangeFilter(low.notLess, high.notGreater, type)
    case let operation?:
      guard let bounds = NumberBounds<Number>(question.constant),
        let filter = rangeFilter(operation, bounds)
      else { break }
      return filter
    case nil: break
    }
    return try fixedFilter(sample: sample)
  }

  private func rangeFilter<Number: CountableNumber>(
    _ operation: NSComparisonPredicate.Operator, _ bounds: NumberBounds<Number>
  ) -> (any Filter)? {
    let places = NumberBounds<Number>.places
    let type = Number.self
    return switch operation {
    case .equalTo: rangeFilter(bounds.notLess, bounds.notGreater, type)
    case .notEqualTo: rangeFilter(bounds.notLess, bounds.notGreater, type, isInverted: true)
    case .lessThan: rangeFilter(places.lowerBound, bounds.notLess - 1, type)
    case .lessThanOrEqualTo: rangeFilter(places.lowerBound, bounds.notGreater, type)
    case .greaterThan: rangeFilter(bounds.notGreater + 1, places.upperBound, type)
    case .greaterThanOrEqualTo: rangeFilter(bounds.notLess, places.upperBound, type)
    default: nil
    }
  }

  private func rangeFilter<Number: CountableNumber>(
    _ low: Int128, _ high: Int128, _: Number.Type, isInverted: Bool = false
  ) -> any Filter {
    guard low <= high else { return filter(AnyValueTest(holds: isInverted), cost: 1) }
    let (first, last) = (Number.at(Int64(low)), Number.at(Int64(high)))
    return filter(Number.test(isInverted ? .outside(first, last) : .inside(first, last)), cost: 1)
  }

  private func numberSetFilter<Number: CountableNumber>(
    _ members: [Any?], _: Number.Type
  ) -> any Filter {
    var bits: Set<UInt64> = []
    for member in members {
      guard let bounds = NumberBounds<Number>(member), bounds.notLess <= bounds.notGreater else {
        continue  // equal to no number of this type
      }
      bits.insert(Number.at(Int64(bounds.notLess)).keyBits)
    }
    if bits.isEmpty { return filter(AnyValueTest(holds: false), cost: 1) }
    return filter(Number.test(.oneOf(BitsSet(bits))), cost: 4)
  }

  // MARK: Dates

  private func dateFilter() throws(QueryError) -> any Filter {
    let sample = Date(timeIntervalSinceReferenceDate: 0)
    func seconds(_ constant: Any?) -> Double? {
      (constant as? Date).map(\.timeIntervalSinceReferenceDate)
    }
    switch question.operation {
    case .between:
      if let ends = question.members, ends.count == 2,
        let low = seconds(ends[0]), let high = seconds(ends[1])
      {
        return filter(NumberTest.double(.inside(low, high)), cost: 1)
      }
    case .in:
      if let members = question.members {
        let bits = Set(members.compactMap { seconds($0)?.keyBits })
        if bits.isEmpty { break }
        return filter(NumberTest.double(.oneOf(BitsSet(bits))), cost: 4)
      }
    case let operation?:
      if let date = seconds(question.constant), !date.isNaN,
        let filter = rangeFilter(operation, NumberBounds<Double>(at: date))
      {
        return filter
      }
    case nil: break
    }
    return try fixedFilter(sample: sample)
  }

  // MARK: UUIDs and data

  private func uuidFilter() throws(QueryError) -> any Filter {
    switch question.operation {
    case .equalTo, .notEqualTo:
      guard let uuid = question.constant as? UUID else { break }
      return filter(
        UUIDTest(members: [uuid], isInverted: question.operation == .notEqualTo), cost: 3)
    case .in:
      guard let members = question.members else { break }
      let uuids = Set(members.compactMap { $0 as? UUID })
      return filter(UUIDTest(members: uuids, isInverted: false), cost: 30)
    default: break
    }
    return valueFilter
  }

  private func dataFilter() throws(QueryError) -> any Filter {
    guard question.operation == .equalTo || question.operation == .notEqualTo,
      let data = question.constant as? Data
    else { return valueFilter }
    return filter(
      DataTest(data: data, isInverted: question.operation == .notEqualTo), cost: 10)
  }
}

extension NumberBounds where Number == Double {
  /// The place of a number that is one of them.
  init(at number: Double) {
    notLess = Int128((number == 0 ? -0.0 : number).ordinal)
    notGreater = Int128((number == 0 ? 0.0 : number).ordinal)
  }
}

/// Whether a UUID is one of several, or just none of them.
struct UUIDTest: LeafTest {
  let members: Set<UUID>
  let isInverted: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    let start = ColumnChunk.presenceSize(count)
    let only = members.count == 1 ? members.first : nil
    rows.filter { row in
      let uuid = unsafe UUID(
        uuid: bytes.loadUnaligned(fromByteOffset: start + row * 16, as: uuid_t.self))
      return (only.map { $0 == uuid } ?? members.contains(uuid)) != isInverted
    }
  }
}

/// Whether data is some other data, or just is not.
struct DataTest: LeafTest {
  let data: Data
  let isInverted: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    unsafe data.withUnsafeBytes { wanted in
      rows.filter { row in
        let payload = unsafe ColumnChunk.payload(at: row, count, bytes)
        let isEqual = unsafe payload.count == wanted.count && payload.elementsEqual(wanted)
        return isEqual != isInverted
      }
    }
  }
}
