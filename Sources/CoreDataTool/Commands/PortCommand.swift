import Foundation
import ModelCodegen
import OpenCoreData

extension Command {
  static let port = Command(
    name: "port",
    usage: "port FILE... [--check] [--strict] [--format FORM]",
    summary: "Makes Swift files written for Apple's platforms compile here, too.",
    discussion: """
      The attributes @objc, @objcMembers and @IBOutlet are put under '#if canImport(ObjectiveC)', and #keyPath
      becomes the string that it makes, and the #selector of a comparison its name; what changed is told line by
      line. A FILE that compiles on both already is left as it is. What cannot be changed is a warning, and has to
      be rewritten by hand.
      The status is 0 also where there are warnings, as that of 'validate' is; for CI, 'port --check --strict' has
      the status 1 until nothing is left to do.
      """,
    options: [
      Option(long: "check", help: "writes nothing; status 1 where a file would be changed"),
      Option(long: "strict", help: "status 1 where there is a warning"),
      .diagnosticFormat,
    ]
  ) { arguments in
    guard !arguments.files.isEmpty else { throw ToolFailure("'port' needs a FILE to change") }
    let form = DiagnosticForm(rawValue: arguments["format"] ?? "text") ?? .text
    var diagnostics: [Diagnostic] = []
    var status = ExitStatus.fine
    for file in arguments.files {
      do {
        let source = try SwiftFile(path: file)
        let ported = PortedSource(SwiftSource(path: file, text: source.text))
        diagnostics += ported.diagnostics
        guard ported.isChanged else { continue }
        if arguments.has("check") {
          if status == .fine { status = .problems }
        } else {
          try source.replace(with: ported.text)
        }
      } catch let failure as ToolFailure {
        Terminal.print(failure: failure.message)
        status = .cannotRun
      }
    }
    if arguments.has("strict"), status == .fine,
      diagnostics.contains(where: { $0.severity == .warning })
    {
      status = .problems
    }
    let text = form.text(of: diagnostics)
    if !text.isEmpty { Terminal.print(text) }
    return status
  }
}

/// A Swift file that is read, and replaced as a whole.
private struct SwiftFile {
  private let path: String
  let text: String

  init(path: String) throws {
    self.path = path
    do {
      // A link is followed, so that what it leads to is replaced and not the link.
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      guard let text = String(validating: data, as: UTF8.self) else {
        throw ToolFailure("'\(path)' is not UTF-8, which Swift files are")
      }
      self.text = text
    } catch let failure as ToolFailure {
      throw failure
    } catch {
      throw ToolFailure("'\(path)' cannot be read: \(systemReason(of: error))")
    }
  }

  /// Writes another file and renames that, so that there is a whole file at any time.
  func replace(with text: String) throws {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let manager = FileManager.default
    do {
      guard manager.isWritableFile(atPath: url.path) else {
        throw CocoaError(.fileWriteNoPermission)
      }
      let mode = try manager.attributesOfItem(atPath: url.path)[.posixPermissions]
      try Data(text.utf8).write(to: url, options: .atomic)
      if let mode {
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
      }
    } catch {
      throw ToolFailure("'\(path)' cannot be written: \(systemReason(of: error))")
    }
  }
}
