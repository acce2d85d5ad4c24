/// Replacements of parts of a document, none of which overlap.
struct EditList {
  struct Edit {
    /// The bytes that go; empty for an insertion.
    var range: Range<Int>
    /// What comes in their place.
    var text: [UInt8]
    /// The part of the range that must go; around it are blanks, which stay where another edit is
    /// among them.
    fileprivate var core: Range<Int>
    fileprivate var order = 0
  }

  private(set) var edits: [Edit] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Adds a replacement.
  ///
  /// Of insertions at one place, the first added comes first. Returns its number.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) -> Int {
    edits.append(Edit(range: range, text: text, core: range, order: edits.count))
    return edits.count - 1
  }

  /// Adds a removal of an element with the blanks beside it.
  mutating func remove(_ element: Range<Int>, with range: Range<Int>, leaving text: [UInt8]) {
    edits[replace(range, with: text)].core = element
  }

  @discardableResult
  mutating func insert(_ text: [UInt8], at offset: Int) -> Int {
    replace(offset..<offset, with: text)
  }

  /// The edits from the beginning of the document to its end; nil where two overlap.
  func sorted() -> SortedEdits? {
    var sorted: [Edit] = []
    sorted.reserveCapacity(edits.count)
    for edit in edits.sorted(by: Self.precedes) {
      var edit = edit
      if let last = sorted.indices.last, edit.range.lowerBound < sorted[last].range.upperBound {
        guard Self.separate(&sorted[last], &edit) else { return nil }
        // Blanks that stay may have an insertion before the element instead of behind it.
        if edit.range.upperBound <= sorted[last].range.lowerBound { swap(&sorted[last], &edit) }
      }
      sorted.append(edit)
    }
    return SortedEdits(sorted)
  }

  private static func precedes(_ one: Edit, _ other: Edit) -> Bool {
    (one.range.lowerBound, one.range.isEmpty ? 0 : 1, one.order)
      < (other.range.lowerBound, other.range.isEmpty ? 0 : 1, other.order)
  }

  /// Lets removals leave the blanks that they share with another edit; false where more than blanks
  /// is shared.
  private static func separate(_ one: inout Edit, _ other: inout Edit) -> Bool {
    if one.core.upperBound <= other.range.lowerBound {
      one.range = one.range.lowerBound..<other.range.lowerBound
    } else if one.range.upperBound <= other.core.lowerBound {
      other.range = one.range.upperBound..<other.range.upperBound
    } else if other.range.upperBound <= one.core.lowerBound {
      one.range = other.range.upperBound..<one.range.upperBound
    } else {
      return false
    }
    return true
  }
}

/// Edits in the order of their places, and where each of them leads.
struct SortedEdits {
  let edits: [EditList.Edit]
  /// For each edit, by how much all behind it has moved.
  private let shifts: [Int]
  /// For each edit, by its number, where its text begins afterwards.
  private let starts: [Int]

  fileprivate init(_ edits: [EditList.Edit]) {
    self.edits = edits
    var shifts: [Int] = []
    var starts = Array(repeating: 0, count: edits.count)
    var shift = 0
    for edit in edits {
      starts[edit.order] = edit.range.lowerBound + shift
      shift += edit.text.count - edit.range.count
      shifts.append(shift)
    }
    self.shifts = shifts
    self.starts = starts
  }

  /// Where the text of an edit begins afterwards.
  func start(ofEdit number: Int) -> Int { starts[number] }

  /// Where something that begins at an offset begins afterwards: what is inserted there comes
  /// before it.
  func start(_ offset: Int) -> Int {
    moved(offset) { $0.range.lowerBound <= offset && $0.range.upperBound <= offset }
  }

  /// Where something that ends at an offset ends afterwards: what is inserted there comes behind
  /// it.
  func end(_ offset: Int) -> Int { moved(offset) { $0.range.lowerBound < offset } }

  /// The offset moved by all edits that come before it, found by bisection.
  private func moved(_ offset: Int, _ isBefore: (EditList.Edit) -> Bool) -> Int {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(edits[middle]) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? offset : offset + shifts[low - 1]
  }

  /// Writes the document with the edits made, and hashes it.
  func write(
    _ bytes: FileBytes, to output: inout FileWriter, _ hash: inout XXH64
  ) throws(StoreError) {
    var position = 0
    for edit in edits {
      try copy(position..<edit.range.lowerBound, of: bytes, to: &output, &hash)
      unsafe edit.text.withUnsafeBytes { unsafe hash.update($0) }
      try output.append(edit.text)
      position = edit.range.upperBound
    }
    try copy(position..<bytes.count, of: bytes, to: &output, &hash)
  }

  private func copy(
    _ range: Range<Int>, of bytes: FileBytes, to output: inout FileWriter, _ hash: inout XXH64
  ) throws(StoreError) {
    guard !range.isEmpty else { return }
    unsafe hash.update(bytes[range])
    try output.append(range, of: bytes)
  }
}
