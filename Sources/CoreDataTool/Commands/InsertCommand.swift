import OpenCoreData

extension Command {
  static let insert = Command(
    name: "insert",
    usage: "insert STORE ENTITY [--set KEY=VALUE]... [--dry-run] [-m MODEL]",
    summary: "Makes a new object, and prints its id.",
    discussion: """
      \(valueHelp)
      Properties that are not named have their defaults. The store is saved once, with all rules of the
      model: an object that breaks one is not inserted.
      """,
    options: [.set, .dryRun, .model]
  ) { arguments in
    let assignments = try Assignment.all(in: arguments)
    let target = try EditTarget(arguments)
    let name = target.entity.name ?? ""
    guard !target.entity.isAbstract else {
      let names = target.document.concreteNames(of: target.entity)
      throw ToolFailure(
        "'\(name)' is abstract and has no objects of its own; insert an object of "
          + quotedList(names, "or"))
    }
    let edits = try assignments.map {
      try PropertyEdit($0, of: target.entity, in: target.document)
    }
    let object = NSEntityDescription.insertNewObject(
      forEntityName: name, into: target.document.context)
    for edit in edits { edit.apply(to: object) }
    try target.document.context.obtainPermanentIDs(for: [object])
    // Only now it has the id for good: somebody else who saved in between may have got the one it was to have.
    if try target.save() { Terminal.print(object.objectID.text) }
    return .fine
  }

  /// How values are written, for the help of the commands that take them.
  static let valueHelp = """
    A VALUE is read by the type of the property: a number, true or false, a date (1995-12-15, or
    1995-12-15T20:30:00Z), a UUID, a URI, data in base64 or @file with its bytes, a transformable
    as JSON. An element of a composite is named by a path: --set address.city=Porto. A to-one
    relationship takes an id (--set director=Director-1), a to-many one several with commas between
    (--set tags=Tag-1,Tag-4). Other sides of relationships follow by themselves.
    """
}
