import OpenCoreData

/// What `--sort` says: keys separated by commas, `-` before one that goes down, a letter behind one that compares
/// texts in its own way.
struct SortOrder {
  let descriptors: [NSSortDescriptor]

  /// Reads an order and holds it against the entity whose objects are ordered.
  init(_ text: String, of entity: NSEntityDescription) throws {
    descriptors = try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try Self.descriptor(String($0))
    }
    try report(problems(of: descriptors, for: entity), of: "--sort", in: text)
  }

  private static func descriptor(_ word: String) throws -> NSSortDescriptor {
    var key = word[...]
    let isDescending = key.hasPrefix("-")
    if isDescending || key.hasPrefix("+") { key.removeFirst() }
    var selector: Selector?
    if let colon = key.lastIndex(of: ":") {
      let suffix = String(key[key.index(after: colon)...])
      guard let named = selectors[suffix] else {
        throw QueryFailure(
          message:
            "--sort: '\(suffix)' behind '\(key[..<colon])' is no way of comparing; there are "
            + ":i (without regard to case), :l (as the locale orders), and :n (numbers in texts by "
            + "value)")
      }
      selector = named
      key = key[..<colon]
    }
    guard !key.isEmpty else {
      throw QueryFailure(
        message: "--sort: '\(word)' names no key; write keys with commas between, as in -year,title"
      )
    }
    guard key != "@id" else {
      throw QueryFailure(
        message: "--sort: '@id' is no key; objects that are equal otherwise are in the order of "
          + "their ids")
    }
    return NSSortDescriptor(key: String(key), ascending: !isDescending, selector: selector)
  }

  private static let selectors: [String: Selector] = [
    "i": .caseInsensitiveCompare, "l": .localizedCompare, "n": .localizedStandardCompare,
  ]
}
