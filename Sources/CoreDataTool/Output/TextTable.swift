import OpenCoreData

/// Rows of text in columns, for people.
struct TextTable {
  private let header: [String]
  private let rows: [[String]]
  private let flushRight: Set<Int>
  private let widths: [Int]

  /// The widest a column gets; longer texts are cut and end with `…`.
  static let widest = 40

  /// Makes a table; the texts of the columns that are flush right end flush, as numbers do.
  init(header: [String], rows: [[String]], flushRight: Set<Int> = []) {
    self.header = header.map(Self.oneLine)
    self.rows = rows.map { $0.map(Self.oneLine) }
    self.flushRight = flushRight
    var widths = self.header.map(\.displayWidth)
    for row in self.rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    self.widths = widths
  }

  /// The table, without blanks at the ends of lines.
  var text: String {
    var lines: [String] = []
    forEachLine { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  /// Calls with each line of the table.
  func forEachLine(_ body: (String) -> Void) {
    body(line(header))
    body(widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "))
    for row in rows { body(line(row)) }
  }

  private func line(_ cells: [String]) -> String {
    var line = ""
    var blanks = 0
    for (column, cell) in cells.enumerated() {
      let padding = widths[column] - cell.displayWidth
      let isRight = flushRight.contains(column)
      if !cell.isEmpty {
        line += String(repeating: " ", count: blanks + (isRight ? padding : 0)) + cell
        blanks = isRight ? 0 : padding
      } else {
        blanks += padding
      }
      blanks += 2
    }
    return line
  }

  /// A text as it can stand in one cell: on one line, with nothing that a terminal obeys, not too long.
  private static func oneLine(_ text: String) -> String {
    if text.utf8.count <= widest, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return text
    }
    var cell = ""
    for character in text.prefix(widest + 1) {
      if character.isNewline {
        cell.append("⏎")
      } else if let scalar = character.unicodeScalars.first, scalar.isShown {
        cell.append(character)
      } else {
        cell.append("\u{FFFD}")
      }
    }
    return cell.count > widest ? cell.prefix(widest - 1) + "…" : cell
  }
}
