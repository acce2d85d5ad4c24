/// Finds what someone probably meant.
enum NearMiss {
  /// `; did you mean 'title'?`, or nothing where no candidate is near.
  static func question(_ name: String, _ candidates: some Sequence<String>) -> String {
    nearest(name, candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The candidate that a few slips of the keyboard turn into the name.
  static func nearest(_ name: String, _ candidates: some Sequence<String>) -> String? {
    let given = Array(name.lowercased().unicodeScalars)
    let most = max(1, given.count / 3)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let other = Array(candidate.lowercased().unicodeScalars)
      guard abs(other.count - given.count) <= most else { continue }
      let distance = distance(given, other)
      if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
