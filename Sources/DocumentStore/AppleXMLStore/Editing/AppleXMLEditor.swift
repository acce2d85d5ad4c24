/// Turns the changes of a save into edits of a file of Apple's XML store.
///
/// Looks only at the elements of objects that change or that refer to objects that go.
final class AppleXMLEditor {
  let bytes: ByteView
  let state: AppleXMLState
  let save: PendingSave
  let dialect: AppleDialect
  private let lines: LineLayout
  private(set) var edits = EditList()
  private(set) var ids: AppleFileIDs
  private var writer: AppleObjectWriter
  /// New objects, and which edit brings each, from where in its text to where.
  private(set) var inserted: [(reference: RecordReference, edit: Int, range: Range<Int>)] = []
  /// Which edit brings the head, and from where in its text on, where there was none.
  private(set) var newInfo: (edit: Int, start: Int)?
  /// A head that comes into a `<database/>`, which has no content yet.
  private var pendingHead: [UInt8] = []

  init(
    _ bytes: ByteView, _ state: AppleXMLState, _ save: PendingSave, _ dialect: AppleDialect
  ) throws(StoreError) {
    self.bytes = bytes
    self.state = state
    self.save = save
    self.dialect = dialect
    lines = LineLayout(bytes)
    ids = state.ids
    writer = AppleObjectWriter(generation: save.after, dialect: dialect, ids: ids)
    try nameNewObjects()
  }

  /// Makes all edits of objects.
  func editObjects() throws(StoreError) {
    let touched = try save.touchedColumns()
    for (reference, columns) in touched.sorted(by: { $0.key < $1.key })
    where start(of: reference) != nil {
      try update(reference, columns)
    }
    for (table, changes) in save.changes.tables.enumerated() {
      for row in changes.deleted { try delete(RecordReference(table: table, row: row)) }
    }
    try insertAll()
  }

  // MARK: Elements

  private func start(of reference: RecordReference) -> Int? {
    let starts = state.spans[reference.table].starts
    return reference.row < starts.count && starts[reference.row] >= 0 ? starts[reference.row] : nil
  }

  private func node(_ reference: RecordReference) throws(StoreError) -> ElementNode {
    guard let start = start(of: reference), let node = ElementNode(bytes, at: start) else {
      let name = save.after.schema.tables[reference.table].name
      throw StoreError(.corrupt, "the element of a \(name) is not where it was")
    }
    return node
  }

  private func update(_ reference: RecordReference, _ columns: Set<Int>) throws(StoreError) {
    let entity = dialect.entities[reference.table]
    if !columns.isDisjoint(with: entity.composites) { try writer.refuseComposites(of: reference) }
    let changed = columns.map { entity.places[$0] }.filter { $0 >= 0 }.sorted()
    guard !changed.isEmpty else { return }
    let node = try node(reference)
    guard !node.isOneTag else { return try rewrite(reference, node) }
    var editor = AppleObjectEditor(bytes, lines, node, entity)
    for place in changed {
      let property = entity.properties[place]
      let new = try save.after.tables[reference.table]
        .value(of: property.column, at: reference.row)
      if property.destination != nil {
        let members = try ordered(new, property, of: reference, editor)
        let element = try writer.element(property, .references(members), of: reference)
        editor.replace(place, with: element)
      } else {
        let old = try save.before.tables[reference.table]
          .value(of: property.column, at: reference.row)
        if old == new { continue }
        editor.replace(place, with: try writer.element(property, new, of: reference))
      }
    }
    editor.finish(&edits)
  }

  /// The members of a relationship: those that are named already in their order, then the others.
  private func ordered(
    _ value: Value, _ property: AppleDialect.Property, of owner: RecordReference,
    _ editor: AppleObjectEditor
  ) throws(StoreError) -> [RecordReference] {
    let members = value.members.filter(save.after.contains)
    let column = save.after.schema.tables[owner.table].columns[property.column]
    guard column.relationship?.isOrdered == false, members.count > 1 else { return members }
    var places: [ExactText: Int] = [:]
    for (place, id) in editor.ids(property).enumerated() { places[id] = place }
    var keyed: [(place: Int, index: Int)] = []
    for (index, member) in members.enumerated() {
      let id = ExactText(try ids.fileID(of: member, in: save.after))
      keyed.append((places[id] ?? .max, index))
    }
    return keyed.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map { members[$0.index] }
  }

  /// Writes an object that is one tag anew.
  private func rewrite(_ reference: RecordReference, _ node: ElementNode) throws(StoreError) {
    var output = RawBuffer()
    try writer.print(reference, to: &output)
    edits.replace(node.range, with: adapted(output))
  }

  private func delete(_ reference: RecordReference) throws(StoreError) {
    guard start(of: reference) != nil else { return }
    let range = try node(reference).range
    edits.remove(range, with: lines.removalRange(of: range).range, leaving: [])
    ids.remove(reference)
  }

  // MARK: New objects

  private var newObjects: [(reference: RecordReference, id: RecordID)] {
    save.changes.tables.enumerated().flatMap { table, changes in
      changes.inserted.map { (RecordReference(table: table, row: $0.row), $0.id) }
    }
  }

  private func nameNewObjects() throws(StoreError) {
    let new = newObjects
    guard !new.isEmpty else { return }
    // What is above the highest is free; for others all must be looked at.
    let mayCollide = new.contains { ($0.id.number ?? .max) <= ids.highest }
    try ids.assign(new, used: mayCollide ? ids.numbers(in: save.before) : [])
    writer = AppleObjectWriter(generation: save.after, dialect: dialect, ids: ids)
  }

