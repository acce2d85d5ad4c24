extension DocumentReader {
  mutating func beginListElement(_ element: SAXElement) {
    if mode == .transformable, !content.isBlank { reportText(at: place) }
    let name = element.name
    let start = parser.position
    do throws(PropertyListBuilder.Fault) {
      let hasText = try listBuilder.begin(name)
      openLists.append((name, start))
      mode = hasText ? .listText : .list
    } catch {
      mode = .skipped
      reportList(error.sentence, at: start)
    }
    content.removeAll()
    attribute = nil
    for index in 0..<element.attributeCount {
      let key = element.attributeKey(index)
      if key == keys.seconds && name == "date" || key == keys.encoding && name == "string" {
        attribute = element.attributeValue(index).array
      } else {
        report(
          attribute: element.attributeName(index), of: "'\(name)'", at: start,
          "the elements of a property list have none")
      }
    }
  }

  mutating func endListElement() {
    guard let (name, start) = openLists.popLast() else { return }
    do throws(PropertyListBuilder.Fault) {
      try unsafe listBuilder.end(name, content.view, attribute: attribute)
    } catch {
      reportList(error.sentence, at: start)
    }
    content.removeAll()
    attribute = nil
  }

  mutating func endTransformable() {
    guard let node = listBuilder.node else { return endValue() }
    if !content.isBlank { reportText(at: place) }
    if isInFile { return reportTextBesideFile() }
    let bytes = BinaryPropertyListWriter.bytes(of: node)
    bytes.withView { bytes in leaf(property).with { unsafe $0.append(bytes: bytes.raw) } }
  }

  mutating func endMetadata() {
    root.metadataEnd = parser.position
    guard case .dictionary(let entries)? = listBuilder.node?.plain else { return reportMetadata() }
    root.metadata = entries
  }
}
