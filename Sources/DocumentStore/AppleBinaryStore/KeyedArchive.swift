import Foundation

/// A keyed archive (`NSKeyedArchiver`), read without making an object of any class.
///
/// A dictionary with a table `$objects`, in which everything that is archived has a number, and `$top`, which
/// names what the archive is of. A value is a plain one or an instance: a dictionary of fields, with the number
/// of its class under `$class`.
struct KeyedArchive {
  typealias Fault = ArchivedList.Fault

  /// Something in an archive.
  enum Object {
    /// A value of a property list.
    case plain(ArchivedList.Node)
    /// An instance of a class, by the fields' names the numbers of their nodes in the list.
    case instance(className: String, fields: [String: Int])
  }

  let list: ArchivedList
  /// The nodes of all objects.
  private let objects: [Int]
  private let top: [String: Int]

  init(_ bytes: ByteView, _ allowance: ReadingAllowance? = nil) throws(Fault) {
    list = try ArchivedList(bytes, allowance)
    guard let root = try Self.fields(list.node(list.top), list),
      let objects = root["$objects"], case .array(let members) = try list.node(objects),
      let top = root["$top"], let roots = try Self.fields(list.node(top), list)
    else { throw Fault(sentence: "is no keyed archive: it lacks '$objects' or '$top'") }
    self.objects = members
    self.top = roots
  }

  /// The number of what the archive is of.
  func root(_ key: String) throws(Fault) -> Int {
    guard let node = top[key], let number = try identifier(node) else {
      throw Fault(sentence: "is an archive without '\(key)'")
    }
    return number
  }

  private static func fields(
    _ node: ArchivedList.Node, _ list: ArchivedList
  ) throws(Fault) -> [String: Int]? {
    guard case .dictionary(let keys, let values) = node else { return nil }
    var fields: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      guard case .string(let name) = try list.node(key) else {
        throw Fault(sentence: "has a dictionary with a key that is no text")
      }
      fields[name] = value
    }
    return fields
  }

  /// The number that a node of the list refers to, where it does.
  func identifier(_ node: Int) throws(Fault) -> Int? {
    if case .identifier(let number) = try list.node(node) { number } else { nil }
  }

  /// The node of an object.
  func node(_ number: Int) throws(Fault) -> ArchivedList.Node {
    guard number < objects.count else {
      throw Fault(sentence: "refers to an object \(number) of \(objects.count)")
    }
    return try list.node(objects[number])
  }

  /// The object with a number.
  func object(_ number: Int) throws(Fault) -> Object {
    let node = try node(number)
    guard let fields = try Self.fields(node, list) else { return .plain(node) }
    guard let classNode = fields["$class"], let classNumber = try identifier(classNode),
      let described = try Self.fields(self.node(classNumber), list),
      let name = described["$classname"], case .string(let className) = try list.node(name)
    else { throw Fault(sentence: "has an object \(number) of no class") }
    return .instance(className: className, fields: fields)
  }

  /// The objects that the array in a field refers to; nil where there is none.
  func members(_ fields: [String: Int], _ key: String) throws(Fault) -> [Int]? {
    guard let field = fields[key], case .array(let nodes) = try list.node(field) else { return nil }
    var numbers: [Int] = []
    for node in nodes {
      guard let number = try identifier(node) else {
        throw Fault(sentence: "has a list of something else than objects")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The members of an array, a set or an ordered set; nil for other objects.
  func elements(_ number: Int) throws(Fault) -> [Int]? {
    guard case .instance(let name, let fields) = try object(number),
      ["NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet"]
        .contains(name)
    else { return nil }
    if let members = try members(fields, "NS.objects") { return members }
    // Ordered sets have a field for each.
    var elements: [Int] = []
    while let field = fields["NS.object.\(elements.count)"], let number = try identifier(field) {
      elements.append(number)
    }
    return elements
  }

  /// The keys and values of a dictionary; nil for other objects.
  func entries(_ number: Int) throws(Fault) -> [(key: Int, value: Int)]? {
    guard case .instance(let name, let fields) = try object(number),
      name == "NSDictionary" || name == "NSMutableDictionary",
      let keys = try members(fields, "NS.keys"), let values = try members(fields, "NS.objects")
    else { return nil }
    guard keys.count == values.count else {
      throw Fault(sentence: "has a dictionary with \(keys.count) keys and \(values.count) values")
    }
    return zip(keys, values).map { ($0, $1) }
  }

  /// The text that an object is; nil for others.
  func text(_ number: Int) throws(Fault) -> String? {
    switch try object(number) {
    case .plain(.string(let text)): return text
    case .instance("NSString", let fields), .instance("NSMutableString", let fields):
      guard let field = fields["NS.string"] else { return nil }
      if case .string(let text) = try list.node(field) { return text }
      return nil
    default: return nil
    }
  }

  /// The whole number that an object is; nil for others.
  func integer(_ number: Int) throws(Fault) -> Int64? {
    if case .plain(.integer(let value)) = try object(number) { value } else { nil }
  }

  /// The bytes in a range of the list.
  func bytes(_ range: Range<Int>) throws(Fault) -> [UInt8] {
    try list.allowance.spend(range.count)
    return list.bytes[range].array
  }
}
