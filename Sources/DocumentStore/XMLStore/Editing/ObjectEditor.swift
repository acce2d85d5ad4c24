/// Edits the properties of one object, or the parts of a composite in it.
struct ObjectEditor {
  private let bytes: ByteView
  private let columns: [ColumnSchema]
  private let markup: ValueMarkup
  private var editor: ElementEditor
  /// The elements that are there, by column.
  private var elements: [Int: ElementNode] = [:]
  /// The paths of files that elements named which have gone or changed.
  private(set) var files: [ExactText] = []

  init(_ bytes: ByteView, _ element: ElementNode, _ columns: [ColumnSchema], _ markup: ValueMarkup)
  {
    self.bytes = bytes
    self.columns = columns
    self.markup = markup
    editor = ElementEditor(bytes, markup.style, element)
    for child in element.children {
      if let index = columns.firstIndex(where: { $0.name == child.name }) {
        elements[index] = child
      }
    }
  }

  /// The element of a property, where it is there.
  func element(of column: Int) -> ElementNode? { elements[column] }

  /// Replaces the value of an attribute.
  mutating func set(
    _ column: Int, from old: Value, to new: Value, _ edits: inout EditList
  ) throws(StoreError) {
    guard old != new else { return }
    guard let element = elements[column] else {
      return try insert(column, &edits) { [markup, columns] indent throws(StoreError) in
        try markup.body(of: new, columns[column], indent: indent)
      }
    }
    if case .composite(let parts) = new {
      return try set(element, columns[column], from: old, to: parts, &edits)
    }
    noteFiles(of: element)
    let indent = editor.lines.indent(of: element.range.lowerBound)
    guard let body = try markup.body(of: new, columns[column], indent: indent ?? []) else {
      return editor.remove(element, &edits)
    }
    editor.replace(
      element, with: body, keepingSpace: !columns[column].type.hasExactText, &edits)
  }

  private mutating func set(
    _ element: ElementNode, _ column: ColumnSchema, from old: Value, to parts: [Value],
    _ edits: inout EditList
  ) throws(StoreError) {
    var inner = ObjectEditor(bytes, element, column.elements, markup)
    var before = Array(repeating: Value.null, count: parts.count)
    if case .composite(let known) = old { before = known }
    for (index, part) in parts.enumerated() {
      try inner.set(index, from: before[index], to: part, &edits)
    }
    inner.finish(&edits)
    files += inner.files
  }

  /// Inserts the element of a property behind that of its predecessor in the model's order.
  private mutating func insert(
    _ column: Int, _ edits: inout EditList,
    _ body: ([UInt8]) throws(StoreError) -> ElementBody?
  ) throws(StoreError) {
    let predecessor = elements.keys.filter { $0 < column }.max().flatMap { elements[$0] }
    let name = columns[column].name
    try editor.insert(after: predecessor, &edits) { indent throws(StoreError) in
      try body(indent)?.bytes(named: name) ?? []
    }
  }

  /// Completes the edits.
  func finish(_ edits: inout EditList) { editor.finish(&edits) }

  private mutating func noteFiles(of element: ElementNode) {
    files += element.values(of: DocumentName.file).map { ExactText(bytes[$0].attributeText) }
  }
}

// MARK: - Relationships

extension ObjectEditor {
  /// Makes a to-one relationship name the object with an id, or none.
  mutating func set(
    _ column: Int, target: String?, _ edits: inout EditList
  ) throws(StoreError) {
    let body = target.map { ElementBody.oneTag(DocumentName.reference, Array($0.utf8)) }
    guard let element = elements[column] else {
      guard let body else { return }
      return try insert(column, &edits) { _ in body }
    }
    guard let target, let body else { return editor.remove(element, &edits) }
    let present = element.attribute(DocumentName.reference)
    if present.map({ bytes[$0.value].attributeText.hasSameBytes(as: target) }) == true { return }
    editor.replace(element, with: body, keepingSpace: true, &edits)
  }

  /// Makes a to-many relationship name the objects with these ids.
  mutating func set(
    _ column: Int, members: [ExactText], isOrdered: Bool, _ edits: inout EditList
  ) throws(StoreError) {
    guard let element = elements[column] else {
      guard !members.isEmpty else { return }
      return try insert(column, &edits) { [markup] indent in
        markup.body(ofMembers: members.map(\.text), indent: indent)
      }
    }
    if members.isEmpty { return editor.remove(element, &edits) }
    var list = MemberListEditor(bytes, element, markup)
    try list.set(members, isOrdered: isOrdered, &edits)
  }
}

extension ColumnType {
  /// Whether white space around the text is part of the value.
  var hasExactText: Bool { self == .string || self == .uri }
}
