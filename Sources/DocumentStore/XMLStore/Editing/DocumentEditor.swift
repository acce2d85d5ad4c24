import Foundation
import ManagedModel

/// Turns the changes of a save into edits of a document.
///
/// Looks only at the elements of records that change or that changes refer to.
final class DocumentEditor {
  let bytes: ByteView
  let lines: LineLayout
  let state: DocumentState
  let save: PendingSave
  let schema: Schema
  let assets: AssetWriter
  /// The document's path.
  let path: String

  var edits = EditList()
  /// The files whose values went or got another file.
  var leftFiles: [ExactText] = []
  /// New records, and which edit brings each, from where in its text to where.
  private(set) var inserted: [(reference: RecordReference, edit: Int, range: Range<Int>)] = []
  /// Records whose elements got an id.
  private(set) var named: Set<RecordReference> = []
  /// Records without id to which a reference is written.
  private var referenced: Set<RecordReference> = []
  private var nodes: [RecordReference: ElementNode] = [:]
  /// Where the new records of each table come.
  private var places: [Int: InsertionPlace] = [:]
  private var order: [RecordReference: Int] = [:]

  /// Which edit brings the metadata, from where in its text to where.
  var metadataEdit: (edit: Int, range: Range<Int>)?
  /// What comes into a `<store/>`, which has no content yet.
  var rootContent: [UInt8] = []

  init(
    _ bytes: ByteView, _ state: DocumentState, _ save: PendingSave, _ assets: AssetWriter,
    path: String
  ) {
    self.path = path
    self.bytes = bytes
    lines = LineLayout(bytes)
    self.state = state
    self.save = save
    self.assets = assets
    schema = save.after.schema
  }

  /// Makes all edits but those of the metadata.
  func editRecords() throws(StoreError) {
    try findPlaces()
    let touched = try touchedColumns()
    for reference in touched.keys.sorted() {
      try update(reference, touched[reference]?.sorted() ?? [])
    }
    try insertAll()
    for (table, changes) in save.changes.tables.enumerated() {
      for row in changes.deleted { try delete(RecordReference(table: table, row: row)) }
    }
    for reference in referenced.sorted() { try giveID(reference) }
  }

  // MARK: What is touched

  /// The columns of each record of the document that may have to be written.
  private func touchedColumns() throws(StoreError) -> [RecordReference: Set<Int>] {
    try save.touchedColumns().filter { start(of: $0.key) != nil }
  }

  // MARK: Elements

  /// Where a record's element begins; nil where the document has none.
  func start(of reference: RecordReference) -> Int? {
    let starts = state.spans[reference.table].starts
    return reference.row < starts.count && starts[reference.row] >= 0 ? starts[reference.row] : nil
  }

  /// The element of a record.
  func node(_ reference: RecordReference) throws(StoreError) -> ElementNode {
    if let known = nodes[reference] { return known }
    guard let start = start(of: reference), let node = ElementNode(bytes, at: start) else {
      throw StoreError(
        .corrupt, "the element of a \(schema.tables[reference.table].name) is not where it was")
    }
    nodes[reference] = node
    return node
  }

  private func update(_ reference: RecordReference, _ columns: [Int]) throws(StoreError) {
    let element = try node(reference)
    let count = edits.edits.count
    let table = schema.tables[reference.table]
    var editor = ObjectEditor(bytes, element, table.columns, try markup(reference, element))
    for column in columns where !table.columns[column].leaves.isEmpty {
      let new = try save.after.tables[reference.table].value(of: column, at: reference.row)
      if table.columns[column].type.isRelationship {
        try set(column, of: reference, to: new, &editor)
      } else {
        let old = try save.before.tables[reference.table].value(of: column, at: reference.row)
        try editor.set(column, from: old, to: new, &edits)
      }
    }
    editor.finish(&edits)
    leftFiles += editor.files
    if edits.edits.count > count { try giveID(reference) }
  }

  private func markup(
    _ reference: RecordReference, _ element: ElementNode
  ) throws(StoreError) -> ValueMarkup {
    let id = try save.after.id(of: reference)
    return ValueMarkup(style: style(of: element)) { [assets] bytes, column throws(StoreError) in
      try assets.write(bytes, id: id, property: column.name)
    }
  }

  /// The layout of an element's object, completed by that of the document.
  private func style(of element: ElementNode) -> DocumentStyle {
    lines.style(of: element) ?? DocumentStyle(lineEnd: lines.lineEnd, isInline: true)
  }

  private func delete(_ reference: RecordReference) throws(StoreError) {
    guard start(of: reference) != nil else { return }
    let element = try node(reference)
    leftFiles += element.values(of: DocumentName.file).map { ExactText(bytes[$0].attributeText) }
    edits.remove(
      element.range, with: lines.removalRange(of: element.range).range, leaving: [])
  }

  /// Writes the id into an element that has none.
  private func giveID(_ reference: RecordReference) throws(StoreError) {
    guard state.spans[reference.table].withoutID.contains(reference.row),
      named.insert(reference).inserted
    else { return }
    let id = try save.after.id(of: reference)
    let attribute = ElementBody.Attribute(name: DocumentName.id, value: Array(id.utf8))
    edits.insert(attribute.bytes, at: try node(reference).nameEnd)
  }

