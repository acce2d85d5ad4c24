/// Turns what a reader has against a document into edits: the smallest part at fault is left out.
struct Remedies {
  private let bytes: ByteView
  private let schema: Schema
  /// Where objects begin, ascending, and in which table.
  private let objects: [(start: Int, table: Int)]
  private var list = MendingList()
  /// Where the part of the document begins that was looked for last; errors come in its order.
  private var lastPart = 0

  private init(_ bytes: ByteView, _ schema: Schema, _ spans: [ElementSpans]) {
    self.bytes = bytes
    self.schema = schema
    objects = spans.enumerated().flatMap { table, spans in
      spans.starts.lazy.filter { $0 >= 0 }.map { ($0, table) }
    }.sorted { $0.0 < $1.0 }
  }

  /// The edits that take all errors of a reading out of its document.
  static func list(
    for reading: XMLRepair.Reading, in bytes: ByteView, _ schema: Schema
  ) -> MendingList {
    var remedies = Remedies(bytes, schema, reading.spans)
    if let fault = reading.fault {
      remedies.leaveOutLine(at: fault, reading.errors.last?.message ?? "")
    } else {
      for error in reading.errors { remedies.take(error.remedy, at: error.offset, error.message) }
    }
    return remedies.list
  }

  private mutating func take(_ remedy: Remedy, at place: Int, _ message: String) {
    switch remedy {
    case .leaveOut:
      guard let range = part(at: place) else { return }
      edit(lines(around: range), [])
      note(.lost, place, "\(message): it is left out")
    case .rename(let name):
      guard let element = ElementNode(bytes, at: place) else { return }
      let length = element.name.utf8.count
      edit(place + 1..<place + 1 + length, Array(name.utf8))
      if !element.isOneTag {
        let start = element.content.upperBound + 2
        edit(start..<start + length, Array(name.utf8))
      }
      note(.uncertain, place, "\(message): it has that name now")
    case .leaveOutAttribute(let name):
      guard let tag = tag(at: place), let attribute = tag.attribute(name) else { return }
      edit(attribute.range, [])
      note(.lost, place, "\(message): the attribute is left out")
    case .leaveOutText:
      for text in texts(inElementAt: place) { edit(text, []) }
      note(.lost, place, "\(message): the text is left out")
    case .addEmpty(let column):
      guard let element = empty(column) else { return }
      insert(element, intoElementAt: place)
      note(.lost, place, "\(message): an empty value stands in its place")
    case .addMember(let id, let list):
      let member = Array("<\(DocumentName.reference) \(DocumentName.id)=\"\(id)\"/>".utf8)
      insert(member, intoElementAt: list)
      note(.restored, place, "\(message): it is named there, too")
    }
  }

  private mutating func edit(_ range: Range<Int>, _ text: [UInt8]) { list.edit(range, text) }

  /// Says what became of a part, and of which object and property it is.
  private mutating func note(
    _ outcome: RepairFinding.Outcome, _ place: Int, _ message: String
  ) {
    var finding = RepairFinding(outcome, message)
    if let object = object(around: place) {
      let table = schema.tables[object.table]
      finding.entity = table.name
      finding.object = tag(at: object.start)?.attribute(DocumentName.id).map {
        bytes[$0.value].string
      }
      if place > object.start, let name = tag(at: place)?.name,
        table.columns.contains(where: { $0.name == name })
      {
        finding.property = name
      }
    }
    list.record(finding, at: place)
  }

  private func object(around place: Int) -> (start: Int, table: Int)? {
    var (low, high) = (0, objects.count)
    while low < high {
      let middle = (low + high) / 2
      if objects[middle].start <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? objects[low - 1] : nil
  }

  // MARK: Parts of the document

  /// The element that begins at a place, or the text that is there.
  private mutating func part(at place: Int) -> Range<Int>? {
    if tag(at: place) != nil, let element = ElementNode(bytes, at: place) { return element.range }
    // A text may have a `>`, so its beginning is found from before.
    var start = object(around: place)?.start ?? 0
    if start..<place ~= lastPart { start = lastPart }
    var scanner = MarkupScanner(bytes, start..<bytes.count)
    while let token = scanner.next(), token.range.lowerBound <= place {
      lastPart = token.range.lowerBound
      let isText = token.kind == .text || token.kind == .characterData
      if isText, place <= token.range.upperBound, !bytes[token.range].isBlank { return token.range }
    }
    return nil
  }

  private func tag(at place: Int) -> ElementNode? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "<") else { return nil }
    var scanner = MarkupScanner(bytes, place..<bytes.count)
    guard let token = scanner.next(), token.kind == .startTag || token.kind == .oneTag else {
      return nil
    }
    return ElementNode(bytes, tag: token.range)
  }

  /// The texts directly inside an element that are not blank.
  private func texts(inElementAt place: Int) -> [Range<Int>] {
    guard let element = ElementNode(bytes, at: place) else { return [] }
    var texts: [Range<Int>] = []
    var scanner = MarkupScanner(bytes, element.content)
    var depth = 0
    while let token = scanner.next() {
      switch token.kind {
      case .startTag: depth += 1
      case .endTag: depth -= 1
      case .text where depth == 0 && !bytes[token.range].isBlank: texts.append(token.range)
      case .characterData where depth == 0: texts.append(token.range)
      case .oneTag, .comment, .instruction, .text, .characterData: break
      }
    }
    return texts
  }

  /// A range with the whole of its lines, where nothing else stands in them.
  private func lines(around range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    while bytes.at(end) == 0x20 || bytes.at(end) == 0x09 { end += 1 }
    let isAlone =
      (start == 0 || bytes[start - 1] == 0x0A) && (bytes.at(end) == 0x0A || bytes.at(end) == 0x0D)
    guard isAlone else { return range }
    if bytes.at(end) == 0x0D { end += 1 }
    return start..<(bytes.at(end) == 0x0A ? end + 1 : end)
  }

  /// An element with what stands for a value of a column that is lost.
  private func empty(_ column: ColumnSchema) -> [UInt8]? {
    let markup = ValueMarkup(style: DocumentStyle(isInline: true))
    let body = try? markup.body(of: column.substitute, column, indent: [])
    return body?.bytes(named: column.name)
  }

  private mutating func insert(_ inner: [UInt8], intoElementAt place: Int) {
    guard let tag = tag(at: place) else { return }
    let end = tag.startTag.upperBound
    guard bytes.at(end - 2) == UInt8(ascii: "/") else { return edit(end..<end, inner) }
    edit(end - 2..<end, [UInt8(ascii: ">")] + inner + Array("</\(tag.name)>".utf8))
  }

  /// Leaves out the line in which something is that nothing else could mend.
  private mutating func leaveOutLine(at place: Int, _ message: String) {
    var start = min(place, bytes.count)
    while start > 0, bytes.at(start).isXMLSpace || start == bytes.count { start -= 1 }
    var end = start
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    guard start < end else { return }
    edit(start..<end, [])
    note(.lost, start, "\(message): the line is left out")
  }
}
