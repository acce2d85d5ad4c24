/// The words of a command line, each taken once: options first, then what is left.
///
/// `--name value` and `--name=value` are the same; what follows `--` is no option.
package struct Arguments {
  private var words: [String]
  private let plain: [String]
  private var plainTaken = 0
  private var options: [String] = []

  /// Takes the words behind the name of the program.
  package init(_ words: some Sequence<String>) {
    let parts = Array(words).split(
      separator: "--", maxSplits: 1, omittingEmptySubsequences: false)
    self.words = Array(parts[0])
    plain = parts.count > 1 ? Array(parts[1]) : []
  }

  /// The value of an option; nil where it is not given.
  package mutating func option(_ name: String) throws(UsageError) -> String? {
    options.append("--\(name)")
    if let index = words.firstIndex(where: { $0.hasPrefix("--\(name)=") }) {
      return String(words.remove(at: index).dropFirst(name.count + 3))
    }
    guard let index = words.firstIndex(of: "--\(name)") else { return nil }
    guard words.indices.contains(index + 1), !words[index + 1].hasPrefix("--") else {
      throw UsageError("'--\(name)' wants a value")
    }
    defer { words.removeSubrange(index...index + 1) }
    return words[index + 1]
  }

  /// Whether an option without a value is given.
  package mutating func flag(_ name: String) -> Bool {
    options.append("--\(name)")
    guard let index = words.firstIndex(of: "--\(name)") else { return false }
    words.remove(at: index)
    return true
  }

  /// The next word that is no option; nil at the end.
  package mutating func next() -> String? {
    if let index = words.firstIndex(where: { !$0.hasPrefix("--") }) {
      return words.remove(at: index)
    }
    guard plainTaken < plain.count else { return nil }
    defer { plainTaken += 1 }
    return plain[plainTaken]
  }

  /// The next word that is no option; an error that says what it should have been at the end.
  package mutating func next(_ what: String) throws(UsageError) -> String {
    guard let word = next() else { throw UsageError("\(what) is missing") }
    return word
  }

  /// Refuses what nobody has taken.
  package func finish() throws(UsageError) {
    if let option = words.first(where: { $0.hasPrefix("--") }) {
      let name = String(option.prefix { $0 != "=" })
      throw UsageError(
        options.contains(name)
          ? "'\(name)' was given twice, or with a value that it does not take"
          : "there is no option '\(name)' here; there are \(options.joined(separator: ", "))")
    }
    if let word = words.first ?? plain.dropFirst(plainTaken).first {
      throw UsageError("'\(word)' is a word too many; put names of several words in quotes")
    }
  }
}
