import OpenCoreData

/// A command's arguments, told apart.
struct Arguments {
  private(set) var files: [String] = []
  private var values: [String: String] = [:]
  private var command: Command

  /// Tells options, their values and the rest apart; `--` ends the options, `-` alone is none.
  init(_ words: [String], for command: Command) throws {
    self.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        files += rest
        break
      }
      if word.hasPrefix("-"), word.count > 1 {
        try read(option: word, &rest)
      } else {
        files.append(word)
      }
    }
  }

  private mutating func read(option word: String, _ rest: inout ArraySlice<String>) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard
      let option = command.options.first(where: {
        name == "--\($0.long)" || $0.short.map { name == "-\($0)" } == true
      })
    else {
      throw UsageError(
        "'\(command.name)' has no option '\(name)'"
          + didYouMean(name, among: command.options.map { "--\($0.long)" })
          + "; 'coredata \(command.name) --help' lists them")
    }
    if values[option.long] != nil { throw UsageError("option '\(name)' is given twice") }
    guard let placeholder = option.value else {
      guard parts.count == 1 else { throw UsageError("option '\(name)' takes no value") }
      values[option.long] = ""
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw UsageError("option '\(name)' needs a value: \(name) \(placeholder)")
    }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw UsageError(
        "option '\(name)' takes \(list(option.choices)), not '\(value)'"
          + didYouMean(value, among: option.choices))
    }
    values[option.long] = value
  }

  /// Whether an option is given.
  func has(_ long: String) -> Bool { values[long] != nil }

  /// The value of an option.
  subscript(long: String) -> String? { values[long] }

  /// The value of an option that counts something.
  func count(_ long: String) throws -> Int? {
    guard let text = values[long] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw UsageError("option '--\(long)' takes a whole number from 0 on, not '\(text)'")
    }
    return number
  }

  /// The words that are no options, which must be as many as the command has names for.
  func files(_ names: String...) throws -> [String] {
    if files.count < names.count {
      throw UsageError(
        "'\(command.name)' needs \(list(names.dropFirst(files.count).map(\.self), word: "and"))"
          + "; usage: coredata \(command.usage)")
    }
    if files.count > names.count {
      throw UsageError(
        "'\(command.name)' has no use for '\(files[names.count])'"
          + "; usage: coredata \(command.usage)")
    }
    return files
  }
}

/// `a, b, or c`.
func list(_ words: [String], word: String = "or") -> String {
  switch words.count {
  case 0, 1: words.first ?? ""
  case 2: "\(words[0]) \(word) \(words[1])"
  default: words.dropLast().joined(separator: ", ") + ", \(word) \(words[words.count - 1])"
  }
}
