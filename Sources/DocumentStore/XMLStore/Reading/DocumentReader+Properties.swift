extension DocumentReader {
  @inline(__always)
  mutating func beginProperty(
    _ element: SAXElement, _ siblings: Range<Int>, startedAt start: Int
  ) {
    place = parser.position
    guard let index = plan.index(of: element.key, in: siblings, after: hint) else {
      mode = .skipped
      return reportUnknownProperty(element, siblings)
    }
    hint = index + 1
    property = index
    if seen[index] >= start || plan.properties[index].isTransient {
      mode = .skipped
      return reportUnusable(first: seen[index], start)
    }
    seen[index] = place
    switch plan.properties[index].type {
    case .toOne:
      mode = .toOne
      beginToOne(element)
    case .toMany:
      mode = .toMany
      beginToMany(element)
    case .composite: beginComposite(element, index)
    case .transformable:
      mode = .transformable
      listBuilder = PropertyListBuilder()
      beginText(element)
    default:
      mode = .value
      beginText(element)
    }
  }

  @inline(__always)
  mutating func beginText(_ element: SAXElement) {
    content.removeAll()
    attribute = nil
    isInFile = false
    if element.attributeCount > 0 { readAttributes(element) }
  }

  mutating func readAttributes(_ element: SAXElement) {
    for index in 0..<element.attributeCount {
      let key = element.attributeKey(index)
      let value = element.attributeValue(index)
      switch (key, plan.properties[property].type) {
      case (keys.seconds, .date), (keys.encoding, .string), (keys.encoding, .uri):
        attribute = value.array
      case (keys.file, .data), (keys.file, .transformable):
        guard attribute == nil else { break }
        isInFile = true
        read(fileAt: value.string)
      default: reportAttribute(element, index)
      }
    }
  }

  mutating func read(fileAt path: String) {
    guard plan.properties[property].allowsFile else { return reportFileNotAllowed() }
    guard let folder = root.folder else { return root.assets == nil ? reportNoFolder() : () }
    do throws(AssetFolder.Fault) {
      let (bytes, stamp) = try folder.read(path)
      assetStamps[ExactText(path)] = stamp
      leaf(property).with { unsafe $0.append(bytes: bytes.buffer) }
    } catch {
      report(property, "names \(error.sentence)")
    }
  }

  @inline(__always)
  mutating func leaf(_ property: Int) -> Leaf { leaves[property] }
}

// MARK: - Values

extension DocumentReader {
  mutating func endValue() {
    do throws(TextFault) {
      guard !isInFile else { return checkFileAlone() }
      try unsafe append(content.view)
    } catch {
      report(error, property)
    }
  }

  mutating func checkFileAlone() {
    if !content.isBlank { reportTextBesideFile() }
  }

  @inline(__always)
  mutating func append(_ text: ByteView) throws(TextFault) {
    let leaf = leaf(property)
    let type = plan.properties[property].type
    switch type {
    case .string, .uri: try append(string: text, leaf)
    case .int16, .int32, .int64:
      let range = plan.properties[property].least...plan.properties[property].greatest
      let number = try IntegerText.parse(text, in: range)
      leaf.with { $0.append(integer: number) }
    case .boolean:
      let flag = try BooleanText.parse(text)
      leaf.with { $0.append(boolean: flag) }
    case .double:
      let number = try DoubleText.parse(text)
      leaf.with { $0.append(double: number) }
    case .float:
      let number = try FloatText.parse(text)
      leaf.with { $0.append(float: number) }
    case .decimal:
      let number = try DecimalText.parse(text)
      leaf.with { $0.append(decimal: number) }
    case .date:
      let seconds = try date(text)
      leaf.with { $0.append(double: seconds) }
    case .uuid:
      let uuid = try UUIDText.parse(text)
      leaf.with { $0.append(uuid: uuid) }
    case .data, .transformable:
      decoded.removeAll()
      try Base64Text.parse(text, to: &decoded)
      leaf.with { unsafe $0.append(bytes: decoded.view.raw) }
    case .composite, .toOne, .toMany: break
    }
  }

  mutating func append(string text: ByteView, _ leaf: Leaf) throws(TextFault) {
    guard let attribute else { return leaf.with { unsafe $0.append(bytes: text.raw) } }
    guard attribute.withView({ $0.equals("base64") }) else { return reportEncoding() }
    decoded.removeAll()
    try Base64Text.parse(text, to: &decoded)
    guard String(validating: decoded.array, as: UTF8.self) != nil else { throw .notUTF8 }
    leaf.with { unsafe $0.append(bytes: decoded.view.raw) }
  }

  mutating func date(_ text: ByteView) throws(TextFault) -> Double {
    guard let attribute else { return try DateText.parse(text) }
    guard text.isBlank else { throw .malformed }
    do throws(TextFault) {
      return try attribute.withView { text throws(TextFault) in try DoubleText.parse(text) }
    } catch {
      reportSeconds()
      return 0
    }
  }
}

// MARK: - Composites

extension DocumentReader {
  mutating func beginComposite(_ element: SAXElement, _ index: Int) {
    mode = .composite
    composites.append((index, place))
    hint = Int(plan.properties[index].firstChild)
    if element.attributeCount > 0 { reportAttribute(element, 0) }
    leaf(index).with { $0.append(boolean: true) }
  }

  mutating func endComposite() {
    guard let (index, start) = composites.popLast() else { return }
    for part in plan.requiredParts[index] where seen[part] < start {
      appendDefault(part, at: start)
    }
    hint = index + 1
  }
}
