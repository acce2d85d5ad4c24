import Predicates
import ManagedModel

extension DocumentReader {
  /// The object that is open: `Movie 'heat'`.
  var objectName: String {
    let name = schema.tables[table].name
    return idSymbol < 0 ? "a \(name) without id" : "\(name) '\(symbols.text(idSymbol))'"
  }

  /// A property of the object that is open: `'title' of Movie 'heat'`.
  func subject(_ property: Int) -> String {
    var path = "'\(plan.schemas[property].name)'"
    var parent = Int(plan.properties[property].parent)
    while parent >= 0 {
      path += " in '\(plan.schemas[parent].name)'"
      parent = Int(plan.properties[parent].parent)
    }
    return "\(path) of \(objectName)"
  }

  /// Where the start tag begins behind which the parser stood at a place.
  func tagStart(_ place: Int) -> Int { source.tagStart(place) }

  func line(of place: Int) -> Int { source.line(of: tagStart(place)) }

  mutating func report(_ property: Int, _ sentence: String, remedy: Remedy = .leaveOut) {
    problems.add("\(subject(property)) \(sentence)", at: tagStart(place), remedy: remedy)
  }

  mutating func report(_ fault: TextFault, _ property: Int) {
    report(property, fault.sentence(for: plan.properties[property].type))
  }

  mutating func report(attribute: String, of subject: String, at place: Int, _ advice: String) {
    guard !problems.isFull else { return }
    problems.add(
      "the XML attribute '\(attribute)' of \(subject) means nothing; \(advice)",
      at: tagStart(place), remedy: .leaveOutAttribute(attribute))
  }

  // MARK: Objects

  mutating func refuseRoot(_ element: SAXElement) {
    root.foreignName = element.name
    root.hasDefaultNamespace = element.isForeign && !element.name.contains(":")
    parser.stop()
  }

  mutating func reportUnknownObject(_ element: SAXElement) {
    let name = element.name
    if element.key == keys.metadata {
      problems.add(
        "'store-metadata' stands here a second time; a document has one, as its last element",
        at: parser.elementStart)
    } else if let concrete = schema.concreteNames[name] {
      let names = concrete.map { "'\($0)'" }.joined(separator: ", ")
      problems.add(
        "the entity '\(name)' is abstract and has no objects of its own; "
          + "write an object of one of its concrete subentities: \(names)", at: parser.elementStart)
    } else {
      let question = didYouMean(name, among: schema.tables.map(\.name))
      problems.add(
        "there is no entity '\(name)' in the model"
          + (question.isEmpty ? "; an object is named by its entity" : question),
        at: parser.elementStart)
    }
  }

  mutating func reportBadID(_ id: ByteView) {
    let name = schema.tables[table].name
    let sentence =
      id.isEmpty
      ? "the id of a \(name) is empty; leave the attribute out, or give it a name"
      : "the id '\(id.string)' of a \(name) is not a name; an id begins with a letter and has only "
        + "letters, digits, '-', '_' and '.'"
    problems.add(sentence, at: tagStart(objectPlace), remedy: .leaveOutAttribute(DocumentName.id))
  }

  mutating func reportRepeatedID(_ symbol: Int) {
    problems.add(
      "the id '\(symbols.text(symbol))' is taken: line \(line(of: Int(symbols.places[symbol]))) has an "
        + "object with it; ids are unique in a document", at: tagStart(objectPlace),
      remedy: .leaveOutAttribute(DocumentName.id))
  }

  mutating func reportMissing(_ property: Int, at place: Int) {
    problems.add(
      "\(subject(property)) is required, has no default, and is missing; "
        + "add an element '\(plan.schemas[property].name)'", at: tagStart(place),
      remedy: .addEmpty(plan.schemas[property]))
  }

  // MARK: Properties

  mutating func reportUnknownProperty(_ element: SAXElement, _ siblings: Range<Int>) {
    let name = element.name
    let names = siblings.map { plan.schemas[$0].name }
    var remedy = Remedy.leaveOut
    if let meant = suggestion(for: name, among: names), let index = names.firstIndex(of: meant) {
      // One finding is enough: what is misspelled is not missing, too.
      if seen[siblings.lowerBound + index] < objectPlace {
        seen[siblings.lowerBound + index] = place
        remedy = .rename(meant)
      }
    }
    let parent = siblings.first.map { Int(plan.properties[$0].parent) } ?? -1
    let owner = parent < 0 ? objectName : subject(parent)
    let kind = parent < 0 ? "property" : "part"
    let question = didYouMean(name, among: names)
    let list = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    problems.add(
      "\(owner) has no \(kind) '\(name)'"
        + (question.isEmpty ? "; there are \(list.isEmpty ? "none" : list)" : question),
      at: tagStart(place), remedy: remedy)
  }

  /// A property that stands a second time, or is never kept.
  mutating func reportUnusable(first: Int, _ start: Int) {
    if first >= start {
      report(
        property, "stands here a second time; line \(line(of: first)) has the first; remove one")
    } else {
      report(property, "is transient, so it is not kept; remove the element")
    }
  }

