import Foundation

/// Puts a predicate or an expression together from the nodes of an archive, which may come from anybody.
struct TreeReader {
  /// What has been put together and waits to become a part.
  private enum Item {
    case predicate(NSPredicate)
    case expression(NSExpression)
    /// A constant, which is an expression too, and how deep lists in it nest.
    case constant(Any?, depth: Int)
  }

  private var items: [Item] = []

  /// The predicate that an archive holds.
  static func predicate(_ bytes: Data) throws(ArchiveError) -> NSPredicate {
    guard case .predicate(let predicate) = try root(bytes) else { throw .damaged }
    return predicate
  }

  /// The expression that an archive holds.
  static func expression(_ bytes: Data) throws(ArchiveError) -> NSExpression {
    switch try root(bytes) {
    case .expression(let expression): expression
    case .constant(let value, _): NSExpression(.constant(value))
    case .predicate: throw .damaged
    }
  }

  private static func root(_ bytes: Data) throws(ArchiveError) -> Item {
    var reader = TreeReader()
    for node in try ArchivedTree.nodes(of: bytes) { try reader.read(node) }
    guard reader.items.count == 1 else { throw .damaged }
    return reader.items[0]
  }

  // MARK: The stack

  private mutating func pop() throws(ArchiveError) -> Item {
    guard let item = items.popLast() else { throw .damaged }
    return item
  }

  private mutating func expression() throws(ArchiveError) -> NSExpression {
    switch try pop() {
    case .expression(let expression): return expression
    case .constant(let value, _): return NSExpression(.constant(value))
    case .predicate: throw .damaged
    }
  }

  private mutating func predicate() throws(ArchiveError) -> NSPredicate {
    guard case .predicate(let predicate) = try pop() else { throw .damaged }
    return predicate
  }

  private mutating func expressions(_ count: Int?) throws(ArchiveError) -> [NSExpression] {
    var found: [NSExpression] = []
    for _ in 0..<(try checked(count)) { found.append(try expression()) }
    return found.reversed()
  }

  private mutating func predicates(_ count: Int?) throws(ArchiveError) -> [NSPredicate] {
    var found: [NSPredicate] = []
    for _ in 0..<(try checked(count)) { found.append(try predicate()) }
    return found.reversed()
  }

  /// A number of parts, which must be there.
  private func checked(_ count: Int?) throws(ArchiveError) -> Int {
    guard let count, count >= 0, count <= items.count else { throw .damaged }
    return count
  }

  private mutating func push(_ form: ExpressionForm) throws(ArchiveError) {
    let expression = NSExpression.making(form)
    guard expression.levels <= FormatParser.deepest else { throw .tooDeep }
    items.append(.expression(expression))
  }

  private mutating func push(_ predicate: NSPredicate) throws(ArchiveError) {
    guard predicate.levels <= FormatParser.deepest else { throw .tooDeep }
    items.append(.predicate(predicate))
  }

  // MARK: Nodes

  private mutating func read(_ node: ArchivedNode) throws(ArchiveError) {
    switch node.kind {
    case .null, .flag, .whole, .unsigned, .real, .decimal, .text, .date, .data, .uuid, .url:
      items.append(.constant(try node.leaf(), depth: 1))
    case .list, .set, .orderedSet: try readCollection(node)
    case .true: try push(ValuePredicate(true))
    case .false: try push(ValuePredicate(false))
    case .comparison, .selector: try readComparison(node)
    case .not: try push(NSCompoundPredicate(type: .not, subpredicates: [try predicate()]))
    case .and:
      try push(NSCompoundPredicate(type: .and, subpredicates: try predicates(node.count)))
    case .or:
      try push(NSCompoundPredicate(type: .or, subpredicates: try predicates(node.count)))
    default: try push(try form(of: node))
    }
  }

