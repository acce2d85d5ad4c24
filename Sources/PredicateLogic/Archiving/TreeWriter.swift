import Foundation

/// Takes a predicate or an expression apart into the nodes of an archive.
struct TreeWriter {
  private(set) var nodes: [ArchivedNode] = []

  /// The bytes of a predicate.
  static func bytes(of predicate: NSPredicate) throws(ArchiveError) -> Data {
    guard predicate.levels <= FormatParser.deepest else { throw .tooDeep }
    var writer = TreeWriter()
    try writer.write(predicate, isRoot: true)
    return try ArchivedTree.bytes(of: writer.nodes)
  }

  /// The bytes of an expression.
  static func bytes(of expression: NSExpression) throws(ArchiveError) -> Data {
    guard expression.levels <= FormatParser.deepest else { throw .tooDeep }
    var writer = TreeWriter()
    try writer.write(expression)
    return try ArchivedTree.bytes(of: writer.nodes)
  }

  // MARK: Predicates

  /// A subclass of somebody else is known to the archiver where it is the root, and to nobody inside.
  private mutating func write(
    _ predicate: NSPredicate, isRoot: Bool = false
  ) throws(ArchiveError) {
    guard isRoot || predicate.isEvaluatedByForm else {
      throw .unwritable(
        predicate is BlockPredicate
          ? "a predicate with a block" : "a \(type(of: predicate)) within another predicate")
    }
    switch predicate.form {
    case .value(let value): add(value ? .true : .false)
    case .comparison(let comparison): try write(comparison)
    case .compound(let compound):
      for part in compound.subpredicates { try write(part) }
      switch compound.compoundPredicateType {
      case .not: add(.not)
      case .and: add(.and, count: compound.subpredicates.count)
      case .or: add(.or, count: compound.subpredicates.count)
      }
    case .opaque: throw .unwritable("a predicate with a block")
    }
  }

  private mutating func write(_ comparison: NSComparisonPredicate) throws(ArchiveError) {
    try write([comparison.leftExpression, comparison.rightExpression])
    if let selector = comparison.customSelector {
      return add(.selector, text: selector.description)
    }
    nodes.append(
      ArchivedNode(
        .comparison,
        numbers: [
          comparison.predicateOperatorType.rawValue,
          comparison.comparisonPredicateModifier.rawValue,
          comparison.options.rawValue,
        ]))
  }

  // MARK: Expressions

  private mutating func write(_ expressions: [NSExpression]) throws(ArchiveError) {
    for expression in expressions { try write(expression) }
  }

  private mutating func write(_ expression: NSExpression) throws(ArchiveError) {
    switch expression.form {
    case .constant(let value): try write(constant: value)
    case .evaluatedObject: add(.object)
    case .anyKey: add(.anyKey)
    case .variable(let name): add(.variable, text: name)
    case .keyPath(let base, let path):
      try write(base)
      nodes.append(ArchivedNode(.path, keys: path.keys))
    case .function(let operand, let name, let arguments):
      try write([operand].compactMap { $0 } + arguments)
      nodes.append(
        ArchivedNode(.function, count: arguments.count, text: name, flag: operand != nil))
    case .aggregate(let members):
      try write(members)
      add(.aggregate, count: members.count)
    case .subquery(let collection, let variable, let condition):
      try write(collection)
      try write(condition)
      add(.subquery, text: variable)
    case .set(let operation, let left, let right):
      try write([left, right])
      add(operation.kind)
    case .conditional(let condition, let first, let second):
      try write(condition)
      try write([first, second])
      add(.conditional)
    case .element(let list, let index): try write(list, index)
    case .assignment(let name, let value):
      try write(value)
      add(.assignment, text: name)
    case .fetch(let request, let context, let countOnly):
      try write([request, context])
      nodes.append(ArchivedNode(.fetch, flag: countOnly))
    case .block: throw .unwritable("an expression with a block")
    }
  }

  private mutating func write(
    _ list: NSExpression, _ index: ElementIndex
  ) throws(ArchiveError) {
    try write(list)
    switch index {
    case .first: add(.first)
    case .last: add(.last)
    case .size: add(.size)
    case .at(let expression):
      try write(expression)
      add(.element)
    }
  }

  private mutating func add(_ kind: ArchivedNode.Kind, count: Int? = nil, text: String? = nil) {
    nodes.append(ArchivedNode(kind, count: count, text: text))
  }

  // MARK: Constants

  private mutating func write(constant value: Any?, level: Int = 1) throws(ArchiveError) {
    guard level <= FormatParser.deepest else { throw .tooDeep }
    guard let value = ConstantValue.normal(value) else { return add(.null) }
    if let node = ArchivedNode(leaf: value) { return nodes.append(node) }
    let (kind, members): (ArchivedNode.Kind, [Any]) =
      switch value {
      case let set as NSOrderedSet: (.orderedSet, set.array)
      case let set as NSSet: (.set, set.allObjects)
      case let set as Set<AnyHashable>: (.set, set.map(\.base))
      case let list as [Any]: (.list, list)
      default: throw .unwritable("a constant of the type \(type(of: value))")
      }
    for member in members { try write(constant: member, level: level + 1) }
    add(kind, count: members.count)
  }
}

extension SetOperation {
  /// The kind of node that joins two collections like this.
  fileprivate var kind: ArchivedNode.Kind {
    switch self {
    case .union: .union
    case .intersection: .intersection
    case .difference: .difference
    }
  }
}

extension ArchivedNode {
  /// The node of a normal constant that has no members; nil for other constants.
  ///
  /// Binary numbers are written as their bits, so that nothing is lost.
  fileprivate init?(leaf value: Any) {
    switch value {
    case let flag as Bool: self.init(.flag, flag: flag)
    case let number as Int: self.init(.whole, text: String(number))
    case let number as UInt64: self.init(.unsigned, text: String(number))
    case let number as Double: self.init(.real, text: String(number.bitPattern))
    case let number as Decimal: self.init(.decimal, text: number.description)
    case let text as String: self.init(.text, text: text)
    case let date as Date:
      self.init(.date, text: String(date.timeIntervalSinceReferenceDate.bitPattern))
    case let data as Data: self.init(.data, text: data.base64EncodedString())
    case let uuid as UUID: self.init(.uuid, text: uuid.uuidString)
    case let url as URL: self.init(.url, text: url.absoluteString)
    default: return nil
    }
  }
}
