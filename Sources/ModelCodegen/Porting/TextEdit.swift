/// A change of a text, or something to be said about a place of it.
struct TextEdit {
  /// Bytes, and what takes their place; no parts where nothing is changed.
  var parts: [(range: Range<Int>, text: String)] = []
  /// Where it is.
  var place: Int
  /// What is said about it.
  var message: String

  var isChange: Bool { !parts.isEmpty }

  /// Where it begins and ends.
  private var hull: Range<Int> {
    let lower = parts.map(\.range.lowerBound).min() ?? place
    return lower..<max(lower, parts.map(\.range.upperBound).max() ?? place)
  }

  /// Those of some edits that do not overlap an earlier one, in order.
  static func disjoint(_ edits: [TextEdit]) -> [TextEdit] {
    var end = 0
    return edits.sorted { $0.hull.lowerBound < $1.hull.lowerBound }.filter { edit in
      guard edit.isChange else { return true }
      guard edit.hull.lowerBound >= end else { return false }
      end = edit.hull.upperBound
      return true
    }
  }

  /// The text with edits that do not overlap.
  static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> String {
    let parts = edits.flatMap(\.parts).sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + parts.count * 40)
    var at = 0
    for (range, text) in parts {
      result += bytes[at..<range.lowerBound]
      result += text.utf8
      at = range.upperBound
    }
    return String(decoding: result + bytes[at...], as: UTF8.self)
  }
}
