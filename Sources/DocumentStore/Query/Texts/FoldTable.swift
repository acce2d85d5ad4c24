import Foundation
import Predicates

/// What folding makes of single scalars, so that most texts can be folded without a call for each.
///
/// It knows the letters of Latin, Greek and Cyrillic that stand alone; texts with others are folded as strings.
///
/// Safe because it never changes.
final class FoldTable: Sendable {
  /// Scalars from here on are not known.
  private static let limit = 0x530
  private static let unknown = UInt8.max

  /// For each scalar from U+0080 on, up to three bytes and how many there are.
  private let bytes: [UInt8]
  private let lengths: [UInt8]
  private let foldsCase: Bool

  private static let foldingCase = FoldTable(.caseInsensitive)
  private static let foldingMarks = FoldTable(.diacriticInsensitive)
  private static let foldingBoth = FoldTable([.caseInsensitive, .diacriticInsensitive])

  /// The table for options; nil where texts are compared as they are.
  static func table(_ options: NSComparisonPredicate.Options) -> FoldTable? {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (true, true): foldingBoth
    case (true, false): foldingCase
    case (false, true): foldingMarks
    case (false, false): nil
    }
  }

  private init(_ options: String.CompareOptions) {
    var bytes: [UInt8] = []
    var lengths: [UInt8] = []
    for number in 0x80..<Self.limit {
      let folded = Self.folded(number, options)
      lengths.append(folded.map { UInt8($0.count) } ?? Self.unknown)
      bytes += (0..<3).map { index in
        folded.flatMap { index < $0.count ? $0[index] : nil } ?? 0
      }
    }
    self.bytes = bytes
    self.lengths = lengths
    foldsCase = options.contains(.caseInsensitive)
  }

  /// The folded form of a scalar in UTF-8; nil where it may depend on its neighbours.
  private static func folded(_ number: Int, _ options: String.CompareOptions) -> [UInt8]? {
    guard let scalar = Unicode.Scalar(number), scalar.properties.generalCategory != .unassigned
    else { return nil }
    let text = String(Character(scalar))
    guard isPlain(text) else { return nil }
    let folded = text.folding(options: options, locale: nil).composed
    let bytes = Array(folded.utf8)
    return isPlain(folded) && bytes.count <= 3 ? bytes : nil
  }

  private static func isPlain(_ text: String) -> Bool {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe PlainRow.isPlain($0) }
  }

  /// Writes the folded form of a text to `buffer`, and says how long it is; nil where the text has scalars that are
  /// not known.
  ///
  /// The buffer must have room for twice as many bytes as the text has.
  @inline(__always)
  func fold(_ text: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { table in
      unsafe lengths.withUnsafeBufferPointer { lengths in
        unsafe Self.fold(text, buffer, table, lengths, foldsCase)
      }
    }
  }

  private static func fold(
    _ text: UnsafeRawBufferPointer, _ buffer: UnsafeMutableRawBufferPointer,
    _ table: UnsafeBufferPointer<UInt8>, _ lengths: UnsafeBufferPointer<UInt8>, _ foldsCase: Bool
  ) -> Int? {
    var count = 0
    var offset = 0
    while offset < text.count {
      let byte = unsafe text[offset]
      offset += 1
      if byte < 0x80 {
        unsafe buffer[count] = foldsCase && byte &- 65 < 26 ? byte | 0x20 : byte
        count += 1
        continue
      }
      // U+0080 to U+052F begin with bytes up to D4, and have two.
      guard byte <= 0xD4, offset < text.count else { return nil }
      let scalar = unsafe Int(byte & 0x1F) << 6 | Int(text[offset] & 0x3F)
      offset += 1
      guard scalar >= 0x80, scalar < limit else { return nil }
      let length = unsafe lengths[scalar - 0x80]
      if length == unknown { return nil }
      for index in 0..<Int(length) {
        unsafe buffer[count] = table[(scalar - 0x80) * 3 + index]
        count += 1
      }
    }
    return count
  }
}

/// Room for the folded form of a row.
///
/// Safe because the memory is as large as the longest row needs, and freed at the end.
@safe final class FoldBuffer {
  private let table: FoldTable
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)

  init(_ table: FoldTable) { self.table = table }

  deinit { unsafe memory.deallocate() }

  /// Calls a function with the folded form of a row; nil where that needs a string.
  @inline(__always)
  func withFolded(
    _ row: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool? {
    if unsafe memory.count < row.count * 2 {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: row.count * 2, alignment: 8)
    }
    guard let count = unsafe table.fold(row, into: memory) else { return nil }
    return unsafe body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }
}
