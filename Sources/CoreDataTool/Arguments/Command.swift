/// One of the tool's commands.
struct Command {
  var name: String
  /// The command with its arguments.
  var usage: String
  /// What it does, in one line.
  var summary: String
  /// More about it, for its help page.
  var discussion: String
  var options: [Option]
  /// Does it.
  var perform: @Sendable (Arguments) throws -> ExitStatus

  /// All commands, in the order of the help.
  static var all: [Command] {
    [
      .validate, .info, .convert, .compact, .repair, .fetch, .insert, .update, .delete, .generate,
      .port,
    ]
  }

  /// Shows the help page where that is asked for, else does the work.
  func run(_ words: [String]) throws -> ExitStatus {
    let asksForHelp = words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    if asksForHelp {
      Terminal.print(Help.page(of: self))
      return .fine
    }
    return try perform(Arguments(words, for: self))
  }
}

/// The texts of `--help`.
enum Help {
  static let version = "0.1"

  static var overview: String {
    let width = Command.all.map(\.name.count).max() ?? 0
    let commands = Command.all.map { "  \($0.name.padded(to: width))  \($0.summary)" }
    return """
      Works with Core Data models and stores: XML documents and binary property lists.

      usage: coredata COMMAND ...

      \(commands.joined(separator: "\n"))

      'coredata COMMAND --help' tells more about one of them.
      Exit status: 0 fine, 1 the input has problems, 2 the command could not run.
      """
  }

  static func page(of command: Command) -> String {
    let options = command.options + [.help]
    let width = options.map(\.usage.count).max() ?? 0
    let lines = options.map { "  \($0.usage.padded(to: width))  \($0.help)" }
    return """
      \(command.summary)

      usage: coredata \(command.usage)

      \(command.discussion)

      options:
      \(lines.joined(separator: "\n"))
      """
  }
}
