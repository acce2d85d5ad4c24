import Foundation
import OpenCoreData

/// The store that an editing command works on, and the entity that it was given.
struct EditTarget {
  let document: OpenDocument
  let entity: NSEntityDescription
  private let path: String
  private let isDryRun: Bool

  /// Opens the store; a dry run opens it for reading only.
  init(_ arguments: Arguments) throws {
    let names = try arguments.files("STORE", "ENTITY")
    let isDryRun = arguments.has("dry-run")
    document = try Terminal.whileTelling("Reading \(names[0])") {
      try OpenDocument.opened(names[0], model: arguments["model"], isReadOnly: isDryRun)
    }
    entity = try document.entity(named: names[1])
    path = names[0]
    self.isDryRun = isDryRun
  }

  /// The objects that `--where` selects, in the order of their ids, or all where `--all` says so.
  func selected(_ arguments: Arguments) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.predicate = try arguments["where"].map {
      try Condition($0, of: entity, in: document).predicate
    }
    return try Terminal.whileTelling("Fetching") { try document.context.fetch(request) }
  }

  /// Throws where neither `--where` nor `--all` says which objects are meant, or both do.
  static func requireSelection(_ arguments: Arguments, _ command: String, _ entity: String) throws {
    if arguments["where"] != nil, arguments.has("all") {
      throw ToolFailure("--where and --all exclude each other; leave one of them out")
    }
    if arguments["where"] == nil, !arguments.has("all") {
      throw ToolFailure(
        "'\(command)' needs --where with a condition; --all means every object of '\(entity)'")
    }
  }

  /// Saves, or, in a dry run, prints what would change; says whether it saved.
  func save() throws -> Bool {
    guard isDryRun else {
      try Terminal.whileTelling("Saving \(path)") { try document.save(rehearsing: false) }
      return true
    }
    try document.save(rehearsing: true)
    let report = ChangeReport(document.context)
    var lines = Lines()
    report.forEachLine { lines.append($0) }
    return false
  }
}
