/// Writes property lists as XML elements.
struct PropertyListMarkup {
  /// White space between the elements: nil for all in one line.
  struct Layout {
    var lineEnd: LineEnd
    /// The white space before the outermost element.
    var indent: [UInt8]
    /// What each level adds.
    var unit: [UInt8]
  }

  private let layout: Layout?
  private var depth = 0

  init(_ layout: Layout?) { self.layout = layout }

  /// Appends an element for a node that is writable.
  mutating func print(_ node: PropertyListNode, to output: inout RawBuffer) {
    switch node {
    case .boolean(let flag): output.append(flag ? "<true/>" : "<false/>")
    case .integer(let number):
      output.append("<integer>")
      output.append(text: String(number))
      output.append("</integer>")
    case .real(let number):
      output.append("<real>")
      DoubleText.print(number, to: &output)
      output.append("</real>")
    case .string(let text): print(text, &output)
    case .date(let seconds): print(date: seconds, &output)
    case .data(let bytes):
      output.append("<data>")
      bytes.withView { Base64Text.print($0, to: &output) }
      output.append("</data>")
    case .array(let elements): print(elements, &output)
    case .dictionary(let entries): print(entries, &output)
    }
  }

  private func print(_ text: String, _ output: inout RawBuffer) {
    text.withView { text in
      let start = output.count
      output.append("<string>")
      if !EscapedText.print(text, lineEnd: layout?.lineEnd ?? .lineFeed, to: &output) {
        output.truncate(to: start)
        output.append("<string encoding=\"base64\">")
        Base64Text.print(text, to: &output)
      }
      output.append("</string>")
    }
  }

  private func print(date seconds: Double, _ output: inout RawBuffer) {
    guard DateText.hasCalendarForm(seconds) else {
      output.append("<date seconds=\"")
      DoubleText.print(seconds, to: &output)
      return output.append("\"/>")
    }
    output.append("<date>")
    DateText.print(seconds, to: &output)
    output.append("</date>")
  }

  private mutating func print(_ elements: [PropertyListNode], _ output: inout RawBuffer) {
    if elements.isEmpty { return output.append("<array/>") }
    output.append("<array>")
    depth += 1
    for element in elements {
      breakLine(&output)
      print(element, to: &output)
    }
    depth -= 1
    breakLine(&output)
    output.append("</array>")
  }

  private mutating func print(_ entries: [PropertyListEntry], _ output: inout RawBuffer) {
    if entries.isEmpty { return output.append("<dict/>") }
    output.append("<dict>")
    depth += 1
    for entry in entries {
      breakLine(&output)
      output.append("<key>")
      entry.key.withView { key in
        _ = EscapedText.print(key, lineEnd: layout?.lineEnd ?? .lineFeed, to: &output)
      }
      output.append("</key>")
      breakLine(&output)
      print(entry.value, to: &output)
    }
    depth -= 1
    breakLine(&output)
    output.append("</dict>")
  }

  private func breakLine(_ output: inout RawBuffer) {
    guard let layout else { return }
    output.append(layout.lineEnd.text)
    output.append(contentsOf: layout.indent)
    for _ in 0..<depth { output.append(contentsOf: layout.unit) }
  }
}
