import Predicates

/// A condition without a faster form: evaluated plainly on a view of each record.
final class EvaluationFilter: Filter {
  private let predicate: NSPredicate
  /// The variable that stands for the record; nil where the predicate is about the object evaluated.
  private let variable: String?
  private let table: Int
  private let reader: RecordReader

  init(_ predicate: NSPredicate, variable: String?, table: Int, _ reader: RecordReader) {
    self.predicate = predicate
    self.variable = variable
    self.table = table
    self.reader = reader
  }

  var cost: Int { 2000 }

  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError) {
    try rows.filter { (row) throws(QueryError) in
      let view = StoredRecordView(RecordReference(table: table, row: group.firstRow + row), reader)
      if let variable { return try predicate.holds(for: nil, variables: [variable: view]) }
      return try predicate.holds(for: view)
    }
    try reader.check()
  }
}

extension NSPredicate {
  /// Evaluates the predicate as part of a query.
  func holds(for object: Any?, variables: [String: Any] = [:]) throws(QueryError) -> Bool {
    do throws(EvaluationError) {
      return try matches(object, variables: variables)
    } catch {
      throw .evaluation(error)
    }
  }
}

/// A condition on a value without a faster form: evaluated plainly on the value.
struct ValueTest: LeafTest {
  let question: Question
  let type: ColumnType

  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(QueryError) {
    try rows.filter { (row) throws(QueryError) in
      let value = unsafe ColumnChunk.value(at: row, of: type, rowCount: count, in: bytes)
      return try question.holds(value.programValue(as: type))
    }
  }
}

/// A comparison of some value with a constant.
struct Question {
  /// The comparison, in which the evaluated object is the value.
  private let comparison: NSComparisonPredicate
  /// What is asked, the value being on the left; nil where it is on the right and no operator means the same.
  let operation: NSComparisonPredicate.Operator?
  let options: NSComparisonPredicate.Options
  let constant: Any?

  /// Compares a value on the left, or on the right, with a constant.
  init(_ comparison: NSComparisonPredicate, constant: Any?, isValueLeft: Bool) {
    let (value, other) = (NSExpression(.evaluatedObject), NSExpression(.constant(constant)))
    self.comparison = NSComparisonPredicate(
      leftExpression: isValueLeft ? value : other, rightExpression: isValueLeft ? other : value,
      type: comparison.predicateOperatorType, options: comparison.options)
    let operation = comparison.predicateOperatorType
    self.operation = isValueLeft ? operation : operation.mirrored
    options = comparison.options
    // Without optionals around it, and without NSNull.
    self.constant = (try? other.evaluated(with: nil)) ?? nil
  }

  /// Whether a constant can be compared with numbers, which is asked of the evaluator.
  static func isNumber(_ constant: Any) -> Bool {
    if constant is Int || constant is String { return constant is Int }
    let other = NSExpression(.constant(constant))
    let operations: [NSComparisonPredicate.Operator] = [.lessThan, .greaterThanOrEqualTo]
    return operations.contains { operation in
      let comparison = NSComparisonPredicate(
        leftExpression: NSExpression(.evaluatedObject), rightExpression: other, type: operation)
      return (try? comparison.matches(0)) ?? false
    }
  }

  /// The members of the constant; nil where it is no collection.
  var members: [Any?]? { ConstantValue.members(of: constant) }

  /// Whether the comparison holds for a value, as the plain evaluator has it.
  func holds(_ value: Any?) throws(QueryError) -> Bool {
    try comparison.holds(for: value)
  }
}
