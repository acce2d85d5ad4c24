extension SortedIndex {
  /// The entries among some whose value in an element is the one given; the elements before must be equal in all.
  func entries(equalTo value: Value, _ element: Int, in range: Range<Int>) -> Range<Int> {
    unsafe IndexProbe(value, types[element]).withValue { probe in
      let words = unsafe IndexWords(probe)
      let first = unsafe bound(in: range, element, probe, words, after: false)
      // Mostly there are few.
      var end = first
      while end < min(first + 8, range.upperBound) {
        guard unsafe compare(end, element, probe, words) == 0 else { return first..<end }
        end += 1
      }
      return first..<(unsafe bound(in: end..<range.upperBound, element, probe, words, after: true))
    }
  }

  /// The entries among some whose value in an element lies between two bounds; without a lower one those that have
  /// a value, and are numbers where that is a question.
  func entries(
    from lower: IndexCondition.Bound?, to upper: IndexCondition.Bound?, _ element: Int,
    in range: Range<Int>
  ) -> Range<Int> {
    let start = lower ?? types[element].least
    let first = bound(in: range, element, start.value, after: !start.isIncluded)
    guard let upper else { return first..<range.upperBound }
    let rest = first..<range.upperBound
    return first..<bound(in: rest, element, upper.value, after: upper.isIncluded)
  }

  private func bound(in range: Range<Int>, _ element: Int, _ value: Value, after: Bool) -> Int {
    unsafe IndexProbe(value, types[element]).withValue { probe in
      let words = unsafe IndexWords(probe)
      return unsafe bound(in: range, element, probe, words, after: after)
    }
  }

  /// The first of some entries whose value is not below a probe; or, `after` given, the first whose value is above it.
  private func bound(
    in range: Range<Int>, _ element: Int, _ probe: StoredValue?, _ wanted: IndexWords, after: Bool
  ) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      let order = unsafe compare(middle, element, probe, wanted)
      if order < 0 || after && order == 0 { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How the value of an entry compares with a probe.
  @inline(__always)
  private func compare(
    _ entry: Int, _ element: Int, _ probe: StoredValue?, _ wanted: IndexWords
  ) -> Int {
    if element == 0, !wanted.isOpen {
      let word = words[entry]
      // A word that is too low still decides where it is above the other.
      if word > wanted.first { return 1 }
      if openEntries?[entry] != true {
        if word < wanted.first { return -1 }
        if !secondWords.isEmpty, secondWords[entry] != wanted.second {
          return secondWords[entry] < wanted.second ? -1 : 1
        }
        if !thirdWords.isEmpty, thirdWords[entry] != wanted.third {
          return thirdWords[entry] < wanted.third ? -1 : 1
        }
      }
    }
    return unsafe StoredValue.compare(value(of: rows[entry], element: element), probe)
  }
}

extension ColumnType {
  /// Where the values of a range without lower bound begin.
  fileprivate var least: IndexCondition.Bound {
    switch self {
    case .float: IndexCondition.Bound(value: .float(-.infinity))
    case .double: IndexCondition.Bound(value: .double(-.infinity))
    case .date: IndexCondition.Bound(value: .date(-.infinity))
    default: IndexCondition.Bound(value: .null, isIncluded: false)
    }
  }
}