  private mutating func readComparison(_ node: ArchivedNode) throws(ArchiveError) {
    let (right, left) = (try expression(), try expression())
    if node.kind == .selector {
      return try push(
        NSComparisonPredicate(
          leftExpression: left, rightExpression: right,
          customSelector: Selector(try node.requiredText())))
    }
    guard let numbers = node.numbers, numbers.count == 3,
      let operation = NSComparisonPredicate.Operator(rawValue: numbers[0]),
      operation != .customSelector,
      let modifier = NSComparisonPredicate.Modifier(rawValue: numbers[1]), numbers[2] < 16
    else { throw .damaged }
    try push(
      NSComparisonPredicate(
        leftExpression: left, rightExpression: right, modifier: modifier, type: operation,
        options: NSComparisonPredicate.Options(rawValue: numbers[2])))
  }

  private mutating func form(of node: ArchivedNode) throws(ArchiveError) -> ExpressionForm {
    switch node.kind {
    case .object: return .evaluatedObject
    case .anyKey: return .anyKey
    case .variable: return .variable(try node.requiredText())
    case .path:
      guard let keys = node.keys, !keys.isEmpty else { throw .damaged }
      return .keyPath(try expression(), PropertyPath(keys))
    case .function:
      let arguments = try expressions(node.count)
      let operand: NSExpression? = node.flag == true ? try expression() : nil
      return .function(operand: operand, name: try node.requiredText(), arguments: arguments)
    case .aggregate: return .aggregate(try expressions(node.count))
    case .subquery:
      let condition = try predicate()
      return .subquery(try expression(), variable: try node.requiredText(), condition)
    case .conditional:
      let (second, first) = (try expression(), try expression())
      return .conditional(try predicate(), first, second)
    case .union: return try joined(.union)
    case .intersection: return try joined(.intersection)
    case .difference: return try joined(.difference)
    case .first: return .element(try expression(), .first)
    case .last: return .element(try expression(), .last)
    case .size: return .element(try expression(), .size)
    case .element:
      let index = try expression()
      return .element(try expression(), .at(index))
    case .assignment: return .assignment(try node.requiredText(), try expression())
    case .fetch:
      let context = try expression()
      return .fetch(try expression(), context: context, countOnly: node.flag == true)
    default: throw .damaged
    }
  }

  private mutating func joined(_ operation: SetOperation) throws(ArchiveError) -> ExpressionForm {
    let right = try expression()
    return .set(operation, try expression(), right)
  }

  /// A constant that is a collection of constants.
  private mutating func readCollection(_ node: ArchivedNode) throws(ArchiveError) {
    var members: [Any] = []
    var depth = 0
    for _ in 0..<(try checked(node.count)) {
      guard case .constant(let value, let level) = try pop() else { throw .damaged }
      members.append(value ?? NSNull())
      depth = max(depth, level)
    }
    members.reverse()
    guard depth < FormatParser.deepest else { throw .tooDeep }
    items.append(.constant(try node.collection(of: members), depth: depth + 1))
  }
}

extension ArchivedNode {
  fileprivate func requiredText() throws(ArchiveError) -> String {
    guard let text else { throw .damaged }
    return text
  }

  /// The constant of a node that has no members.
  fileprivate func leaf() throws(ArchiveError) -> Any? {
    if kind == .null { return nil }
    if kind == .flag, let flag { return flag }
    guard let value = text.flatMap(value) else { throw .damaged }
    return value
  }

  private func value(_ text: String) -> Any? {
    switch kind {
    case .whole: Int(text)
    case .unsigned: UInt64(text)
    case .real: UInt64(text).map { Double(bitPattern: $0) }
    case .decimal: text == "NaN" ? Decimal.nan : LiteralCast.decimal.value(of: text)
    case .text: text
    case .date:
      UInt64(text).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    case .data: Data(base64Encoded: text)
    case .uuid: UUID(uuidString: text)
    case .url: URL(string: text)
    default: nil
    }
  }

  /// The constant of a node that has members.
  ///
  /// Foundation cannot hash decimals, and lists are no members of sets that formats make.
  fileprivate func collection(of members: [Any]) throws(ArchiveError) -> Any {
    guard kind != .list else { return members }
    var hashable: [AnyHashable] = []
    for member in members {
      guard !(member is Decimal), !(member is [Any]), let member = member as? AnyHashable else {
        throw .damaged
      }
      hashable.append(member)
    }
    return kind == .set ? Set(hashable) : NSOrderedSet(array: members)
  }
}
