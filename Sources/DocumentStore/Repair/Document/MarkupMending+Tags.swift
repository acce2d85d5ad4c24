extension MarkupMending {
  enum TagEnd { case open, closed }

  /// Reads a start tag with its attributes, and mends them; nil where the file ends in it.
  mutating func readTag(_ name: String) -> TagEnd? {
    let start = index
    index = nameEnd(from: start + 1)
    var names: Set<String> = []
    while index < bytes.count {
      let space = index
      while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
      switch bytes.at(index) {
      case UInt8(ascii: ">"):
        index += 1
        return .open
      case UInt8(ascii: "/") where bytes.at(index + 1) == UInt8(ascii: ">"):
        index += 2
        return .closed
      case UInt8(ascii: "<"):
        list.edit(space..<space, ">")
        list.remark(.restored, at: start, "the tag of '\(name)' was not closed")
        index = space
        return .open
      default:
        if index < bytes.count { readAttribute(from: space, name, &names) }
      }
    }
    list.edit(start..<bytes.count)
    list.remark(.lost, at: start, "the file ends in the middle of a tag of '\(name)'")
    return nil
  }

  /// Reads an attribute with the white space before it; what is none is left out.
  private mutating func readAttribute(
    from space: Int, _ element: String, _ names: inout Set<String>
  ) {
    let start = index
    let end = nameEnd(from: start)
    guard end > start else {
      index = start + 1
      return leaveOut(space..<index, element)
    }
    let name = bytes[start..<end].string
    index = end
    guard let value = value() else { return leaveOut(space..<index, element) }
    guard names.insert(name).inserted else {
      list.edit(space..<index)
      list.remark(
        .lost, at: start, "'\(element)' has the attribute '\(name)' twice; the second is left out")
      return
    }
    if space == start { list.edit(start..<start, " ") }
    mendReferences(value)
  }

  /// The value behind the name of an attribute; nil where there is none in quotes.
  private mutating func value() -> Range<Int>? {
    while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
    guard bytes.at(index) == UInt8(ascii: "=") else { return nil }
    index += 1
    while index < bytes.count, bytes[index].isXMLSpace { index += 1 }
    let quote = bytes.at(index)
    let start = index + 1
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return valueWithoutQuotes(from: index, "\"")
    }
    var end = start
    while end < bytes.count, bytes[end] != quote, bytes[end] != UInt8(ascii: "<") { end += 1 }
    guard bytes.at(end) == quote else {
      // Never closed: the value is what stands before the next blank or the end of the tag.
      index = start
      return valueWithoutQuotes(from: start, quote == UInt8(ascii: "'") ? "'" : "\"")
    }
    index = end + 1
    return start..<end
  }

  /// Puts quotes around what stands up to the next blank or the end of the tag.
  private mutating func valueWithoutQuotes(
    from start: Int, _ quote: StaticString
  ) -> Range<Int>? {
    while index < bytes.count, !bytes[index].isXMLSpace, bytes[index] != UInt8(ascii: ">"),
      bytes[index] != UInt8(ascii: "<"), !bytes[index].isQuote,
      bytes[index] != UInt8(ascii: "/") || bytes.at(index + 1) != UInt8(ascii: ">")
    { index += 1 }
    guard index > start else { return nil }
    let value = start..<index
    if bytes.at(start - 1) == UInt8(ascii: "=") || bytes.at(start - 1).isXMLSpace {
      list.edit(start..<start, quote)
    }
    if bytes.at(index).isQuote { index += 1 }
    list.edit(value.upperBound..<index, quote)
    list.remark(.restored, at: start, "the value of an attribute lacks its quotes; they are added")
    return value
  }

  private mutating func leaveOut(_ range: Range<Int>, _ element: String) {
    list.edit(range)
    list.remark(
      .lost, at: range.lowerBound,
      "'\(bytes[range].trimmed.string)' in the tag of '\(element)' is no attribute; it is left out")
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
