import Predicates

/// Finds out how to make a half-broken document well-formed, by the names of its model.
///
/// libxml2 can go on behind an error, too, and knows no model: after one missing end tag all later objects would be
/// part of that one element.
struct MarkupMending {
  /// An element that is open.
  private struct Open {
    var name: String
    /// Where its start tag begins.
    var start: Int
  }

  let bytes: ByteView
  private let grammar: DocumentGrammar
  var list = MendingList()
  var index = 0
  private var open: [Open] = []
  private var hasRoot = false
  /// Kinds of markup of which no end stands any further on, so that it is looked for once.
  private var neverEnding: Set<String> = []

  private init(_ bytes: ByteView, _ grammar: DocumentGrammar) {
    self.bytes = bytes
    self.grammar = grammar
  }

  /// The edits that make a document well-formed.
  static func list(in bytes: ByteView, _ grammar: DocumentGrammar) -> MendingList {
    var mending = MarkupMending(bytes, grammar)
    mending.run()
    return mending.list
  }

  private mutating func run() {
    index = bytes.starts(with: "\u{FEFF}") ? 3 : 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") { readMarkup() } else { readText() }
    }
    finish()
  }

  // MARK: Text

  private mutating func readText() {
    let start = index
    index = bytes.firstIndex(of: UInt8(ascii: "<"), from: start) ?? bytes.count
    let text = start..<index
    guard open.isEmpty else { return mendReferences(text) }
    guard !bytes[text].isBlank else { return }
    list.edit(text)
    list.remark(.lost, at: text.lowerBound, "text outside the document is left out")
  }

  /// Writes `&amp;` where a `&` begins no reference.
  mutating func mendReferences(_ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: "&"), !isReference(at: place) {
        list.edit(place..<place + 1, "&amp;")
        list.remark(.restored, at: place, "a '&' that begins no reference is written as &amp;")
      } else if bytes.starts(with: "]]>", at: place) {
        list.edit(place + 2..<place + 3, "&gt;")
      }
      place += 1
    }
  }

  private func isReference(at place: Int) -> Bool {
    // No reference is longer.
    let rest = bytes[place..<min(place + 12, bytes.count)]
    guard let length = rest.firstIndex(of: UInt8(ascii: ";")) else { return false }
    let end = place + length
    let name = bytes[place + 1..<end].string
    if ["lt", "gt", "amp", "quot", "apos"].contains(name) { return true }
    let number =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16)
      : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    guard let number, let scalar = Unicode.Scalar(number) else { return false }
    return number >= 0x20 && scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
      || [9, 10, 13].contains(number)
  }

  // MARK: Markup

  private mutating func readMarkup() {
    if bytes.starts(with: "<!--", at: index) {
      readComment()
    } else if bytes.starts(with: "<![CDATA[", at: index) {
      skip(9, to: "]]>", "a CDATA section")
    } else if bytes.starts(with: "<?", at: index) {
      readInstruction()
    } else if bytes.starts(with: "<!", at: index) {
      readDeclaration()
    } else if bytes.starts(with: "</", at: index), nameEnd(from: index + 2) > index + 2 {
      readEndTag()
    } else if nameEnd(from: index + 1) > index + 1 {
      readStartTag()
    } else {
      list.edit(index..<index + 1, "&lt;")
      list.remark(.restored, at: index, "a '<' that begins no tag is written as &lt;")
      index += 1
    }
  }

  /// Goes behind the end of a piece of markup; without an end its beginning is left out.
  @discardableResult
  private mutating func skip(_ length: Int, to end: StaticString, _ name: String) -> Range<Int>? {
    let start = index
    var place = neverEnding.contains(name) ? bytes.count : start + length
    while place < bytes.count, !bytes.starts(with: end, at: place) { place += 1 }
    guard place < bytes.count else {
      neverEnding.insert(name)
      list.edit(start..<start + length)
      list.remark(
        .uncertain, at: start, "\(name) begins here and never ends; its beginning is left out")
      index = start + length
      return nil
    }
    index = place + end.utf8CodeUnitCount
    return start..<index
  }

  private mutating func readComment() {
    guard let comment = skip(4, to: "-->", "a comment") else { return }
    var place = comment.lowerBound + 4
    let end = comment.upperBound - 3
    while place < end {
      // Two of them end a comment, and one must not stand before those.
      if bytes[place] == UInt8(ascii: "-"), bytes[place + 1] == UInt8(ascii: "-") {
        list.edit(place..<place + 1, "- ")
      }
      place += 1
    }
  }

  private mutating func readInstruction() {
    let isFirst = index == 0 || index == 3 && bytes.starts(with: "\u{FEFF}")
    guard let instruction = skip(2, to: "?>", "an instruction") else { return }
    let name = bytes[instruction.lowerBound + 2..<nameEnd(from: instruction.lowerBound + 2)]
    if name.isEmpty || !isFirst && name.string.lowercased() == "xml" {
      list.edit(instruction)
      list.remark(
        .lost, at: instruction.lowerBound, "an instruction that means nothing here is left out")
    }
  }

  private mutating func readDeclaration() {
    let end = bytes.firstIndex(of: UInt8(ascii: ">"), from: index).map { $0 + 1 } ?? bytes.count
    list.edit(index..<end)
    list.remark(.lost, at: index, "a declaration, which a document does not have, is left out")
    index = end
  }

  /// Where the name ends that begins at a place; there where none does.
  func nameEnd(from start: Int) -> Int {
    guard start < bytes.count, bytes[start].beginsName else { return start }
    var end = start
    var isPlain = true
    while end < bytes.count, bytes[end].isInName {
      if bytes[end] >= 0x80 { isPlain = false }
      end += 1
    }
    return isPlain || bytes[start..<end].isXMLName ? end : start
  }

  // MARK: Elements

  /// As many levels as a reader takes.
  private static let depthLimit = 200

  private mutating func readStartTag() {
    let start = index
    let name = bytes[start + 1..<nameEnd(from: start + 1)].string
    guard let end = readTag(name) else { return }
    guard open.count < Self.depthLimit else {
      list.edit(start..<index)
      list.remark(.lost, at: start, "'\(name)' is nested too deep; its tag is left out")
      return
    }
    let depth = grammar.depth(for: name, in: open.map(\.name))
    guard !open.isEmpty || !hasRoot && name == DocumentName.store else {
      list.edit(start..<index)
      list.remark(.lost, at: start, "'\(name)' stands outside the document; its tag is left out")
      return
    }
    close(to: depth, before: start)
    hasRoot = true
    if end == .open { open.append(Open(name: name, start: start)) }
  }

  private mutating func readEndTag() {
    let start = index
    let nameRange = start + 2..<nameEnd(from: start + 2)
    let name = bytes[nameRange].string
    index = nameRange.upperBound
    while bytes.at(index).isXMLSpace, index < bytes.count { index += 1 }
    let isClosed = bytes.at(index) == UInt8(ascii: ">")
    if isClosed { index += 1 }
    if end(name, start..<index, isClosed), !isClosed {
      list.edit(nameRange.upperBound..<index, ">")
      list.remark(.restored, at: start, "the end tag of '\(name)' was not closed")
    }
  }

  /// Ends an element, and says whether its end tag stays as it is.
  private mutating func end(_ name: String, _ tag: Range<Int>, _ isClosed: Bool) -> Bool {
    if let place = open.lastIndex(where: { $0.name == name }) {
      if place == 0, hasMore(behind: tag.upperBound) {
        list.edit(tag)
        list.remark(
          .restored, at: tag.lowerBound, "'\(name)' ends here although more follows; it ends later")
        return false
      }
      close(to: place + 1, before: tag.lowerBound)
      open.removeLast()
      return true
    }
    // What is cut off before the next tag may have lost the end of its name, too.
    if let last = open.last,
      suggestion(for: name, among: [last.name]) != nil || !isClosed && last.name.hasPrefix(name)
    {
      list.edit(tag, Array("</\(last.name)>".utf8))
      list.remark(
        .restored, at: tag.lowerBound, "'\(name)' closes '\(last.name)'; its name is set right")
      open.removeLast()
      return false
    }
    list.edit(tag)
    list.remark(
      .restored, at: tag.lowerBound, "an end tag of '\(name)', which is not open, is left out")
    return false
  }

  /// Whether an element begins or ends behind a place.
  private func hasMore(behind start: Int) -> Bool {
    var scanner = MarkupScanner(bytes, start..<bytes.count)
    while let token = scanner.next() {
      switch token.kind {
      case .startTag, .oneTag, .endTag: return true
      case .comment, .instruction, .characterData, .text: continue
      }
    }
    return false
  }

  /// Writes the end tags that are missing where something begins or ends further out.
  private mutating func close(to depth: Int, before place: Int) {
    guard open.count > depth else { return }
    var end = place
    // Not into what was left out.
    while end > list.end, bytes[end - 1].isXMLSpace { end -= 1 }
    while open.count > depth {
      let element = open.removeLast()
      list.edit(end..<end, Array("</\(element.name)>".utf8))
      list.remark(
        .restored, at: element.start,
        "'\(element.name)' has no end tag; it ends before the next tag")
    }
  }

  /// Ends what is open at the end of the file.
  private mutating func finish() {
    guard hasRoot else { return }
    if let last = open.last, open.count > 1 {
      let path = open.map(\.name)
      if path.count > 2, !grammar.hasWholeParts(path) {
        list.edit(last.start..<bytes.count)
        list.remark(
          .lost, at: last.start, "the file ends in the middle of '\(last.name)', which is left out")
        open.removeLast()
      }
    }
    guard let last = open.last else { return }
    list.remark(
      .lost, at: max(0, bytes.count - 1),
      "the file ends while '\(last.name)' is open; what came after this is lost")
    var ends: [UInt8] = [0x0A]
    while let element = open.popLast() { ends += Array("</\(element.name)>\n".utf8) }
    list.edit(bytes.count..<bytes.count, ends)
  }
}

extension UInt8 {
  /// Whether a name of XML can begin with the byte, or with a letter that the byte begins.
  var beginsName: Bool {
    (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
      || self >= 0x80
  }

  /// Whether a name of XML can have the byte.
  var isInName: Bool {
    beginsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
