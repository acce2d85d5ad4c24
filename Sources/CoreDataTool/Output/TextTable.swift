/// Rows of text in columns, for people.
struct TextTable {
  var header: [String]
  var rows: [[String]]
  /// Columns whose texts end flush, as numbers do.
  var flushRight: Set<Int> = []

  /// The widest a column gets; longer texts are cut and end with `…`.
  static let widest = 40

  /// The table, a line a row, without blanks at the ends of lines.
  var text: String {
    let cells = ([header] + rows).map { $0.map(Self.oneLine) }
    let widths = header.indices.map { column in cells.map { $0[column].displayWidth }.max() ?? 0 }
    var lines = cells.map { line($0, widths) }
    lines.insert(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "), at: 1)
    return lines.joined(separator: "\n")
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.enumerated().map { column, cell in
      flushRight.contains(column)
        ? String(repeating: " ", count: widths[column] - cell.displayWidth) + cell
        : cell.padded(to: widths[column])
    }
    let joined = padded.joined(separator: "  ")
    return String(joined.reversed().drop { $0 == " " }.reversed())
  }

  /// A text as it can stand in one cell: on one line, without control characters, not too long.
  private static func oneLine(_ text: String) -> String {
    var cell = ""
    for character in text.prefix(widest + 1) {
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      cell.append(isControl ? (character.isNewline ? "⏎" : "�") : character)
    }
    return cell.count > widest ? cell.prefix(widest - 1) + "…" : cell
  }
}
