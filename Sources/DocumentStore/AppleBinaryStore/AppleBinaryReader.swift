import Foundation
import ManagedModel
import Predicates

/// Reads the objects of Apple's binary store.
///
/// The archive is of a dictionary: a key for each object, and a node with its entity's name, the values of its
/// attributes in the order of the model, and the keys of related objects by the names of relationships.
struct AppleBinaryReader {
  typealias Fault = ArchivedList.Fault

  private let archive: KeyedArchive
  private let schema: Schema
  private let found: AppleObjectList
  private let orders: [AppleOrder]
  private let columns: [[String: Int]]

  init(_ bytes: ByteView, _ schema: Schema, lastKey: Int64) throws(Fault) {
    archive = try KeyedArchive(bytes)
    self.schema = schema
    found = AppleObjectList(schema)
    found.counter = lastKey
    orders = schema.tables.map(AppleOrder.init)
    columns = schema.tables.map { table in
      Dictionary(table.columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
  }

  /// All objects, in the order of their keys.
  func read() throws(Fault) -> AppleObjectList {
    guard let entries = try archive.entries(archive.root("mapData")) else {
      throw Fault(sentence: "has no dictionary of objects")
    }
    var nodes: [(key: Int64, node: Int)] = []
    for (key, node) in entries {
      guard let key = try archive.integer(key), 0...RecordID.largestNumber ~= key else {
        throw Fault(sentence: "has an object with a key that is no number")
      }
      nodes.append((key, node))
    }
    for (key, node) in nodes.sorted(by: { $0.key < $1.key }) { try read(key, node) }
    return found
  }

  private func report(_ key: Int64, _ sentence: String) {
    found.problems.add("the object \(key) \(sentence)", at: found.objects.count)
  }

  private func read(_ key: Int64, _ node: Int) throws(Fault) {
    guard case .instance(let className, let fields) = try archive.object(node),
      className == "NSDictionaryMapNode"
    else { return report(key, "is none of 'NSDictionaryMapNode'") }
    guard let nameField = fields["NSEntityName"], let name = try text(nameField) else {
      return report(key, "has no name of an entity")
    }
    guard let table = schema.tableIndex(named: name) else {
      let question = didYouMean(name, among: schema.tables.map(\.name))
      return report(key, "is a '\(name)', and there is no such entity in the model\(question)")
    }
    if let stated = fields["NSPrimaryKey64"],
      case .integer(let number) = try archive.list.node(stated),
      number != key
    {
      return report(key, "says that its key is \(number)")
    }
    var object = AppleObject(
      table: table, id: "z\(key)", range: 0..<0,
      values: Array(repeating: .null, count: schema.tables[table].columns.count), isPresent: [])
    try readValues(fields, key, &object)
    try readLinks(fields, key, &object)
    found.objects.append(object)
  }

  private func text(_ field: Int) throws(Fault) -> String? {
    if let number = try archive.identifier(field) { return try archive.text(number) }
    if case .string(let text) = try archive.list.node(field) { return text }
    return nil
  }

  // MARK: Attributes

  private func readValues(
    _ fields: [String: Int], _ key: Int64, _ object: inout AppleObject
  ) throws(Fault) {
    let order = orders[object.table]
    guard let field = fields["NSAttributeValues"], let number = try archive.identifier(field),
      let values = try archive.elements(number)
    else { return report(key, "has no list of values") }
    let table = schema.tables[object.table]
    // Behind the attributes there is an empty place for each relationship.
    guard values.count == order.attributes.count + order.relationships.count else {
      return report(
        key,
        "of '\(table.name)' has \(values.count) values, and the model \(order.attributes.count) attributes and "
          + "\(order.relationships.count) relationships: the file was written with another model")
    }
    for (column, value) in zip(order.attributes, values) {
      object.values[column] = try self.value(value, table.columns[column], key)
    }
  }

  private func value(
    _ number: Int, _ column: ColumnSchema, _ key: Int64
  ) throws(Fault) -> Value {
    let scalar = try archive.scalar(number)
    if case .null = scalar { return .null }
    if column.type == .transformable { return try transformed(number, column, key) }
    guard let scalar, let value = column.value(scalar) else {
      report(key, "has a value of '\(column.name)' that is no \(column.type.displayName)")
      return .null
    }
    return value
  }

  /// The store keeps what a transformer would make into bytes as the object itself.
  private func transformed(
    _ number: Int, _ column: ColumnSchema, _ key: Int64
  ) throws(Fault) -> Value {
    if let name = column.transformerName, !Self.archivingTransformers.contains(name) {
      report(
        key,
        "has a value of '\(column.name)', which '\(name)' makes into bytes; the store keeps the object instead, "
          + "which only the program with that class can read")
      return .null
    }
    return .transformed(try archive.transformed(number))
  }

  private static let archivingTransformers: Set<String> = [
    "", "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    "NSSecureUnarchiveFromDataTransformerName", "NSKeyedUnarchiveFromData",
    "NSKeyedUnarchiveFromDataTransformerName", "NSUnarchiveFromData",
  ]

  // MARK: Relationships

  private func readLinks(
    _ fields: [String: Int], _ key: Int64, _ object: inout AppleObject
  ) throws(Fault) {
    guard let field = fields["NSRelatedNodes"], let number = try archive.identifier(field),
      let entries = try archive.entries(number)
    else { return }
    for (name, members) in entries {
      guard let name = try archive.text(name) else {
        return report(key, "has a relationship without a name")
      }
      guard let column = columns[object.table][name],
        schema.tables[object.table].columns[column].type.isRelationship
      else {
        report(
          key, "has a relationship '\(name)', which '\(schema.tables[object.table].name)' has not")
        continue
      }
      var ids: [String] = []
      let numbers = try archive.elements(members) ?? []
      for member in numbers {
        guard let id = try archive.integer(member) else {
          report(key, "has a member of '\(name)' that is no key")
          continue
        }
        ids.append("z\(id)")
      }
      object.links.append(.init(column: column, ids: ids, place: found.objects.count))
    }
  }
}

extension ColumnSchema {
  /// The value of the column's type that a scalar of an archive is; nil where it is none.
  fileprivate func value(_ scalar: KeyedArchive.Scalar) -> Value? {
    switch (type, scalar) {
    case (.boolean, .boolean(let flag)): .boolean(flag)
    case (.boolean, .integer(let number)): .boolean(number != 0)
    case (.int16, .integer(let number)): Int16(exactly: number).map { .integer(Int64($0)) }
    case (.int32, .integer(let number)): Int32(exactly: number).map { .integer(Int64($0)) }
    case (.int64, .integer(let number)): .integer(number)
    case (.int16, .boolean(let flag)), (.int32, .boolean(let flag)), (.int64, .boolean(let flag)):
      .integer(flag ? 1 : 0)
    case (.double, .real(let number)): number.isFinite ? .double(number) : nil
    case (.double, .integer(let number)): .double(Double(number))
    case (.float, .real(let number)): Float(number).isFinite ? .float(Float(number)) : nil
    case (.float, .integer(let number)): .float(Float(number))
    case (.decimal, .decimal(let number)): number.isNaN ? nil : .decimal(number)
    case (.decimal, .integer(let number)): .decimal(Decimal(number))
    case (.decimal, .real(let number)):
      number.isFinite ? Decimal(string: "\(number)").map(Value.decimal) : nil
    case (.string, .string(let text)): .string(text)
    case (.date, .date(let seconds)): seconds.isFinite ? .date(seconds) : nil
    case (.data, .data(let data)): .data(data)
    case (.uuid, .uuid(let uuid)): .uuid(uuid)
    case (.uri, .uri(let text)): .uri(text)
    default: nil
    }
  }
}
