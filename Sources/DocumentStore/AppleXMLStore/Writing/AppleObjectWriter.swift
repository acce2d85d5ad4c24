/// Writes objects, and properties of them, as Apple's XML store does.
struct AppleObjectWriter {
  let generation: Generation
  let dialect: AppleDialect
  let ids: AppleFileIDs

  static let objectIndent = "    "
  static let propertyIndent = "        "

  /// Appends the element of a record, from its `<` to behind its end tag.
  func print(_ reference: RecordReference, to output: inout RawBuffer) throws(StoreError) {
    let entity = dialect.entities[reference.table]
    try refuseComposites(of: reference)
    output.append("<object type=\"")
    output.append(text: Self.attribute(entity.name))
    output.append("\" id=\"")
    output.append(text: Self.attribute(try ids.fileID(of: reference, in: generation)))
    output.append("\">\n")
    for property in entity.properties {
      let value = try generation.tables[reference.table]
        .value(of: property.column, at: reference.row)
      guard let element = try element(property, value, of: reference) else { continue }
      output.append(text: Self.propertyIndent)
      output.append(contentsOf: element)
      output.append("\n")
    }
    output.append(text: Self.objectIndent)
    output.append("</object>")
  }

  /// Throws where a record has a composite.
  func refuseComposites(of reference: RecordReference) throws(StoreError) {
    let table = generation.tables[reference.table]
    for column in dialect.entities[reference.table].composites
    where !(try table.value(of: column, at: reference.row).isNull) {
      throw StoreError(
        .unstorable,
        "'\(table.schema.columns[column].name)' of \(table.schema.name) "
          + "'\(try generation.id(of: reference))' is a composite, and how a store of Apple's keeps one is not "
          + "known; set it to nil, or use another format")
    }
  }

  /// The element of a property; nil for an attribute without a value.
  func element(
    _ property: AppleDialect.Property, _ value: Value, of owner: RecordReference
  ) throws(StoreError) -> [UInt8]? {
    var output = RawBuffer()
    let tag = property.destination == nil ? "attribute" : "relationship"
    output.append(
      text: "<\(tag) name=\"\(Self.attribute(property.name))\" type=\"\(property.type)\"")
    if let destination = property.destination {
      output.append(text: " destination=\"\(Self.attribute(destination))\"")
      try printIDs(value.members.filter(generation.contains), to: &output)
      output.append(">")
    } else {
      guard !value.isNull else { return nil }
      output.append(">")
      try print(value, property, of: owner, to: &output)
    }
    output.append(text: "</\(tag)>")
    return output.array
  }

  private func printIDs(
    _ members: [RecordReference], to output: inout RawBuffer
  ) throws(StoreError) {
    guard !members.isEmpty else { return }
    output.append(" idrefs=\"")
    for (index, member) in members.enumerated() {
      if index > 0 { output.append(" ") }
      output.append(text: Self.attribute(try ids.fileID(of: member, in: generation)))
    }
    output.append("\"")
  }

  /// Appends the text of an attribute's value.
  func print(
    _ value: Value, _ property: AppleDialect.Property, of owner: RecordReference,
    to output: inout RawBuffer
  ) throws(StoreError) {
    guard !AppleValueText.print(value, to: &output) else { return }
    let table = generation.schema.tables[owner.table]
    throw StoreError(
      .unstorable,
      "'\(table.columns[property.column].name)' of \(table.name) '\(try generation.id(of: owner))' is not a "
        + "finite number; a store keeps neither NaN nor infinities")
  }

  /// The value of an XML attribute.
  static func attribute(_ text: String) -> String {
    var output = RawBuffer()
    text.withView { EscapedText.printAttribute($0, to: &output) }
    return output.string
  }
}
