import Foundation
import OpenCoreData

/// Reads the command line, runs one command, and ends with its status.
@main
struct Main {
  static func main() {
    Terminal.holdClosedStreams()
    exit(with: run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Does what the arguments ask for.
  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      guard let first = arguments.first else {
        Terminal.printError(Help.overview)
        return .cannotRun
      }
      if ["--help", "-h", "help"].contains(first) {
        return try help(arguments.dropFirst().first)
      }
      if first == "--version" {
        Terminal.print("coredata \(Help.version)")
        return .fine
      }
      return try command(named: first).run(Array(arguments.dropFirst()))
    } catch let problems as InputProblems {
      Terminal.printError(problems.diagnostics.map(\.description).joined(separator: "\n"))
      return .problems
    } catch let failure as QueryFailure {
      Terminal.print(failure)
      return .cannotRun
    } catch {
      Terminal.print(failure: (error as? ToolFailure)?.message ?? error.localizedDescription)
      return .cannotRun
    }
  }

  private static func help(_ name: String?) throws -> ExitStatus {
    guard let name else {
      Terminal.print(Help.overview)
      return .fine
    }
    Terminal.print(Help.page(of: try command(named: name)))
    return .fine
  }

  private static func command(named name: String) throws -> Command {
    if let command = Command.all.first(where: { $0.name == name }) { return command }
    let names = Command.all.map(\.name)
    throw ToolFailure(
      name.hasPrefix("-")
        ? "unknown option '\(name)'; 'coredata --help' lists the commands"
        : "unknown command '\(name)'\(didYouMean(name, among: names)); "
          + "the commands are \(names.joined(separator: ", "))")
  }
}
