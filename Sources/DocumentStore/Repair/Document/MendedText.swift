/// The text of a document that is being repaired, and where each part of it stood in the file.
struct MendedText {
  /// A part of the text, and what is put in its place.
  struct Edit {
    var range: Range<Int>
    var text: [UInt8] = []

    init(_ range: Range<Int>, _ text: StaticString = "") {
      self.range = range
      unsafe self.text = Array(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    init(_ range: Range<Int>, _ text: [UInt8]) {
      self.range = range
      self.text = text
    }
  }

  private(set) var bytes: [UInt8]
  /// Where a run begins that stood in the file in one piece, and where it stood.
  private var runs: [(place: Int, origin: Int)] = [(0, 0)]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where something stood in the file, or what it stands in the place of.
  func origin(of place: Int) -> Int {
    let (run, next) = run(at: place)
    let origin = runs[run].origin + place - runs[run].place
    return next.map { min(origin, max($0, runs[run].origin)) } ?? origin
  }

  /// The run that a place is in, and where the next one stood.
  private func run(at place: Int) -> (Int, next: Int?) {
    var (low, high) = (0, runs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].place <= place { low = middle } else { high = middle - 1 }
    }
    return (low, low + 1 < runs.count ? runs[low + 1].origin : nil)
  }

  /// Makes edits and gives the numbers of those that were made: of two that meet, the one that begins first.
  ///
  /// Several that insert at one place are all made, in their order, and before what is left out there.
  @discardableResult
  mutating func apply(_ edits: [Edit]) -> Set<Int> {
    let sorted = edits.enumerated().sorted { one, other in
      let (range, next) = (one.element.range, other.element.range)
      if range.lowerBound != next.lowerBound { return range.lowerBound < next.lowerBound }
      return range.isEmpty == next.isEmpty ? one.offset < other.offset : range.isEmpty
    }
    var numbers: Set<Int> = []
    var made = MendedText([])
    made.runs = []
    made.bytes.reserveCapacity(bytes.count)
    var done = 0
    for (number, edit) in sorted where edit.range.lowerBound >= done {
      numbers.insert(number)
      keep(done..<edit.range.lowerBound, in: &made)
      if !edit.text.isEmpty {
        made.runs.append((made.bytes.count, origin(of: edit.range.lowerBound)))
        made.bytes += edit.text
      }
      done = edit.range.upperBound
    }
    keep(done..<bytes.count, in: &made)
    if made.runs.isEmpty { made.runs = [(0, 0)] }
    self = made
    return numbers
  }

  private func keep(_ range: Range<Int>, in made: inout MendedText) {
    guard !range.isEmpty else { return }
    let shift = made.bytes.count - range.lowerBound
    made.runs.append((made.bytes.count, origin(of: range.lowerBound)))
    var (index, _) = run(at: range.lowerBound)
    index += 1
    while index < runs.count, runs[index].place < range.upperBound {
      made.runs.append((runs[index].place + shift, runs[index].origin))
      index += 1
    }
    made.bytes += bytes[range]
  }
}

/// What a part of a repair wants to change in a document, and what is said of it.
struct MendingList {
  private(set) var edits: [MendedText.Edit] = []
  /// Where the last part ends that is changed.
  private(set) var end = 0
  /// What is said, with the number of the edit that it is said of.
  private(set) var findings: [(edit: Int, place: Int, finding: RepairFinding)] = []

  mutating func edit(_ range: Range<Int>, _ text: StaticString = "") { add(.init(range, text)) }

  mutating func edit(_ range: Range<Int>, _ text: [UInt8]) { add(.init(range, text)) }

  private mutating func add(_ edit: MendedText.Edit) {
    edits.append(edit)
    end = max(end, edit.range.upperBound)
  }

  /// Says something of the last edit.
  mutating func remark(_ outcome: RepairFinding.Outcome, at place: Int, _ message: String) {
    record(RepairFinding(outcome, message), at: place)
  }

  /// Says something of the last edit.
  mutating func record(_ finding: RepairFinding, at place: Int) {
    findings.append((edits.count - 1, place, finding))
  }
}
