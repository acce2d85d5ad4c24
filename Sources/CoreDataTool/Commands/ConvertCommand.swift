import Foundation
import OpenCoreData

extension Command {
  static let convert = Command(
    name: "convert",
    usage: "convert IN OUT [--to FORMAT] [-m MODEL] [--force]",
    summary: "Copies a store into another format: XML, binary, or those of Apple's Core Data.",
    discussion: """
      The format of OUT is what --to says, else what its ending says: .xml is XML, .plist is binary.
      All objects keep their ids, except in Apple's formats, where ids are numbers that no two objects share.
      Comments and layout of an XML document are not carried over; an XML document is written in canonical
      layout.
      """,
    options: [
      Option(
        long: "to", value: "FORMAT", help: "xml, binary, apple-xml, or apple-binary",
        choices: ["xml", "binary", "apple-xml", "apple-binary"]),
      .model,
      Option(long: "force", help: "replaces OUT where that is such a store already"),
    ]
  ) { arguments in
    let files = try arguments.files("IN", "OUT")
    let type = try storeType(arguments["to"], of: files[1])
    if FileManager.default.fileExists(atPath: files[1]), !arguments.has("force") {
      throw ToolFailure("'\(files[1])' exists; name another file, or replace it with --force")
    }
    try Terminal.whileTelling("Converting \(files[0])") {
      let source = try OpenDocument.opened(files[0], model: arguments["model"], isReadOnly: true)
      try source.copy(
        to: files[1], type: type, isApple: arguments["to"]?.hasPrefix("apple-") == true)
    }
    return .fine
  }

  private static func storeType(_ name: String?, of path: String) throws -> String {
    switch name ?? URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "xml", "apple-xml": NSXMLStoreType
    case "binary", "plist", "apple-binary": NSBinaryStoreType
    default:
      throw ToolFailure(
        "'\(path)' does not tell a format by its ending; say --to xml, --to binary, --to apple-xml or "
          + "--to apple-binary")
    }
  }
}
