import Foundation
import OpenCoreData

extension Command {
  static let repair = Command(
    name: "repair",
    usage:
      "repair FILE --output NEW [--to FORMAT] [-m MODEL] [--certain] [--theirs] [--format FORM]",
    summary: "Saves what can be saved of a damaged store into a new file, and lists what was lost.",
    discussion: """
      FILE is a binary store that was cut off or half overwritten, or an XML document that was cut off, has
      conflicts of a merge in it, or does not fit its model; it is only read.
      NEW must not be there yet. What was found, and what became of it, is listed on standard output:
        error    it is lost: it is not in NEW
        warning  it is in NEW, and may not be what was once written, or breaks a rule of the model
        note     it was damaged, and is in NEW as it was
      Where the checksum of some values of a binary store does not hold, those that can be read are kept and
      listed as not certain; --certain leaves them out. A relationship that one side of it still tells is
      restored. Of a document the smallest part at fault is left out, and all else stays as it was written.
      Of a conflict that a merge left in it, our side is taken, or the other with --theirs. An object whose
      required value is lost stays: it has the default of the model there, or an empty value (0, false, no
      text), and is listed.
      Exit status: 0 nothing was lost, 1 NEW was written and something is lost or not certain, 2 nothing
      was written.
      """,
    options: [
      Option(
        long: "output", short: "o", value: "NEW", help: "the file to write; it must not exist"),
      Option(
        long: "to", value: "FORMAT",
        help: "xml, binary, apple-xml, or apple-binary; without it the format of FILE",
        choices: ["xml", "binary", "apple-xml", "apple-binary"]),
      .model,
      Option(long: "certain", help: "leaves out what is not certain"),
      Option(long: "theirs", help: "takes the other side of conflicts that a merge left"),
      .diagnosticFormat,
    ]
  ) { arguments in
    let file = try arguments.files("FILE")[0]
    guard let output = arguments["output"] else {
      throw ToolFailure("'repair' needs a new file to write: --output NEW")
    }
    let form = DiagnosticForm(rawValue: arguments["format"] ?? "text") ?? .text
    do {
      let repair = try DocumentRepair(
        path: file, model: arguments["model"], format: arguments["to"],
        onlyCertain: arguments.has("certain"), takesTheirs: arguments.has("theirs"))
      let report = try Terminal.whileTelling("Repairing \(file)") { try repair.write(to: output) }
      let text = form.text(of: report.findings)
      if !text.isEmpty { Terminal.print(text) }
      return report.isWhole ? .fine : .problems
    } catch let problems as InputProblems {
      // Nothing was written, which other problems of an input do not mean.
      Terminal.printError(problems.diagnostics.map(\.description).joined(separator: "\n"))
      return .cannotRun
    }
  }
}

extension DiagnosticForm {
  /// The findings of a repair; in JSON with what became of each, and of which object it is.
  fileprivate func text(of findings: [DocumentRepair.Finding]) -> String {
    guard self == .json else { return text(of: findings.map(\.diagnostic)) }
    let objects = findings.map { finding -> String in
      let place = finding.diagnostic.location
      func text(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }
      func number(_ number: Int?) -> JSONText { number.map { .number("\($0)") } ?? .null }
      return JSONText.object([
        ("severity", .string(finding.diagnostic.severity.rawValue)),
        ("outcome", .string(finding.outcome)),
        ("message", .string(finding.diagnostic.message)), ("file", text(place.file)),
        ("line", number(place.line)), ("column", number(place.column)),
        ("entity", text(finding.entity)), ("object", text(finding.object)),
        ("property", text(finding.property)),
      ]).text
    }
    return "[" + objects.joined(separator: ",\n ") + "]"
  }
}
