/// The word of some that another is probably meant to be, if one is near.
///
/// Near is a letter too many, too few or wrong, or two letters swapped; case does not count.
func nearMiss(of word: String, among words: some Sequence<String>) -> String? {
  let written = Array(word.lowercased().unicodeScalars.prefix(40))
  var best: (word: String, distance: Int)?
  for candidate in words {
    let known = Array(candidate.lowercased().unicodeScalars)
    let most = known.count < 4 ? 1 : known.count < 8 ? 2 : 3
    guard abs(known.count - written.count) <= most else { continue }
    let distance = distance(written, known)
    if distance <= most, distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  return best?.word
}

/// How many scalars must be changed, put in, left out or swapped to make one text another.
private func distance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
  guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
  var rows = [Array(0...second.count), [Int](repeating: 0, count: second.count + 1)]
  for i in 1...first.count {
    var row = [Int](repeating: i, count: second.count + 1)
    for j in 1...second.count {
      let isSame = first[i - 1] == second[j - 1]
      row[j] = min(rows[0][j] + 1, row[j - 1] + 1, rows[0][j - 1] + (isSame ? 0 : 1))
      if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
        row[j] = min(row[j], rows[1][j - 2] + 1)
      }
    }
    rows = [row, rows[0]]
  }
  return rows[0][second.count]
}
