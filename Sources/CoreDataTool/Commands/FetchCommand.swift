import Foundation
import OpenCoreData

extension Command {
  static let fetch = Command(
    name: "fetch",
    usage: "fetch STORE ENTITY [--where P] [--sort k,-k2] [--columns a,b.c] [--limit N] "
      + "[--offset N] [--count] [--explain] [--format FORM] [-m MODEL]",
    summary: "Lists the objects of an entity, and of its subentities, that meet a condition.",
    discussion: """
      P is a predicate: "genre CONTAINS 'Action' AND rating > 3.5", "ANY tags.name == 'noir'",
      "director.name BEGINSWITH[cd] 'a'", "movies.@count > 2". A text that is compared with a date is
      read as one (releaseDate < '1995-12-15', or a whole 1995-12-15T20:30:00Z), likewise with a UUID,
      a URI, or data in base64. A text that is compared with an object is its id:
      "director == 'Director-1'", "SELF IN {'Movie-1', 'Movie-2'}".

      Keys to sort by are properties, or paths through to-one relationships: year,-director.name sorts by
      year, then by name backwards. 'title:i' compares without regard to case, 'title:l' as the locale
      orders, 'title:n' with numbers in texts by value. What is equal is in the order of ids.

      Columns are properties, or paths through to-one relationships and composites: director.name;
      'tags.@count' is a number of objects. '@id' is the object's own id. Without --columns these are the
      id, the attributes, and the to-one relationships. Nil is empty in tables and 'null' in JSON; dates
      are ISO 8601; data is base64.
      """,
    options: [
      Option(long: "where", value: "P", help: "only objects that meet a condition"),
      Option(long: "sort", value: "KEYS", help: "the order, keys separated by commas"),
      Option(long: "columns", value: "LIST", help: "the columns, separated by commas"),
      Option(long: "limit", value: "N", help: "at most so many objects"),
      Option(long: "offset", value: "N", help: "leaves out so many objects at the beginning"),
      Option(long: "count", help: "prints only how many objects there are"),
      Option(
        long: "explain", help: "prints instead what is looked through, by which index, and how many"
      ),
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
      try OpenDocument.opened(names[0], model: arguments["model"], isReadOnly: true)
    }
    let entity = try document.entity(named: names[1])
    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
    request.predicate = try arguments["where"].map {
      try Condition($0, of: entity, in: document).predicate
    }
    request.sortDescriptors = try arguments["sort"].map {
      try SortOrder($0, of: entity).descriptors
    }
    request.fetchLimit = limit ?? 0
    request.fetchOffset = offset
    let query = ObjectQuery(document: document, request: request, isEmpty: limit == 0)
    if arguments.has("explain") {
      for line in try query.explanation() { Terminal.print(line.printable) }
      return .fine
    }
    if arguments.has("count") {
      Terminal.print("\(try query.count())")
      return .fine
    }
    let columns = try Column.columns(arguments["columns"], of: entity)
    RowPrinter(form: RowForm(rawValue: arguments["format"] ?? "table") ?? .table, columns)
      .print(try query.objects())
    try document.checkValues()
    return .fine
  }
}

/// A request that is about to be executed.
///
/// A limit of 0 is none in a request and nothing on the command line.
private struct ObjectQuery {
  var document: OpenDocument
  var request: NSFetchRequest<NSManagedObject>
  var isEmpty: Bool

  func objects() throws -> [NSManagedObject] {
    isEmpty ? [] : try Terminal.whileTelling("Fetching") { try document.context.fetch(request) }
  }

  func count() throws -> Int {
    isEmpty ? 0 : try Terminal.whileTelling("Counting") { try document.context.count(for: request) }
  }

  func explanation() throws -> [String] {
    let count = try count()
    return try document.context.explanation(of: request)
      + ["\(count) \(count == 1 ? "object" : "objects") found"]
  }
}
