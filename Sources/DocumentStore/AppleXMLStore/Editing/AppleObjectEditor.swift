/// Edits the properties of one object of a file of Apple's XML store.
struct AppleObjectEditor {
  private let bytes: ByteView
  private let lines: LineLayout
  private let object: ElementNode
  private let entity: AppleDialect.Entity
  /// The elements that are there, by their place in Apple's order.
  private var elements: [Int: ElementNode] = [:]
  /// What is to stand in place of what is there, or to go where it is empty.
  private var replacements: [(place: Int, element: [UInt8]?)] = []

  init(
    _ bytes: ByteView, _ lines: LineLayout, _ object: ElementNode, _ entity: AppleDialect.Entity
  ) {
    self.bytes = bytes
    self.lines = lines
    self.object = object
    self.entity = entity
    for child in object.children {
      guard let name = child.attribute("name"),
        let column = entity.columns[bytes[name.value].attributeText.lowercased()],
        entity.places[column] >= 0
      else { continue }
      elements[entity.places[column]] = child
    }
  }

  /// The ids that a relationship names now.
  func ids(_ property: AppleDialect.Property) -> [ExactText] {
    guard let element = elements[entity.places[property.column]],
      let ids = element.attribute("idrefs")
    else { return [] }
    return bytes[ids.value].ids
  }

  /// Puts another element in the place of a property's, or none.
  mutating func replace(_ place: Int, with element: [UInt8]?) {
    replacements.append((place, element))
  }

  /// Makes the edits.
  func finish(_ edits: inout EditList) {
    let removed = Set(replacements.filter { $0.element == nil }.map(\.place))
    for (place, text) in replacements {
      guard let element = elements[place] else {
        if let text { insert(text, at: place, avoiding: removed, &edits) }
        continue
      }
      guard let text else {
        remove(element, &edits)
        continue
      }
      edits.replace(element.range, with: comments(in: element) + adapted(text))
    }
  }

  private func insert(
    _ text: [UInt8], at place: Int, avoiding removed: Set<Int>, _ edits: inout EditList
  ) {
    let predecessor = elements.keys.filter { $0 < place && !removed.contains($0) }.max()
      .flatMap { elements[$0] }
    let offset = predecessor?.range.upperBound ?? object.startTag.upperBound
    let indent = object.children.first.flatMap { lines.indent(of: $0.range.lowerBound) }
    edits.insert(
      lineEnd + (indent ?? Array(AppleObjectWriter.propertyIndent.utf8)) + adapted(text),
      at: offset)
  }

  private func remove(_ element: ElementNode, _ edits: inout EditList) {
    let comments = comments(in: element)
    let range = comments.isEmpty ? lines.removalRange(of: element.range).range : element.range
    edits.remove(element.range, with: range, leaving: comments)
  }

  /// Comments that someone wrote into an element stay where it was.
  private func comments(in element: ElementNode) -> [UInt8] {
    element.allComments.flatMap { bytes[$0].array }
  }

  private var lineEnd: [UInt8] { lines.lineEnd.bytes }

  private func adapted(_ text: [UInt8]) -> [UInt8] { lines.lineEnd.replacingLineFeeds(in: text) }
}
