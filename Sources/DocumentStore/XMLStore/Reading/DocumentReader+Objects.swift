extension DocumentReader {
  mutating func beginRoot(_ element: SAXElement) {
    mode = .root
    root.start = parser.elementStart
    if element.key != keys.store { return refuseRoot(element) }
    for index in 0..<element.attributeCount {
      let value = element.attributeValue(index).string
      switch element.attributeKey(index) {
      case keys.model: root.model = value
      case keys.assets: beginAssets(value)
      // Schema locations and the like have a prefix.
      case 0: break
      default:
        report(
          attribute: element.attributeName(index), of: "'store'", at: parser.position,
          "only 'model' and 'assets' are known there")
      }
    }
  }

  mutating func beginAssets(_ name: String) {
    root.assets = name
    if AssetFolder.isValid(name) {
      root.folder = AssetFolder(name: name, beside: file)
    } else {
      problems.add(
        "'assets' of 'store' is '\(name)', which is not the name of a folder beside the document",
        at: parser.elementStart, remedy: .leaveOutAttribute(DocumentName.assets))
    }
  }

  mutating func beginObject(_ element: SAXElement) {
    let key = element.key
    if key != tableKey {
      guard let found = plan.tablesByKey[key], key != 0 else {
        return beginOther(element)
      }
      table = found
    }
    mode = .object
    objectPlace = parser.position
    row = builders[table].rowCount
    idSymbol = -1
    hint = plan.tables[table].children.lowerBound
    spans[table].starts.append(parser.elementStart)
    for index in 0..<element.attributeCount {
      if element.attributeKey(index) == keys.id {
        define(element.attributeValue(index))
      } else {
        report(
          attribute: element.attributeName(index), of: objectName, at: objectPlace,
          "only 'id' is known there; properties are elements")
      }
    }
    if idSymbol < 0 {
      spans[table].withoutID.insert(row)
      // Replaced when all ids are known.
      builders[table].beginRecord(.number(-1))
    }
  }

  mutating func define(_ id: ByteView) {
    guard id.isXMLName else { return reportBadID(id) }
    let symbol = symbols.symbol(for: id, likely: table)
    if symbols.reference(symbol) != nil { return reportRepeatedID(symbol) }
    idSymbol = symbol
    symbols.define(symbol, RecordReference(table: table, row: row), at: objectPlace)
    builders[table].beginRecord(RecordID(id, in: schema.tables[table].name))
  }

  mutating func beginOther(_ element: SAXElement) {
    if element.key == keys.metadata, root.metadataStart == nil {
      mode = .metadata
      root.metadataStart = parser.elementStart
      place = parser.position
      listBuilder = PropertyListBuilder()
      for index in 0..<element.attributeCount {
        report(
          attribute: element.attributeName(index), of: "'store-metadata'", at: place, "remove it")
      }
    } else {
      mode = .skipped
      reportUnknownObject(element)
    }
  }

  mutating func endObject() {
    spans[table].ends.append(parser.position)
    for index in plan.tables[table].required where seen[index] < objectPlace {
      appendDefault(index, at: objectPlace)
    }
    builders[table].endRecord()
  }

  mutating func appendDefault(_ index: Int, at place: Int) {
    let column = plan.schemas[index]
    guard !column.defaultValue.isNull else { return reportMissing(index, at: place) }
    leaves[index].with { $0.append(column.defaultValue) }
  }
}

extension RecordID {
  /// Reads an id, as ``init(_:in:)`` does, and makes text only of those that are no numbers.
  init(_ id: ByteView, in entityName: String) {
    let number: Int64? = entityName.withView { name in
      let start = name.count + 1
      guard id.count > start, id.count - start <= 19, id[start] != UInt8(ascii: "0"),
        id[name.count] == UInt8(ascii: "-"), id[0..<name.count].equals(name), id[start].isDigit
      else { return nil }
      let number: Int64? = try? IntegerText.parse(id[start..<id.count])
      return number.flatMap { $0 <= RecordID.largestNumber ? $0 : nil }
    }
    self = number.map(RecordID.number) ?? .text(id.string)
  }
}
