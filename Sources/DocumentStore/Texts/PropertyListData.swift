package import Foundation

/// Property lists in their binary form, for those who make values.
package enum PropertyListData {
  /// The same property list with every dictionary in the order of its keys' bytes, so that equal lists have equal
  /// bytes and a document shows a change of one entry as one; as it is where it has what XML cannot hold.
  package static func sorted(_ data: Data) -> Data {
    let node = Array(data).withView { BinaryPropertyListReader.node(of: $0) }
    guard let node else { return data }
    return Data(BinaryPropertyListWriter.bytes(of: node.sorted))
  }
}

extension PropertyListNode {
  /// The list with every dictionary in the order of its keys' bytes.
  fileprivate var sorted: PropertyListNode {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .dictionary(let entries):
      .dictionary(
        entries.map { PropertyListEntry(key: $0.key, value: $0.value.sorted) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    default: self
    }
  }
}
