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
  /// How rows beyond the scope can be folded; nil where they need not be.
  let foldTable: FoldTable?

  /// Prepares a text; nil where bytes can decide about no row.
  init?(_ text: String, _ options: NSComparisonPredicate.Options) {
    if options.contains(.localeSensitive) { return nil }
    if options.contains(.normalized) {
      bytes = Array(text.utf8)
      foldsCase = false
      scope = .all
      foldTable = nil
      return
    }
    foldsCase = options.contains(.caseInsensitive)
    var folding: String.CompareOptions = foldsCase ? .caseInsensitive : []
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    let folded = folding.isEmpty ? text : text.folding(options: folding, locale: nil)
    bytes = Array(folded.composed.utf8)
    scope = folding.isEmpty ? .plain : .ascii
    foldTable = FoldTable.table(options)
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

  /// Whether bytes decide about all rows of a chunk.
  ///
  /// Looks through them where that has not happened: cheap, but not as cheap as looking at few rows.
  func decidesAll(
    _ rows: borrowing RowBits, _ chunk: ColumnChunk
  ) throws(QueryError) -> Bool {
    if scope == .all { return true }
    let isWorthLooking = rows.count >= chunk.rowCount / 4
    let kind = try reading { () throws(StoreError) in
      try chunk.textKind(looking: isWorthLooking)
    }
    return kind == .ascii || kind == .plain && scope == .plain
  }

  /// Calls a function with a form of the text that is fast to compare many times.
  @inline(__always)
  func withBytes(_ body: (NeedleBytes) -> Void) {
    unsafe bytes.withUnsafeBytes { body(unsafe NeedleBytes(bytes: $0, foldsCase: foldsCase)) }
  }
}

/// The bytes of a text while they stay where they are.
///
/// Safe because it is made for the length of a call only, and compares as many bytes as its callers have.
@safe struct NeedleBytes {
  fileprivate let bytes: UnsafeRawBufferPointer
  fileprivate let foldsCase: Bool

  /// How many bytes there are.
  @inline(__always)
  var count: Int { unsafe bytes.count }

  @inline(__always)
  subscript(index: Int) -> UInt8 { unsafe bytes[index] }

  /// A byte of ASCII as it is compared.
  @inline(__always)
  private static func folded(_ byte: UInt8) -> UInt8 {
    byte &- 65 < 26 ? byte | 0x20 : byte
  }

  /// Whether the bytes at some address are those of the text.
  @inline(__always)
  func matches(_ start: UnsafeRawPointer) -> Bool {
    var index = 0
    if !foldsCase {
      while index &+ 8 <= count {
        let (a, b) = unsafe (
          start.loadUnaligned(fromByteOffset: index, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        )
        if a != b { return false }
        index &+= 8
      }
      while index < count {
        if unsafe start.load(fromByteOffset: index, as: UInt8.self) != bytes[index] { return false }
        index &+= 1
      }
      return true
    }
    while index < count {
      let byte = unsafe start.load(fromByteOffset: index, as: UInt8.self)
      if unsafe Self.folded(byte) != bytes[index] { return false }
      index &+= 1
    }
    return true
  }
}
