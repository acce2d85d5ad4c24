package import Foundation

/// A property list as a plain, sendable value: what a store's metadata is made of.
package indirect enum PropertyList: Hashable, Sendable {
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
