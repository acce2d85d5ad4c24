/// The candidate that a misspelled name was probably meant to be, nil where none is near.
///
/// Near is another case, or an edit distance of at most a third of the name and at most three, where
/// a pair of swapped letters counts once. Of equally near ones the first wins.
///
/// O(candidates · length of the name); names over 64 characters get no
/// suggestion, and of very many candidates the first 5000 are looked at.
package func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name)
  guard (1...64).contains(letters.count) else { return nil }
  var limit = max(1, min(3, letters.count / 3))
  var best: String?
  for candidate in candidates.prefix(5000) where candidate != name {
    guard abs(candidate.utf8.count - name.utf8.count) <= 12 else { continue }
    if candidate.lowercased() == name.lowercased() { return candidate }
    guard let distance = editDistance(letters, Array(candidate), atMost: limit) else { continue }
    best = candidate
    limit = distance - 1
    if limit == 0 { break }
  }
  return best
}

/// `; did you mean 'title'?`, or nothing where no candidate is near.
package func didYouMean(_ name: String, among candidates: some Sequence<String>) -> String {
  suggestion(for: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to make one
/// word the other; nil where it is more than a limit.
private func editDistance(_ word: [Character], _ other: [Character], atMost limit: Int) -> Int? {
  guard abs(word.count - other.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for row in word.indices {
    var current = [row + 1]
    for column in other.indices {
      let replaced = last[column] + (word[row] == other[column] ? 0 : 1)
      var distance = min(replaced, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    guard current.contains(where: { $0 <= limit }) else { return nil }
    (beforeLast, last) = (last, current)
  }
  guard let distance = last.last, distance <= limit else { return nil }
  return distance
}
