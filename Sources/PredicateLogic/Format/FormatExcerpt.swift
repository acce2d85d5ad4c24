/// A format and a line that points to a place in it, short enough for a terminal.
///
/// Characters that would move the pointer from its place, such as tabs and line ends, are shown as a blank or as a
/// picture of themselves; wide characters count as two columns.
package struct FormatExcerpt {
  /// How many columns of the format are shown.
  private static let width = 76

  /// Both lines, indented.
  package let lines: String

  /// Makes a view of a place in a format.
  package init(_ format: String, _ range: Range<String.Index>) {
    var before: [Cell] = []
    var index = range.lowerBound
    var room = Self.width / 2
    while index > format.startIndex, room > 0 {
      index = format.index(before: index)
      before.append(Cell(format[index]))
      room -= before[before.count - 1].width
    }
    let isCutBefore = index > format.startIndex
    let lead = (isCutBefore ? "…" : "") + before.reversed().map(\.text).joined()
    let indent = before.reduce(isCutBefore ? 1 : 0) { $0 + $1.width }

    var after = ""
    var marked = 0
    room = Self.width - indent
    index = range.lowerBound
    while index < format.endIndex, room > 0 {
      let cell = Cell(format[index])
      if index < range.upperBound { marked += cell.width }
      after += cell.text
      room -= cell.width
      index = format.index(after: index)
    }
    if index < format.endIndex { after += "…" }
    let pointer =
      String(repeating: " ", count: indent) + "^"
      + String(repeating: "~", count: max(marked, 1) - 1)
    lines = "  \(lead)\(after)\n  \(pointer)"
  }

  /// A text in one line, with pictures of its control characters.
  static func visible(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else { return text }
    return text.map { Cell($0).text }.joined()
  }

  /// A character as it is shown.
  private struct Cell {
    let text: String
    let width: Int

    init(_ character: Character) {
      guard let first = character.unicodeScalars.first else {
        text = ""
        width = 0
        return
      }
      switch first.properties.generalCategory {
      case .control where first == "\t":
        text = " "
        width = 1
      case .control where first.value < 0x20:
        // The picture of a control character, "␊" for a line end.
        text = Unicode.Scalar(0x2400 + first.value).map { String(Character($0)) } ?? "·"
        width = 1
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
        text = "·"
        width = 1
      case .nonspacingMark, .enclosingMark, .spacingMark:
        text = " " + String(character)
        width = 1
      default:
        text = String(character)
        width = character.isWide ? 2 : 1
      }
    }
  }
}
