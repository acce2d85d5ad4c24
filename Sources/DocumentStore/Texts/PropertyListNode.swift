import Foundation

/// A property list whose dictionaries keep their order, so that one form can be turned into another
/// and back to the same bytes.
indirect enum PropertyListNode: Sendable {
  case boolean(Bool)
  /// From the least Int64 to the greatest UInt64.
  case integer(Int128)
  case real(Double)
  case string(String)
  /// Seconds since 2001.
  case date(Double)
  case data([UInt8])
  case array([PropertyListNode])
  case dictionary([PropertyListEntry])
}

/// An entry of a dictionary.
struct PropertyListEntry: Sendable {
  var key: String
  var value: PropertyListNode
}

extension PropertyListNode {
  /// The node of a plain property list, dictionaries in the order of their keys' bytes.
  init(_ list: PropertyList) {
    switch list {
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(Int128(number))
    case .real(let number): self = .real(number)
    case .string(let text): self = .string(text)
    case .date(let date): self = .date(date.timeIntervalSinceReferenceDate)
    case .data(let data): self = .data(Array(data))
    case .array(let elements): self = .array(elements.map(PropertyListNode.init))
    case .dictionary(let entries):
      let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      self = .dictionary(sorted.map { PropertyListEntry(key: $0.key, value: .init($0.value)) })
    }
  }

  /// The plain property list; nil where it has an integer beyond Int64.
  var plain: PropertyList? {
    switch self {
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return Int64(exactly: number).map(PropertyList.integer)
    case .real(let number): return .real(number)
    case .string(let text): return .string(text)
    case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let bytes): return .data(Data(bytes))
    case .array(let elements):
      let plain = elements.compactMap(\.plain)
      return plain.count == elements.count ? .array(plain) : nil
    case .dictionary(let entries):
      var plain: [String: PropertyList] = [:]
      for entry in entries {
        guard let value = entry.value.plain else { return nil }
        plain[entry.key] = value
      }
      return .dictionary(plain)
    }
  }

  /// Whether XML can hold it so that it comes back: all numbers finite, no key twice.
  var isWritable: Bool {
    switch self {
    case .boolean, .integer, .string, .data: true
    case .real(let number), .date(let number): number.isFinite
    case .array(let elements): elements.allSatisfy(\.isWritable)
    case .dictionary(let entries):
      entries.allSatisfy(\.value.isWritable)
        && entries.allSatisfy { $0.key.withView(EscapedText.canHold) }
        && Set(entries.map(\.key)).count == entries.count
    }
  }
}
