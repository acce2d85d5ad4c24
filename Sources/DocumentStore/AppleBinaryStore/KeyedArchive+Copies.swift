import Foundation

extension KeyedArchive {
  /// What stands in another archive of its own, or as a property list, for an object: the bytes that the usual
  /// transformer keeps of it.
  ///
  /// An object of simple classes becomes a property list; of any other an archive is made in which nothing is
  /// changed, so that whoever knows the classes can read it. Nothing of either is instantiated.
  func transformed(_ number: Int) throws(Fault) -> Data {
    if let node = try propertyList(number), node.isWritable {
      return Data(BinaryPropertyListWriter.bytes(of: node))
    }
    return Data(try ArchiveWriter.copy(of: number, in: self))
  }

  /// A property list of an object; nil where it is none.
  func propertyList(_ number: Int) throws(Fault) -> PropertyListNode? {
    // A few objects may be in each other so often that the list would never end.
    var allowance = 1 << 20
    return try propertyList(number, depth: 0, &allowance)
  }

  private func propertyList(
    _ number: Int, depth: Int, _ allowance: inout Int
  ) throws(Fault) -> PropertyListNode? {
    allowance -= 1
    guard depth < 32, allowance > 0 else { return nil }
    try list.allowance.spend(ReadingAllowance.nodeCost)
    if let scalar = try scalar(number) {
      switch scalar {
      case .boolean(let flag): return .boolean(flag)
      case .integer(let number): return .integer(Int128(number))
      case .real(let number): return .real(number)
      case .date(let seconds): return .date(seconds)
      case .string(let text): return .string(text)
      case .data(let data): return .data(Array(data))
      case .null, .uuid, .uri, .decimal: return nil
      }
    }
    guard case .instance(let name, _) = try object(number) else { return nil }
    if name == "NSArray" || name == "NSMutableArray" {
      var elements: [PropertyListNode] = []
      for member in try self.elements(number) ?? [] {
        guard let element = try propertyList(member, depth: depth + 1, &allowance) else {
          return nil
        }
        elements.append(element)
      }
      return .array(elements)
    }
    guard let entries = try entries(number) else { return nil }
    var list: [PropertyListEntry] = []
    for (key, value) in entries {
      guard let key = try text(key),
        let value = try propertyList(value, depth: depth + 1, &allowance)
      else {
        return nil
      }
      list.append(PropertyListEntry(key: key, value: value))
    }
    return .dictionary(list.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
  }
}
