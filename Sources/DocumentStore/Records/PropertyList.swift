package import Foundation

/// A property list as a plain, sendable value: what a store's metadata is made of.
///
/// Equality is that of ``Value``: it asks whether anything would change by writing one over the other.
package indirect enum PropertyList: Sendable {
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case date(Date)
  case data(Data)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// The value under a key of a dictionary, nil for anything else.
  package subscript(key: String) -> PropertyList? {
    if case .dictionary(let entries) = self { entries[key] } else { nil }
  }

  /// The text, where this is one.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number, where this is a whole one.
  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The bytes, where this is data.
  package var bytes: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  /// The elements, where this is an array.
  package var elements: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The entries, where this is a dictionary.
  package var entries: [String: PropertyList]? {
    if case .dictionary(let entries) = self { entries } else { nil }
  }
}

extension PropertyList: Equatable {
  package static func == (one: PropertyList, other: PropertyList) -> Bool {
    switch (one, other) {
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a.isSame(as: b)
    default: false
    }
  }
}

extension [String: PropertyList] {
  /// Whether both have the same entries, their keys compared by bytes.
  package func isSame(as other: [String: PropertyList]) -> Bool {
    guard count == other.count else { return false }
    return allSatisfy { key, value in
      guard let index = other.index(forKey: key) else { return false }
      return other[index].key.hasSameBytes(as: key) && other[index].value == value
    }
  }
}
