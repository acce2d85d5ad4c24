import OpenCoreData

extension Command {
  static let update = Command(
    name: "update",
    usage: "update STORE ENTITY --where P [--set KEY=VALUE]... [--unset KEY]... [--add KEY=IDS]... "
      + "[--remove KEY=IDS]... [--dry-run] [-m MODEL]",
    summary: "Changes properties of the objects that meet a condition.",
    discussion: """
      P is a predicate, as for 'coredata fetch'; --all means all objects of the entity, and
      --where "SELF == 'Movie-1'" one by its id.

      \(valueHelp)
      --unset takes a value away, --add and --remove change what a to-many relationship has.
      The store is saved once, with all rules of the model: where one is broken nothing changes. In an
      XML document only the lines of what changed are touched.
      """,
    options: [
      Option(long: "where", value: "P", help: "only objects that meet a condition"),
      .all, .set, .unset, .add, .remove, .dryRun, .model,
    ]
  ) { arguments in
    let names = try arguments.files("STORE", "ENTITY")
    let assignments = try Assignment.all(in: arguments)
    guard !assignments.isEmpty else {
      throw ToolFailure("'update' needs something to change: --set key=value, or --unset key")
    }
    try EditTarget.requireSelection(arguments, "update", names[1])
    let target = try EditTarget(arguments)
    let edits = try assignments.map {
      try PropertyEdit($0, of: target.entity, in: target.document)
    }
    let objects = try target.selected(arguments)
    for object in objects {
      for edit in edits { edit.apply(to: object) }
    }
    let changed = objects.count { $0.hasPersistentChangedValues }
    let same = objects.count - changed
    if try target.save() {
      Terminal.print(
        "\(counted(changed, "object")) of '\(names[1])' updated"
          + (same == 0 ? "" : ", \(same) had these values already"))
    }
    return .fine
  }
}
