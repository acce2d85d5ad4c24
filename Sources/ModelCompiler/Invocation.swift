import Foundation
import ManagedModel
import ModelCodegen

/// What the plugin asks for.
struct Invocation {
  /// The module that the files are for.
  private(set) var module = ""
  /// The module that generated classes import.
  private(set) var coreData = ClassOptions.Module.openCoreData
  /// The folder that the files go to.
  private(set) var output = URL(fileURLWithPath: ".")
  /// The bundles of models.
  private(set) var models: [URL] = []
  /// The target's Swift files.
  private(set) var sources: [String] = []
  /// The modules that the target depends on.
  private(set) var libraries: [Library] = []

  /// A module that the target depends on: its Swift files, and the models that give it classes.
  struct Library {
    var module: String
    var sources: [String] = []
    var models: [URL] = []
  }

  static let usage = """
    usage: momc --module NAME --output FOLDER [--import OpenCoreData|CoreData] [--model MODEL]... \
    [--library NAME [--library-source FILE]... [--library-model MODEL]...]... [--source FILE]...
    """

  /// Reads the command line; each option has a value.
  init(_ arguments: [String]) throws(Diagnostic) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else {
        throw Diagnostic(.error, "option '\(option)' needs a value; \(Self.usage)")
      }
      try take(option, value)
    }
    if module.isEmpty { throw Diagnostic(.error, "no module is named; \(Self.usage)") }
  }

  private mutating func take(_ option: String, _ value: String) throws(Diagnostic) {
    switch option {
    case "--module": module = value
    case "--output": output = URL(fileURLWithPath: value, isDirectory: true)
    case "--model": models.append(URL(fileURLWithPath: value))
    case "--source": sources.append(value)
    case "--library": libraries.append(Library(module: value))
    case "--library-source" where !libraries.isEmpty:
      libraries[libraries.count - 1].sources.append(value)
    case "--library-model" where !libraries.isEmpty:
      libraries[libraries.count - 1].models.append(URL(fileURLWithPath: value))
    case "--import":
      guard let known = ClassOptions.Module(rawValue: value) else {
        throw Diagnostic(.error, "'\(value)' cannot be imported; \(Self.usage)")
      }
      coreData = known
    default:
      throw Diagnostic(.error, "there is no option '\(option)'; \(Self.usage)")
    }
  }
}
