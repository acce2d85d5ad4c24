/// Edits the list of a to-many relationship: a line goes or comes for each object that goes or
/// comes.
///
/// Where the order counts and the objects that stay have another one, the list is written anew. A
/// list in the attribute `refs` stays there while it has at most eight.
struct MemberListEditor {
  private let bytes: ByteView
  private let element: ElementNode
  private let markup: ValueMarkup
  private var editor: ElementEditor
  private let references: [ElementNode]

  static let mostInAttribute = 8

  init(_ bytes: ByteView, _ element: ElementNode, _ markup: ValueMarkup) {
    self.bytes = bytes
    self.element = element
    self.markup = markup
    editor = ElementEditor(bytes, markup.style, element)
    references = element.children.filter { $0.name == DocumentName.reference }
  }

  /// Makes the list name the objects with these ids, of which there is at least one.
  mutating func set(
    _ ids: [ExactText], isOrdered: Bool, _ edits: inout EditList
  ) throws(StoreError) {
    guard let attribute = element.attribute(DocumentName.references) else {
      return try setElements(ids, isOrdered: isOrdered, &edits)
    }
    let current = bytes[attribute.value].ids
    let kept = isOrdered ? [] : current.filter(Set(ids).contains)
    let list = kept + ids.filter { [known = Set(kept)] in !known.contains($0) }
    if list == current, references.isEmpty { return }
    if references.isEmpty, list.count <= Self.mostInAttribute {
      edits.replace(attribute.value, with: Array(list.map(\.text).joined(separator: " ").utf8))
    } else {
      edits.replace(attribute.range, with: [])
      for reference in references { editor.remove(reference, &edits) }
      try append(list, after: nil, &edits)
      editor.finish(&edits)
    }
  }

  private mutating func setElements(
    _ ids: [ExactText], isOrdered: Bool, _ edits: inout EditList
  ) throws(StoreError) {
    let current = references.map { reference in
      ExactText(reference.attribute(DocumentName.id).map { bytes[$0.value].attributeText } ?? "")
    }
    let wanted = Set(ids)
    let known = Set(current)
    let staying = ids.filter(known.contains)
    if isOrdered, staying != current.filter(wanted.contains) { return rewrite(ids, &edits) }
    for (reference, id) in zip(references, current) where !wanted.contains(id) {
      editor.remove(reference, &edits)
    }
    if !isOrdered {
      try append(ids.filter { !known.contains($0) }, after: references.last, &edits)
    } else {
      let elements = Dictionary(zip(current, references)) { first, _ in first }
      try insertInOrder(ids, known, elements, &edits)
    }
    editor.finish(&edits)
  }

  /// Inserts ids each behind the one that comes before it.
  private mutating func insertInOrder(
    _ ids: [ExactText], _ known: Set<ExactText>, _ elements: [ExactText: ElementNode],
    _ edits: inout EditList
  ) throws(StoreError) {
    var previous: ElementNode?
    for id in ids {
      if known.contains(id) {
        previous = elements[id]
      } else if let previous {
        try append([id], after: previous, &edits)
      } else if let first = references.first {
        editor.insert(before: first, markup.reference(id.text), &edits)
      } else {
        try append([id], after: nil, &edits)
      }
    }
  }

  private mutating func append(
    _ ids: [ExactText], after sibling: ElementNode?, _ edits: inout EditList
  ) throws(StoreError) {
    for id in ids {
      try editor.insert(after: sibling, &edits) { [markup] _ in markup.reference(id.text) }
    }
  }

  /// Writes all references anew in place of those that are there.
  private func rewrite(_ ids: [ExactText], _ edits: inout EditList) {
    guard let first = references.first, let last = references.last else { return }
    let range = first.range.lowerBound..<last.range.upperBound
    let separator = editor.lines.indent(of: first.range.lowerBound).map {
      markup.style.lineEndBytes + $0
    }
    let indent = editor.lines.indent(of: element.range.lowerBound)
    for comment in element.allComments where range.contains(comment.lowerBound) {
      let text = bytes[comment].array
      edits.insert(
        indent.map { text + markup.style.lineEndBytes + $0 } ?? text,
        at: element.range.lowerBound)
    }
    edits.replace(
      range, with: Array(ids.map { markup.reference($0.text) }.joined(separator: separator ?? [])))
  }
}

extension ByteView {
  /// The ids in the value of an attribute `refs`.
  var ids: [ExactText] {
    attributeText.split(separator: " ").map { ExactText(String($0)) }
  }
}
