import OpenCoreData

extension Command {
  static let compact = Command(
    name: "compact",
    usage: "compact STORE [-m MODEL]",
    summary: "Rids a binary store of what is out of date.",
    discussion: """
      Saves append to a binary store, so values that were replaced and objects that were deleted stay in
      the file until it is written as a whole, which happens by itself when they are half of it.
      This does it now. Other stores have nothing that is out of date.
      """,
    options: [.model]
  ) { arguments in
    let path = try arguments.files("STORE")[0]
    try Terminal.whileTelling("Compacting \(path)") {
      try OpenDocument.opened(path, model: arguments["model"], isReadOnly: false).compact()
    }
    return .fine
  }
}
