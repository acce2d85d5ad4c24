/// Writes keyed archives, of which no class needs to be known.
struct ArchiveWriter {
  /// The table of objects; the first is the one that stands for nil.
  private var objects: [PropertyListNode] = [.string("$null")]
  private var classes: [[String]: Int] = [:]
  /// Where texts are.
  private var texts: [ExactText: Int] = [:]

  /// An archive of one object of another archive and of all that it refers to, unchanged.
  static func copy(of number: Int, in archive: KeyedArchive) throws(KeyedArchive.Fault) -> [UInt8] {
    var writer = ArchiveWriter()
    let root = try writer.add(number, of: archive)
    return writer.bytes(root, named: "root")
  }

  /// The archive of an object under a name.
  func bytes(_ root: Int, named name: String) -> [UInt8] {
    let list: [(String, PropertyListNode)] = [
      ("$version", .integer(100_000)), ("$archiver", .string("NSKeyedArchiver")),
      ("$top", .dictionary([.init(key: name, value: .init(identifier: root))])),
      ("$objects", .array(objects)),
    ]
    return BinaryPropertyListWriter.bytes(
      of: .dictionary(list.map { .init(key: $0.0, value: $0.1) }), hasIdentifiers: true)
  }

  /// Adds an object that is a value of a property list.
  mutating func add(_ node: PropertyListNode) -> Int {
    if case .string(let text) = node {
      if let known = texts[ExactText(text)] { return known }
      texts[ExactText(text)] = objects.count
    }
    objects.append(node)
    return objects.count - 1
  }

  /// Adds an instance of a class, whose name comes with those of the classes that it inherits from.
  mutating func add(
    _ classes: [String], _ fields: [(String, PropertyListNode)]
  ) -> Int {
    let number = reserve()
    set(number, classes, fields)
    return number
  }

  /// Makes room for an object that others refer to before it is known.
  mutating func reserve() -> Int {
    objects.append(.string(""))
    return objects.count - 1
  }

  /// Says what a reserved object is.
  mutating func set(_ number: Int, _ classes: [String], _ fields: [(String, PropertyListNode)]) {
    let described = PropertyListNode(identifier: add(classes))
    objects[number] = .dictionary(
      (fields + [("$class", described)]).map { .init(key: $0.0, value: $0.1) })
  }

  private mutating func add(_ names: [String]) -> Int {
    if let known = classes[names] { return known }
    classes[names] = objects.count
    objects.append(
      .dictionary([
        .init(key: "$classname", value: .string(names.first ?? "NSObject")),
        .init(key: "$classes", value: .array(names.map(PropertyListNode.string))),
      ]))
    return objects.count - 1
  }

  /// Adds an object of another archive with all that it refers to.
  mutating func add(
    _ root: Int, of archive: KeyedArchive
  ) throws(KeyedArchive.Fault) -> Int {
    var copy = Copy(archive: archive)
    let number = try copy.number(of: root, &objects)
    while let (old, new) = copy.queue.popLast() {
      objects[new] = try copy.node(archive.node(old), &objects, depth: 0)
    }
    return number
  }

  /// What has been copied of another archive.
  private struct Copy {
    let archive: KeyedArchive
    var queue: [(old: Int, new: Int)] = []
    private var numbers: [Int: Int] = [:]

    init(archive: KeyedArchive) { self.archive = archive }

    mutating func number(
      of old: Int, _ objects: inout [PropertyListNode]
    ) throws(KeyedArchive.Fault) -> Int {
      if let known = numbers[old] { return known }
      if case .string("$null") = try archive.node(old) { return 0 }
      objects.append(.string(""))
      numbers[old] = objects.count - 1
      queue.append((old, objects.count - 1))
      return objects.count - 1
    }

    mutating func node(
      _ node: ArchivedList.Node, _ objects: inout [PropertyListNode], depth: Int
    ) throws(KeyedArchive.Fault) -> PropertyListNode {
      guard depth < 32 else {
        throw KeyedArchive.Fault(
          sentence: "has a value of lists in lists, more than 32 deep")
      }
      try archive.list.allowance.spend(ReadingAllowance.nodeCost)
      switch node {
      case .boolean(let flag): return .boolean(flag)
      case .integer(let number): return .integer(Int128(number))
      case .real(let number): return .real(number)
      case .date(let seconds): return .date(seconds)
      case .string(let text): return .string(text)
      case .data(let range): return .data(try archive.bytes(range))
      case .identifier(let old): return .init(identifier: try number(of: old, &objects))
      case .array(let members):
        var elements: [PropertyListNode] = []
        for member in members {
          elements.append(try self.node(archive.list.node(member), &objects, depth: depth + 1))
        }
        return .array(elements)
      case .dictionary(let keys, let values):
        var entries: [PropertyListEntry] = []
        for (key, value) in zip(keys, values) {
          guard case .string(let key) = try archive.list.node(key) else {
            throw KeyedArchive.Fault(sentence: "has a dictionary with a key that is no text")
          }
          let value = try self.node(archive.list.node(value), &objects, depth: depth + 1)
          entries.append(PropertyListEntry(key: key, value: value))
        }
        return .dictionary(entries)
      }
    }
  }
}
