/// Questions about the white space of a document.
struct LineLayout {
  let bytes: ByteView
  /// The line ends of the document.
  let lineEnd: LineEnd

  /// The layout of a document whose line ends are known.
  init(_ bytes: ByteView, _ lineEnd: LineEnd) {
    self.bytes = bytes
    self.lineEnd = lineEnd
  }

  /// The layout of a document, whose line ends are those of its first line.
  init(_ bytes: ByteView) {
    let end = bytes.firstIndex(of: 0x0A) ?? 0
    let hasCarriageReturn = end > 0 && bytes[end - 1] == 0x0D
    self.init(bytes, hasCarriageReturn ? .carriageReturnLineFeed : .lineFeed)
  }

  /// Where the line begins that a place is in.
  func lineStart(of offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return start == 0 && isBehindMark(3) ? 3 : start
  }

  /// Whether a place is behind the byte order mark, which is not part of a line.
  private func isBehindMark(_ offset: Int) -> Bool {
    offset == 3 && bytes.starts(with: "\u{FEFF}")
  }

  /// The blanks before a place, where there is nothing else before it in its line.
  func indent(of offset: Int) -> [UInt8]? {
    var start = offset
    while start > 0, bytes[start - 1].isXMLSpace, bytes[start - 1] != 0x0A { start -= 1 }
    // Only the blanks are looked at: a document may be one long line.
    guard start == 0 || bytes[start - 1] == 0x0A || isBehindMark(start) else { return nil }
    return bytes[start..<offset].array
  }

  /// Where the next line begins, where only blanks (and comments, if they may be there) follow in
  /// this one.
  func nextLine(after offset: Int, skippingComments: Bool) -> Int? {
    var index = offset
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A { return index + 1 }
      if skippingComments, bytes.starts(with: "<!--", at: index) {
        var scanner = MarkupScanner(bytes, index..<bytes.count)
        index = scanner.next()?.range.upperBound ?? bytes.count
      } else if byte.isXMLSpace {
        index += 1
      } else {
        return nil
      }
    }
    return nil
  }

  /// What goes with an element: its whole line where it is alone there, else the blanks beside it.
  func removalRange(of range: Range<Int>) -> (range: Range<Int>, indent: [UInt8]?) {
    let indent = indent(of: range.lowerBound)
    let next = nextLine(after: range.upperBound, skippingComments: false)
    if let indent, let next { return (range.lowerBound - indent.count..<next, indent) }
    var start = range.lowerBound
    var end = range.upperBound
    if next != nil {
      while start > 0, bytes[start - 1].isXMLSpace, bytes[start - 1] != 0x0A { start -= 1 }
    } else {
      while end < bytes.count, bytes[end].isXMLSpace, bytes[end] != 0x0A { end += 1 }
    }
    return (start..<end, nil)
  }

  /// Whether a line before a place is blank, the place's own line not counted.
  func hasBlankLine(before offset: Int, downTo limit: Int) -> Bool {
    var end = lineStart(of: offset)
    while end > limit, end > 0 {
      let start = lineStart(of: end - 1)
      if bytes[start..<end].isBlank { return true }
      end = start
    }
    return false
  }

  /// The layout of an object's element.
  func style(of object: ElementNode) -> DocumentStyle? {
    guard let indent = indent(of: object.range.lowerBound) else { return nil }
    var style = DocumentStyle(lineEnd: lineEnd, indent: indent)
    guard let child = object.children.first else { return style }
    if let inner = self.indent(of: child.range.lowerBound), inner.starts(with: indent),
      inner.count > indent.count
    {
      style.unit = Array(inner[indent.count...])
    } else {
      style.isInline = bytes[object.range].firstIndex(of: 0x0A) == nil
    }
    return style
  }
}
