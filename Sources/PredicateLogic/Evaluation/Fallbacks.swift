/// How a search for a part goes on where the part stops to fit, after Knuth, Morris and Pratt: for each length of
/// its beginning, how much of that still fits when it is moved on.
struct Fallbacks: Sendable {
  private let lengths: [Int]

  /// O(length of the part).
  init(of part: [some Equatable]) {
    var lengths = [Int](repeating: 0, count: part.count)
    var fitting = 0
    for place in part.indices.dropFirst() {
      while fitting > 0, part[place] != part[fitting] { fitting = lengths[fitting - 1] }
      if part[place] == part[fitting] { fitting += 1 }
      lengths[place] = fitting
    }
    self.lengths = lengths
  }

  subscript(place: Int) -> Int { lengths[place] }
}