  mutating func reportAttribute(_ element: SAXElement, _ index: Int) {
    let name = element.attributeName(index)
    let type = plan.properties[property].type
    let remedy = Remedy.leaveOutAttribute(name)
    if element.attributeKey(index) == keys.reference
      || element.attributeKey(index) == keys.references, !type.isRelationship
    {
      report(
        property,
        "is a \(type.displayName), not a relationship; its value is the element's content",
        remedy: remedy)
    } else if element.attributeKey(index) == keys.references {
      report(property, "is to-one; write \(name.dropLast())=\"…\" with one id", remedy: remedy)
    } else if element.attributeKey(index) == keys.reference {
      report(
        property, "is to-many; write refs=\"…\", or an element <ref id=\"…\"/> for each object",
        remedy: remedy)
    } else if element.attributeKey(index) == keys.file {
      report(
        property, "is a \(type.displayName), whose value cannot lie in a file", remedy: remedy)
    } else {
      report(
        attribute: name, of: subject(property), at: place,
        type == .date
          ? "only 'seconds' is known there"
          : type == .string ? "only 'encoding' is known there" : "remove it")
    }
  }

  mutating func reportFileNotAllowed() {
    report(
      property,
      "cannot lie in a file: the model does not allow external storage for it; write it as base64")
  }

  mutating func reportNoFolder() {
    report(
      property,
      "names a file, and the document names no folder for files; add the attribute 'assets' to 'store'"
    )
  }

  mutating func reportTextBesideFile() {
    report(property, "has a file and a content; remove one of them", remedy: .leaveOutText)
  }

  mutating func reportEncoding() {
    report(property, "has an 'encoding' that does not exist; only 'base64' does")
  }

  mutating func reportSeconds() {
    report(
      property,
      "has an attribute 'seconds' that is no number; a number of seconds since 2001 was expected")
  }

  mutating func skip(nested element: SAXElement, in outer: Mode) {
    skipNested()
    let inner = element.name
    switch outer {
    case .toOne:
      // Said once for the whole element.
      if !lacksTarget { return }
      lacksTarget = false
      report(
        property,
        "is to-one: it names one object, in the attribute 'ref', and has no elements inside")
    case .value:
      problems.add(
        "'\(inner)' stands inside \(subject(property)), which is a "
          + "\(plan.properties[property].type.displayName); a text is plain, and < is written &lt;",
        at: parser.elementStart)
    default:
      problems.add(
        "'\(inner)' stands where no element can stand; remove it", at: parser.elementStart)
    }
  }

  mutating func reportText(at offset: Int) {
    switch mode {
    case .root:
      problems.add(
        "text between the objects; only objects and comments stand here", at: offset)
    case .object:
      problems.add(
        "text in \(objectName); only properties and comments stand here", at: offset)
    case .composite:
      guard let (composite, start) = composites.last else { return }
      let parts = plan.schemas[composite].elements.map { "'\($0.name)'" }.joined(separator: ", ")
      problems.add(
        "\(subject(composite)) is a composite and has text; elements for its parts were expected: "
          + parts, at: tagStart(start), remedy: .leaveOutText)
    case .toOne:
      lacksTarget = false
      report(
        property, "has text; an object is named by its id, as in ref=\"…\"", remedy: .leaveOutText)
    case .toMany:
      problems.add(
        "text in \(subject(property)); an object is named by an element <ref id=\"…\"/>", at: offset
      )
    default: problems.add("text where only elements can stand; remove it", at: offset)
    }
  }

  // MARK: Property lists

  mutating func reportList(_ sentence: String, at place: Int) {
    let owner = root.metadataStart != nil && root.metadataEnd == nil
    problems.add(
      "\(owner ? "'store-metadata'" : subject(property)) is not a property list: it has \(sentence)",
      at: tagStart(place))
  }

  mutating func reportMetadata() {
    problems.add(
      "'store-metadata' has no 'dict'; it is a property list that programs write: remove it, and a new "
        + "one will be written", at: root.metadataStart ?? 0)
  }

  // MARK: References

  mutating func reportNoTarget() {
    report(property, "names no object; write ref=\"…\" with an id, or remove the element")
  }

  mutating func reportBadTarget(_ id: ByteView, at place: Int) {
    guard !problems.isFull else { return }
    problems.add(
      "\(subject(property)) names '\(id.string)', which cannot be an id; an id begins with a letter and "
        + "has no spaces", at: tagStart(place))
  }

  mutating func reportNoReference(_ element: SAXElement, at place: Int) {
    problems.add(
      "'\(element.name)' stands in \(subject(property)), where only elements 'ref' can stand, as in "
        + "<ref id=\"…\"/>", at: tagStart(place))
  }

  mutating func reportReferenceWithoutID(at place: Int) {
    problems.add(
      "a 'ref' in \(subject(property)) names no object; add the attribute 'id'", at: tagStart(place)
    )
  }
}

extension ByteView {
  /// Where the start tag begins that ends at or behind a place.
  func tagStart(endingBefore place: Int) -> Int {
    var offset = Swift.min(place, count - 1)
    while offset > 0, self[offset] != UInt8(ascii: "<") { offset -= 1 }
    return Swift.max(0, offset)
  }
}
