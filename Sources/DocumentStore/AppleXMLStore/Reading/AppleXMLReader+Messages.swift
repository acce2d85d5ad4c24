import Predicates

extension AppleXMLReader {
  /// A property of the object that is open.
  private func subject(_ column: Int) -> String {
    guard let object else { return "this" }
    let table = schema.tables[object.table]
    return "'\(table.columns[column].name)' of \(table.name) '\(object.id)'"
  }

  func report(_ column: Int, _ sentence: String) {
    problems.add("\(subject(column)) \(sentence)", at: start)
  }

  func reportForeignRoot(_ name: String) {
    problems.add(
      "the outermost element is '\(name)'; an XML store of Apple's begins with 'database'",
      at: root.lowerBound)
  }

  func reportDepth() {
    problems.add(
      "elements are nested more than 200 deep; the depth of a document is limited",
      at: parser.elementStart)
  }

  func reportUnexpected(_ name: String) {
    problems.add(
      "'\(name)' stands where no such element can stand; a database is a 'databaseInfo', then 'object's, each "
        + "with 'attribute's and 'relationship's", at: parser.elementStart)
  }

  func reportIncomplete(_ name: String, _ attributes: String, at place: Int) {
    problems.add("this '\(name)' lacks what it must have, \(attributes)", at: place)
  }

  func reportUnknownEntity(_ type: String, at place: Int) {
    let names = schema.tables.map { $0.name.uppercased() }
    let abstract = schema.concreteNames.first { $0.key.uppercased() == type.uppercased() }
    if let abstract {
      let concrete = abstract.value.map { "'\($0)'" }.joined(separator: ", ")
      problems.add(
        "the entity '\(abstract.key)' is abstract and has no objects of its own; its concrete subentities are "
          + concrete, at: place)
    } else {
      let question = didYouMean(type.uppercased(), among: names)
      problems.add("there is no entity '\(type)' in the model\(question)", at: place)
    }
  }

  func reportUnknownProperty(_ name: String, _ object: AppleObject) {
    let table = schema.tables[object.table]
    let names = dialect.entities[object.table].properties.map(\.name)
    let question = didYouMean(name.lowercased(), among: names)
    let list = names.sorted().prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    problems.add(
      "\(table.name) '\(object.id)' has no property '\(name)'"
        + (question.isEmpty ? "; there are \(list.isEmpty ? "none" : list)" : question), at: start)
  }

  func reportBadID(_ id: String, at place: Int) {
    problems.add(
      id.isEmpty
        ? "the id of this object is empty"
        : "the id '\(id)' is not a name; an id begins with a letter and has only letters, digits, "
          + "'-', '_' and '.'",
      at: place)
  }

  func reportCounter() {
    problems.add(
      "'nextObjectID' is not a number from 0 to \(RecordID.largestNumber)", at: start)
  }

  func reportList(_ sentence: String) {
    problems.add("'metadata' is not a property list: it has \(sentence)", at: start)
  }

  func reportNoDictionary() {
    problems.add("'metadata' is a property list that is no 'dict'", at: infoStart ?? 0)
  }
}
