import Foundation
import OpenCoreData

extension Command {
  static let fetch = Command(
    name: "fetch",
    usage: "fetch STORE ENTITY [--columns a,b.c] [--limit N] [--offset N] [--count] "
      + "[--format FORM] [-m MODEL]",
    summary: "Lists the objects of an entity, and of its subentities, in the order of their ids.",
    discussion: """
      Columns are properties, or paths through to-one relationships and composites: director.name.
      '@id' is the object's own id. Without --columns these are the id, the attributes, and the to-one
      relationships. Nil is empty in tables and 'null' in JSON; dates are ISO 8601; data is base64.
      """,
    options: [
      Option(long: "columns", value: "LIST", help: "the columns, separated by commas"),
      Option(long: "limit", value: "N", help: "at most so many objects"),
      Option(long: "offset", value: "N", help: "leaves out so many objects at the beginning"),
      Option(long: "count", help: "prints only how many objects there are"),
      Option(
        long: "format", value: "FORM", help: "table (default), json, csv, or tsv",
        choices: RowForm.allCases.map(\.rawValue)),
      .model,
    ]
  ) { arguments in
    let names = try arguments.files("STORE", "ENTITY")
    let limit = try arguments.count("limit")
    let offset = try arguments.count("offset") ?? 0
    let document = try Terminal.whileTelling("Reading \(names[0])") {
      try OpenDocument(path: names[0], model: arguments["model"], isReadOnly: true)
    }
    let entity = try document.entity(named: names[1])
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.fetchLimit = limit ?? 0
    request.fetchOffset = offset
    if arguments.has("count") {
      Terminal.print("\(limit == 0 ? 0 : try document.context.count(for: request))")
      return .fine
    }
    let columns = try Column.columns(arguments["columns"], of: entity)
    let objects = limit == 0 ? [] : try document.context.fetch(request)
    RowPrinter(form: RowForm(rawValue: arguments["format"] ?? "table") ?? .table, columns)
      .print(objects)
    return .fine
  }
}
