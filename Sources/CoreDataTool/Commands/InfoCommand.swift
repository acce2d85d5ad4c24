import OpenCoreData

extension Command {
  static let info = Command(
    name: "info",
    usage: "info FILE [--format FORM]",
    summary: "Tells what a file is: format, model, entities and how many objects, metadata.",
    discussion: "FILE is a model or a store. A store's model is not needed.",
    options: [
      Option(
        long: "format", value: "FORM", help: "text (default) or json", choices: ["text", "json"])
    ]
  ) { arguments in
    let file = try arguments.files("FILE")[0]
    let summary = try Terminal.whileTelling("Reading \(file)") { try DocumentSummary(path: file) }
    Terminal.print(arguments["format"] == "json" ? summary.json.text : summary.text)
    return .fine
  }
}

extension DocumentSummary {
  /// The summary for people, a fact a line.
  fileprivate var text: String {
    var lines: [(String, String)] = [("file", path), ("format", format)]
    lines += facts.map { ($0.name, $0.value.text) }
    let width = lines.map(\.0.count).max() ?? 0
    var text = lines.map { "\($0.0.padded(to: width))  \($0.1.printable)" }
      .joined(separator: "\n")
    if !entities.isEmpty {
      let table = TextTable(
        header: ["entity", countName], rows: entities.map { [$0.name, "\($0.count)"] },
        flushRight: [1])
      text += "\n\n" + table.text
    }
    if !metadata.isEmpty {
      let width = metadata.map(\.name.printable.count).max() ?? 0
      text += "\n\nmetadata"
      for (name, value) in metadata {
        text += "\n  \(name.printable.padded(to: width))  \(value.printable)"
      }
    }
    return text
  }

  fileprivate var json: JSONText {
    .object([
      ("file", .string(path)), ("format", .string(format)),
      ("facts", .object(facts.map { ($0.name, $0.value.json) })),
      ("entities", .object(entities.map { ($0.name, .number("\($0.count)")) })),
      ("metadata", .object(metadata.map { ($0.name, .string($0.text)) })),
    ])
  }
}

extension DocumentSummary.Fact {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .count(let number): "\(number)"
    case .bytes(let number): "\(number) bytes"
    case .list(let texts): texts.joined(separator: ", ")
    }
  }

  fileprivate var json: JSONText {
    switch self {
    case .text(let text): .string(text)
    case .count(let number), .bytes(let number): .number("\(number)")
    case .list(let texts): .array(texts.map(JSONText.string))
    }
  }
}