  /// The id by which a reference names a record.
  func id(forReferenceTo reference: RecordReference) throws(StoreError) -> String {
    noteReference(to: reference)
    return try save.after.id(of: reference)
  }

  private func noteReference(to reference: RecordReference) {
    if state.spans[reference.table].withoutID.contains(reference.row) {
      referenced.insert(reference)
    }
  }

  // MARK: New records

  private func findPlaces() throws(StoreError) {
    for (table, changes) in save.changes.tables.enumerated() where !changes.inserted.isEmpty {
      places[table] = try InsertionPlace(self, table)
    }
    for table in tablesInOrder {
      for record in save.changes.tables[table].inserted {
        order[RecordReference(table: table, row: record.row)] = order.count
      }
    }
  }

  /// The tables with new records in the order in which they come where two places are the same:
  /// first what follows others of its kind.
  private var tablesInOrder: [Int] {
    places.keys.sorted {
      (places[$0]?.isAtEnd == true ? 1 : 0, $0) < (places[$1]?.isAtEnd == true ? 1 : 0, $1)
    }
  }

  /// Whether one record stands before another when the document is saved.
  func precedes(_ one: RecordReference, _ other: RecordReference) -> Bool {
    position(one).lexicographicallyPrecedes(position(other))
  }

  private func position(_ reference: RecordReference) -> [Int] {
    // What is inserted where an element begins comes before it.
    if let start = start(of: reference) { return [start, 1, 0] }
    return [places[reference.table]?.offset ?? 0, 0, order[reference] ?? 0]
  }

  private func insertAll() throws(StoreError) {
    for table in tablesInOrder {
      guard let place = places[table] else { continue }
      try insert(save.changes.tables[table].inserted, table, place)
    }
  }

  private func insert(
    _ records: [InsertedRecord], _ table: Int, _ place: InsertionPlace
  ) throws(StoreError) {
    let files = try writeFiles(of: records, table)
    var writer = try RecordWriter(
      save.after, place.style, assets: files, precedes: { self.precedes($0, $1) })
    var spans: [(RecordReference, Range<Int>)] = []
    for record in records {
      let reference = RecordReference(table: table, row: record.row)
      try noteReferences(of: reference)
      place.begin(&writer.output)
      let start = writer.output.count
      try writer.write(table: table, row: record.row)
      spans.append((reference, start..<writer.output.count))
      place.end(&writer.output)
    }
    var edit = -1
    var shift = 0
    if place.isInEmptyRoot {
      shift = InsertionPlace.rootPrefix(lines.lineEnd).count + rootContent.count
      rootContent += writer.output.array
    } else {
      edit = edits.insert(writer.output.array, at: place.offset)
    }
    for (reference, range) in spans {
      inserted.append((reference, edit, range.lowerBound + shift..<range.upperBound + shift))
    }
  }

  /// Opens up a `<store/>` for its first content.
  func fillRoot() {
    guard !rootContent.isEmpty else { return }
    let end = state.root.upperBound
    let content = InsertionPlace.rootPrefix(lines.lineEnd) + rootContent + Array("</store>".utf8)
    let edit = edits.replace(end - 2..<end, with: content)
    inserted = inserted.map { $0.edit < 0 ? ($0.reference, edit, $0.range) : $0 }
    if let known = metadataEdit, known.edit < 0 { metadataEdit = (edit, known.range) }
  }

  private func writeFiles(
    of records: [InsertedRecord], _ table: Int
  ) throws(StoreError) -> [ValuePlace: String] {
    var files: [ValuePlace: String] = [:]
    let columns = schema.tables[table].columns.flatMap(\.leafColumns).filter {
      $0.column.allowsExternalStorage
    }
    guard !columns.isEmpty else { return files }
    for record in records {
      for (leaf, column) in columns {
        let value = try save.after.tables[table].leafValue(leaf, at: record.row)
        guard let data = value.bytes, AssetWriter.wantsFile(data.count, column) else { continue }
        let id = record.id.text(in: schema.tables[table].name)
        let reference = RecordReference(table: table, row: record.row)
        files[ValuePlace(reference: reference, leaf: leaf)] = try Array(data).withView {
          view throws(StoreError) in
          try assets.write(view, id: id, property: column.name)
        }
      }
    }
    return files
  }

  private func noteReferences(of reference: RecordReference) throws(StoreError) {
    let table = schema.tables[reference.table]
    for (index, column) in table.columns.enumerated()
    where column.relationship?.isWritten == true && !column.leaves.isEmpty {
      let value = try save.after.tables[reference.table].value(of: index, at: reference.row)
      for member in value.members where save.after.contains(member) { noteReference(to: member) }
    }
  }
}

extension Table {
  /// The value of one leaf in one row.
  fileprivate func leafValue(_ leaf: Int, at row: Int) throws(StoreError) -> Value {
    let group = groups[groupIndex(ofRow: row)]
    return try group.leaves[leaf].value(at: row - group.firstRow)
  }
}

extension Value {
  /// The bytes of data or of a transformed value.
  fileprivate var bytes: Data? {
    switch self {
    case .data(let data), .transformed(let data): data
    default: nil
    }
  }
}
