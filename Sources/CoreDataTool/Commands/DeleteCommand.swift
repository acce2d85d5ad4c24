import OpenCoreData

extension Command {
  static let delete = Command(
    name: "delete",
    usage: "delete STORE ENTITY --where P [--dry-run] [-m MODEL]",
    summary: "Deletes the objects that meet a condition, and what the model deletes with them.",
    discussion: """
      P is a predicate, as for 'coredata fetch'; --all means all objects of the entity, and
      --where "SELF == 'Movie-1'" one by its id. Relationships follow their delete rules: Cascade
      deletes what they lead to, Nullify empties the other side, Deny refuses. The store is saved once;
      where a rule is broken nothing changes.
      """,
    options: [
      Option(long: "where", value: "P", help: "only objects that meet a condition"),
      .all, .dryRun, .model,
    ]
  ) { arguments in
    let names = try arguments.files("STORE", "ENTITY")
    try EditTarget.requireSelection(arguments, "delete", names[1])
    let target = try EditTarget(arguments)
    let context = target.document.context
    for object in try target.selected(arguments) { context.delete(object) }
    let deleted = context.deletedObjects
    let counts = Dictionary(grouping: deleted) { $0.entity.name ?? "" }.mapValues(\.count)
    let parts = counts.keys.sorted().map { "\(counts[$0] ?? 0) of '\($0)'" }
    if try target.save() {
      Terminal.print(
        "\(counted(deleted.count, "object")) deleted"
          + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))"))
    }
    return .fine
  }
}
