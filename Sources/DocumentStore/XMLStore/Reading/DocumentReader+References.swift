extension DocumentReader {
  mutating func beginToOne(_ element: SAXElement) {
    lacksTarget = true
    for index in 0..<element.attributeCount {
      guard element.attributeKey(index) == keys.reference else {
        reportAttribute(element, index)
        continue
      }
      lacksTarget = false
      beginLinks()
      link(element.attributeValue(index), at: place)
    }
  }

  mutating func beginToMany(_ element: SAXElement) {
    beginLinks()
    for index in 0..<element.attributeCount {
      guard element.attributeKey(index) == keys.references else {
        reportAttribute(element, index)
        continue
      }
      element.attributeValue(index).forEachWord { link($0, at: place) }
    }
  }

  mutating func beginReference(_ element: SAXElement) {
    let start = parser.position
    guard element.key == keys.reference else {
      mode = .skipped
      return reportNoReference(element, at: start)
    }
    mode = .reference
    var hasTarget = false
    for index in 0..<element.attributeCount {
      guard element.attributeKey(index) == keys.id else {
        report(
          attribute: element.attributeName(index), of: "'ref'", at: start,
          "only 'id' is known there")
        continue
      }
      hasTarget = true
      link(element.attributeValue(index), at: start)
    }
    if !hasTarget { reportReferenceWithoutID(at: start) }
  }

  mutating func beginLinks() {
    links[table][Int(plan.properties[property].column)].begin(row: row, at: place)
  }

  mutating func link(_ id: ByteView, at place: Int) {
    guard id.isXMLName else { return reportBadTarget(id, at: place) }
    let symbol = symbols.symbol(for: id, likely: Int(plan.properties[property].destination))
    links[table][Int(plan.properties[property].column)].add(symbol, at: place)
  }
}

extension ByteView {
  /// Calls `body` with each run of bytes between white space.
  fileprivate func forEachWord(_ body: (ByteView) -> Void) {
    var start = 0
    while start < count {
      if self[start].isXMLSpace {
        start += 1
        continue
      }
      var end = start
      while end < count, !self[end].isXMLSpace { end += 1 }
      body(self[start..<end])
      start = end
    }
  }
}
