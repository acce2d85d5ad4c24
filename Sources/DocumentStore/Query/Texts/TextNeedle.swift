import Foundation
import Predicates

/// A text that rows are compared with, prepared for comparing bytes.
struct TextNeedle {
  /// Which rows bytes decide about.
  enum Scope {
    /// Those that are ``PlainRow``s.
    case plain
    /// Those of ASCII alone, where `[c]` and `[d]` fold the others in ways of their own.
    case ascii
    /// All: `[n]` says that both sides are prepared.
    case all
  }

  /// The text's composed form in UTF-8; where case does not count, that of its folded form.
  let bytes: [UInt8]
  /// Whether upper and lower case letters are the same.
  let foldsCase: Bool
  let scope: Scope

  /// Prepares a text; nil where bytes can decide about no row.
  init?(_ text: String, _ options: NSComparisonPredicate.Options) {
    if options.contains(.localeSensitive) { return nil }
    if options.contains(.normalized) {
      bytes = Array(text.utf8)
      foldsCase = false
      scope = .all
      return
    }
    foldsCase = options.contains(.caseInsensitive)
    var folding: String.CompareOptions = foldsCase ? .caseInsensitive : []
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    let folded = folding.isEmpty ? text : text.folding(options: folding, locale: nil)
    bytes = Array(folded.precomposedStringWithCanonicalMapping.utf8)
    scope = folding.isEmpty ? .plain : .ascii
  }

  /// Whether bytes decide about a row.
  @inline(__always)
  func decides(_ row: UnsafeRawBufferPointer) -> Bool {
    switch scope {
    case .all: true
    case .plain: unsafe PlainRow.isPlain(row)
    case .ascii: unsafe row.isASCII
    }
  }

  /// A byte of ASCII as it is compared.
  @inline(__always)
  static func folded(_ byte: UInt8) -> UInt8 {
    byte &- 65 < 26 ? byte | 0x20 : byte
  }

  /// Whether the bytes at some address are those of the text.
  @inline(__always)
  func matches(_ start: UnsafeRawPointer) -> Bool {
    let count = bytes.count
    if !foldsCase {
      for index in 0..<count
      where unsafe start.load(fromByteOffset: index, as: UInt8.self) != bytes[index] {
        return false
      }
      return true
    }
    for index in 0..<count
    where unsafe Self.folded(start.load(fromByteOffset: index, as: UInt8.self)) != bytes[index] {
      return false
    }
    return true
  }
}
