/// `a, b or c`; of long lists the beginning.
package func list(_ words: [String], _ conjunction: String) -> String {
  guard words.count <= 20 else {
    let rest = words.count - 10
    return words.prefix(10).joined(separator: ", ") + " \(conjunction) \(rest) others"
  }
  guard let last = words.last, words.count > 1 else { return words.first ?? "none" }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

/// `'a', 'b' or 'c'`; of long lists the beginning.
package func quotedList(_ names: [String], _ conjunction: String) -> String {
  list(names.map { "'\($0)'" }, conjunction)
}

/// `an attribute`, `a relationship`.
func withArticle(_ noun: String) -> String {
  ("aeiou".contains(noun.prefix(1)) ? "an " : "a ") + noun
}