  private func insertAll() throws(StoreError) {
    var numbered: [(number: Int64, reference: RecordReference)] = []
    for (reference, _) in newObjects {
      let id = try ids.fileID(of: reference, in: save.after)
      numbered.append((AppleFileIDs.number(id) ?? 0, reference))
    }
    guard !numbered.isEmpty || !pendingHead.isEmpty else { return }
    let end = endOfRoot
    var output = RawBuffer()
    output.append(contentsOf: end.before + pendingHead)
    var ranges: [(RecordReference, Range<Int>)] = []
    for (_, reference) in numbered.sorted(by: { $0.number < $1.number }) {
      var object = RawBuffer()
      try writer.print(reference, to: &object)
      output.append(text: AppleObjectWriter.objectIndent)
      let start = output.count
      output.append(contentsOf: adapted(object))
      ranges.append((reference, start..<output.count))
      output.append(lines.lineEnd.text)
    }
    output.append(contentsOf: end.behind)
    let edit = edits.replace(end.range, with: output.array)
    if !pendingHead.isEmpty {
      newInfo = (edit, end.before.count + AppleObjectWriter.objectIndent.utf8.count)
    }
    for (reference, range) in ranges { inserted.append((reference, edit, range)) }
  }

  /// Where new objects come, and what comes around them: before the end tag of the database.
  private var endOfRoot: (range: Range<Int>, before: [UInt8], behind: [UInt8]) {
    let end = state.root.upperBound
    let lineEnd = lines.lineEnd.bytes
    if bytes.at(end - 2) == UInt8(ascii: "/") {
      return (end - 2..<end, [UInt8(ascii: ">")] + lineEnd, Array("</database>".utf8))
    }
    let tag = bytes.tagStart(endingBefore: end - 1)
    guard let indent = lines.indent(of: tag) else { return (tag..<tag, lineEnd, []) }
    return (tag - indent.count..<tag - indent.count, [], [])
  }

  // MARK: The head

  /// Writes the counter and the metadata where they changed.
  ///
  /// Gives those that are now known.
  func editHead() throws(StoreError) -> (metadata: AppleMetadata, counter: Int64?) {
    let metadata = AppleMetadata(
      entries: state.metadata.written(save.metadata, isOtherModel: state.isOtherModel))
    let isCounted = !newObjects.isEmpty && ids.highest > state.counter ?? 0
    let counter = isCounted ? ids.highest : state.counter
    let isListed = metadata.listed.isSame(as: state.metadata.listed)
    let isNamed = metadata.uuid == state.metadata.uuid
    guard isCounted || !isListed || !isNamed else { return (metadata, counter) }
    if !isListed { try AppleMetadataMarkup.check(metadata.listed) }
    guard let start = state.infoStart, let info = ElementNode(bytes, at: start), !info.isOneTag
    else {
      insertHead(metadata, counter ?? ids.highest)
      return (metadata, counter ?? ids.highest)
    }
    var missing = RawBuffer()
    if !isNamed {
      set("UUID", AppleMetadataMarkup.escaped(metadata.uuid ?? ""), in: info, &missing)
    }
    if isCounted, let counter { set("nextObjectID", String(counter), in: info, &missing) }
    if !isListed {
      var output = RawBuffer()
      AppleMetadataMarkup.print(metadata.listed, to: &output)
      set("metadata", element: adapted(output), in: info, &missing)
    }
    append(missing, to: info)
    return (metadata, counter)
  }

  private func set(
    _ name: String, _ text: String, in info: ElementNode, _ missing: inout RawBuffer
  ) {
    set(name, element: Array("<\(name)>\(text)</\(name)>".utf8), in: info, &missing)
  }

  private func set(
    _ name: String, element: [UInt8], in info: ElementNode, _ missing: inout RawBuffer
  ) {
    if let child = info.children.first(where: { $0.name == name }) {
      let comments = child.allComments.flatMap { bytes[$0].array }
      edits.replace(child.range, with: comments + element)
    } else {
      missing.append(text: AppleObjectWriter.propertyIndent)
      missing.append(contentsOf: element)
      missing.append(lines.lineEnd.text)
    }
  }

  private func append(_ missing: borrowing RawBuffer, to info: ElementNode) {
    guard missing.count > 0 else { return }
    let end = info.content.upperBound
    let indent = lines.indent(of: end)?.count
    let lineEnd = lines.lineEnd.bytes
    edits.insert((indent == nil ? lineEnd : []) + missing.array, at: end - (indent ?? 0))
  }

  /// Writes a head where a file written by hand has none.
  private func insertHead(_ metadata: AppleMetadata, _ counter: Int64) {
    var head = RawBuffer()
    AppleMetadataMarkup.print(metadata, counter: counter, to: &head)
    let text = adapted(head)
    if let start = state.infoStart, let info = ElementNode(bytes, at: start) {
      edits.replace(info.range, with: text)
      return
    }
    var scanner = MarkupScanner(bytes, state.root)
    guard let tag = scanner.next() else { return }
    let lineEnd = lines.lineEnd.bytes
    let indent = Array(AppleObjectWriter.objectIndent.utf8)
    guard tag.kind == .startTag else {
      pendingHead = indent + text + lineEnd
      return
    }
    let before = lineEnd + indent
    let edit = edits.insert(before + text, at: tag.range.upperBound)
    newInfo = (edit, before.count)
  }

  /// What is written with the file's line ends.
  private func adapted(_ output: borrowing RawBuffer) -> [UInt8] {
    lines.lineEnd.replacingLineFeeds(in: output.array)
  }
}
