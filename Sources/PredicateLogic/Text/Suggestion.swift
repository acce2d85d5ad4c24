/// The candidate that a misspelled name was probably meant to be, nil where none is near.
///
/// Near is another case, or an edit distance of at most a third of the name and at most three, where
/// a pair of swapped letters counts once. Of equally near ones the first wins.
///
/// O(candidates · length of the name); names over 64 letters get no suggestion, and of very many
/// candidates the first thousand are looked at.
package func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
  guard name.utf8.count <= 256, !name.isEmpty else { return nil }
  let letters = Array(name.unicodeScalars)
  guard letters.count <= 64 else { return nil }
  var limit = max(1, min(3, letters.count / 3))
  var best: String?
  for candidate in candidates.prefix(1000) where candidate != name {
    // A letter has at most four bytes.
    guard abs(candidate.utf8.count - name.utf8.count) <= 4 * limit else { continue }
    let other = Array(candidate.unicodeScalars)
    if let distance = editDistance(letters, other, atMost: limit) {
      best = candidate
      limit = distance - 1
      if limit == 0 { break }
    } else if other.count == letters.count, candidate.lowercased() == name.lowercased() {
      return candidate
    }
  }
  return best
}

/// `; did you mean 'title'?`, or nothing where no candidate is near.
package func didYouMean(_ name: String, among candidates: some Sequence<String>) -> String {
  suggestion(for: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one
/// word the other; nil where it is more than a limit.
private func editDistance(
  _ word: [Unicode.Scalar], _ other: [Unicode.Scalar], atMost limit: Int
) -> Int? {
  guard abs(word.count - other.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for row in word.indices {
    var current = last
    current[0] = row + 1
    var least = row + 1
    for column in other.indices {
      let replaced = last[column] + (word[row] == other[column] ? 0 : 1)
      var distance = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current[column + 1] = distance
      least = min(least, distance)
    }
    guard least <= limit else { return nil }
    (beforeLast, last) = (last, current)
  }
  guard let distance = last.last, distance <= limit else { return nil }
  return distance
}
