extension DocumentEditor {
  /// Makes the element of a relationship say what the records now do.
  func set(
    _ column: Int, of owner: RecordReference, to value: Value, _ editor: inout ObjectEditor
  ) throws(StoreError) {
    let schema = schema.tables[owner.table].columns[column]
    guard let relationship = schema.relationship else { return }
    let element = editor.element(of: column)
    var members = value.members.filter(save.after.contains).withoutRepetitions
    guard let element else {
      guard relationship.isWritten else { return }
      members = members.filter { !isLeftOut($0, owner, relationship) }
      if try isSaidByOthers(members, relationship) { return }
      return try write(members, column, schema, &editor)
    }
    if relationship.isSelfInverse, !relationship.isOrdered {
      let present = self.members(of: element)
      var written: [RecordReference] = []
      for member in members {
        let isPresent = present.contains(ExactText(try save.after.id(of: member)))
        if isPresent || !isLeftOut(member, owner, relationship) { written.append(member) }
      }
      members = written
    }
    try write(members, column, schema, &editor)
  }

  private func write(
    _ members: [RecordReference], _ column: Int, _ schema: ColumnSchema,
    _ editor: inout ObjectEditor
  ) throws(StoreError) {
    var ids: [ExactText] = []
    let isOrdered = schema.relationship?.isOrdered ?? false
    for member in isOrdered ? members : members.sorted(by: precedes) {
      ids.append(ExactText(try id(forReferenceTo: member)))
    }
    if schema.type == .toOne {
      try editor.set(column, target: ids.first?.text, &edits)
    } else {
      try editor.set(column, members: ids, isOrdered: isOrdered, &edits)
    }
  }

  /// Whether a reference stands on its other side: of a relationship that is its own inverse, with
  /// the earlier.
  private func isLeftOut(
    _ member: RecordReference, _ owner: RecordReference, _ relationship: RelationshipSchema
  ) -> Bool {
    relationship.isSelfInverse && !relationship.isOrdered && precedes(member, owner)
  }

  /// Whether the elements of all members name their owner, so that the owner need not name them.
  private func isSaidByOthers(
    _ members: [RecordReference], _ relationship: RelationshipSchema
  ) throws(StoreError) -> Bool {
    guard relationship.hasInverse, !relationship.isOrdered, !relationship.isSelfInverse,
      !members.isEmpty
    else { return false }
    for member in members {
      let inverse = relationship.inverseColumns[member.table]
      guard inverse >= 0, start(of: member) != nil else { return false }
      let name = schema.tables[member.table].columns[inverse].name
      if try !node(member).children.contains(where: { $0.name == name }) { return false }
    }
    return true
  }

  /// The ids that the element of a relationship names.
  private func members(of element: ElementNode) -> Set<ExactText> {
    var ids: Set<ExactText> = []
    for attribute in element.attributes {
      if attribute.name == DocumentName.reference || attribute.name == DocumentName.references {
        ids.formUnion(bytes[attribute.value].ids)
      }
    }
    for child in element.children {
      if let id = child.attribute(DocumentName.id) { ids.formUnion(bytes[id.value].ids) }
    }
    return ids
  }
}
