/// Writes elements: as they were where they say what the model says, changed where they do not, new in
/// Xcode's form.
struct ElementWriter {
  /// What has been written.
  private(set) var bytes: [UInt8] = []
  /// Texts that XML cannot hold.
  private(set) var problems: [Diagnostic] = []

  private let newline: [UInt8]
  private static let step = "    "

  /// Makes a writer with the line ends of a document, `\n` where there is none.
  init(like document: SourceText?) {
    let bytes = document?.bytes ?? []
    let lineEnd = bytes.firstIndex(of: 0x0A) ?? 0
    newline = lineEnd > 0 && bytes[lineEnd - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Copies bytes, such as what stands before and after the outermost element.
  mutating func copy(_ more: some Sequence<UInt8>) {
    bytes += more
  }

  /// Writes an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - indentation: The white space before its tag.
  mutating func write(_ element: WantedElement, indentation: String = "") {
    if let source = element.source {
      write(element, over: source, indentation: indentation)
    } else {
      writeNew(element, indentation: indentation)
    }
  }

  private mutating func write(
    _ element: WantedElement, over source: SourceElement, indentation: String
  ) {
    let plan = ChildPlan(element, over: source)
    let isEmpty = plan.leavesNothing || source.endTag.isEmpty && plan.addsNothing
    writeStartTag(of: element, over: source, selfClosing: isEmpty)
    guard !isEmpty else { return }
    let inner = childIndentation(of: source) ?? indentation + Self.step
    insert(plan.additions[-1] ?? [], indentation: inner)
    let gaps = source.gaps
    for (position, child) in source.children.enumerated() {
      let gap = source.text.bytes[gaps[position]]
      switch plan.fates[position] {
      case .removed: bytes += Self.withoutLastBlanks(gap)
      case .kept:
        bytes += gap
        bytes += source.text.bytes[child.range]
      case .wanted(let wanted):
        bytes += gap
        write(wanted, indentation: Self.lastBlanks(of: gap) ?? inner)
      }
      insert(plan.additions[position] ?? [], indentation: inner)
    }
    writeEnd(of: source, indentation: indentation, after: plan)
  }

  private mutating func writeEnd(
    of source: SourceElement, indentation: String, after plan: ChildPlan
  ) {
    let gap = source.gaps.last.map { source.text.bytes[$0] } ?? []
    if source.children.isEmpty, !plan.addsNothing, gap.allSatisfy(Self.isBlank) {
      bytes += newline + Array(indentation.utf8)
    } else {
      bytes += gap
    }
    bytes +=
      source.endTag.isEmpty
      ? Array("</\(source.name)>"[...].utf8)
      : Array(
        source.text.bytes[source.endTag])
  }

  private mutating func insert(_ elements: [WantedElement], indentation: String) {
    for element in elements {
      bytes += newline + Array(indentation.utf8)
      write(element, indentation: indentation)
    }
  }

  private mutating func writeNew(_ element: WantedElement, indentation: String) {
    bytes += Array("<\(element.name)".utf8)
    for attribute in element.attributes {
      guard let text = attribute.text else { continue }
      check(text, of: attribute.name, in: element.name)
      bytes += Array(" \(attribute.name)=\"".utf8)
      bytes += XMLText.escaped(text, quote: UInt8(ascii: "\"")) + [UInt8(ascii: "\"")]
    }
    guard !element.children.isEmpty else {
      bytes += Array("/>".utf8)
      return
    }
    bytes.append(UInt8(ascii: ">"))
    insert(element.children, indentation: indentation + Self.step)
    bytes += newline + Array("\(indentation)</\(element.name)>".utf8)
  }

  private mutating func writeStartTag(
    of element: WantedElement, over source: SourceElement, selfClosing: Bool
  ) {
    let changed = element.attributes.filter { !$0.agrees(source[$0.name]) }
    guard !changed.isEmpty || selfClosing != source.endTag.isEmpty else {
      bytes += source.text.bytes[source.startTag]
      return
    }
    var tag = StartTag(of: source)
    let order = ElementForm.byName[source.name]?.attributes ?? []
    for attribute in changed {
      if let text = attribute.text { check(text, of: attribute.name, in: source.name) }
      tag.set(attribute.name, to: attribute.text, order: order)
    }
    bytes += tag.bytes(selfClosing: selfClosing)
  }

  private mutating func check(_ text: String, of attribute: String, in element: String) {
    guard let scalar = XMLText.firstForbidden(in: text) else { return }
    problems.append(.unwritableText(attribute, of: element, scalar: scalar))
  }

  // MARK: White space

  private func childIndentation(of source: SourceElement) -> String? {
    guard !source.children.isEmpty, let gap = source.gaps.first else { return nil }
    return Self.lastBlanks(of: source.text.bytes[gap])
  }

  /// The blanks after the last line end; nil where there is none or something else follows it.
  private static func lastBlanks(of gap: ArraySlice<UInt8>) -> String? {
    guard let end = gap.lastIndex(of: 0x0A) else { return nil }
    let blanks = gap[(end + 1)...]
    return blanks.allSatisfy(isBlank) ? String(decoding: blanks, as: UTF8.self) : nil
  }

  /// What is left of the text before a removed element.
  private static func withoutLastBlanks(_ gap: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    gap[..<(gap.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? gap.startIndex)]
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }
}
