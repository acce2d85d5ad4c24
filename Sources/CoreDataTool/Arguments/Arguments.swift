import OpenCoreData

/// A command's arguments, told apart.
struct Arguments {
  private(set) var files: [String] = []
  private var values: [String: String] = [:]
  /// The values of the options that may be given several times, in the order in which they were given.
  private(set) var repeated: [(option: String, value: String)] = []
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
    let (name, attached) = Self.divided(word)
    guard
      let option = command.options.first(where: {
        name == "--\($0.long)" || $0.short.map { name == "-\($0)" } == true
      })
    else {
      let known = (command.options + [.help]).map { "--\($0.long)" }
      throw ToolFailure(
        "'\(command.name)' has no option '\(word)'\(didYouMean(name, among: known))"
          + "; 'coredata \(command.name) --help' lists them")
    }
    if values[option.long] != nil, !option.isRepeatable {
      throw ToolFailure("option '\(name)' is given twice")
    }
    guard let placeholder = option.value else {
      guard attached == nil else { throw ToolFailure("option '\(name)' takes no value") }
      values[option.long] = ""
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw ToolFailure("option '\(name)' needs a value: \(name) \(placeholder)")
    }
    if option.isRepeatable { repeated.append((option.long, value)) }
    guard option.choices.isEmpty || option.choices.contains(value) else {
      throw ToolFailure(
        "option '\(name)' takes \(list(option.choices, "or")), not '\(value)'"
          + didYouMean(value, among: option.choices))
    }
    values[option.long] = value
  }

  /// An option's name, and the value that is written in the same word: `--model=x`, `-mx`.
  private static func divided(_ word: String) -> (name: String, value: String?) {
    if let sign = word.firstIndex(of: "=") {
      return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
    guard !word.hasPrefix("--"), word.count > 2 else { return (word, nil) }
    return (String(word.prefix(2)), String(word.dropFirst(2)))
  }

  /// Whether an option is given.
  func has(_ long: String) -> Bool { values[long] != nil }

  /// The value of an option.
  subscript(long: String) -> String? { values[long] }

  /// The value of an option that counts something.
  func count(_ long: String) throws -> Int? {
    guard let text = values[long] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw ToolFailure("option '--\(long)' takes a whole number from 0 on, not '\(text)'")
    }
    return number
  }

  /// The words that are no options, which must be as many as the command has names for.
  func files(_ names: String...) throws -> [String] {
    if files.count < names.count {
      throw ToolFailure(
        "'\(command.name)' needs \(list(names.dropFirst(files.count).map(\.self), "and"))"
          + "; usage: coredata \(command.usage)")
    }
    if files.count > names.count {
      throw ToolFailure(
        "'\(command.name)' has no use for '\(files[names.count])'"
          + "; usage: coredata \(command.usage)")
    }
    return files
  }
}
