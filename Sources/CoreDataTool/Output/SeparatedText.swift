/// Rows for other programs: comma- or tab-separated.
enum SeparatedText {
  /// A line of RFC 4180: a text with a comma, a quote or a line end stands in quotes.
  static func csv(_ cells: [String]) -> String {
    cells.map { cell in
      let isPlain = !cell.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
      if isPlain { return cell }
      let parts = cell.split(separator: "\"", omittingEmptySubsequences: false)
      return "\"" + parts.joined(separator: "\"\"") + "\""
    }.joined(separator: ",")
  }

  /// A line whose cells have their tabs, line ends and backslashes escaped with a backslash.
  static func tsv(_ cells: [String]) -> String {
    cells.map { cell in
      var text = ""
      for scalar in cell.unicodeScalars {
        switch scalar {
        case "\\": text += "\\\\"
        case "\t": text += "\\t"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        default: text.unicodeScalars.append(scalar)
        }
      }
      return text
    }.joined(separator: "\t")
  }
}
