/// The references that a document has for one relationship of one table, as symbols, in the order
/// of rows.
struct LinkColumn {
  /// The rows whose element for the relationship is there.
  private(set) var rows: [Int32] = []
  /// Where each row's members begin; one more at the end.
  private(set) var starts: [Int32] = [0]
  private(set) var members: [Int32] = []
  /// Where each row's element begins, or rather stands behind its start tag's `<`.
  private(set) var elementPlaces: [UInt32] = []
  /// The same for each member.
  private(set) var places: [UInt32] = []

  var isEmpty: Bool { rows.isEmpty }

  /// Begins the list of a row.
  mutating func begin(row: Int, at place: Int) {
    rows.append(Int32(truncatingIfNeeded: row))
    elementPlaces.append(UInt32(truncatingIfNeeded: place))
    starts.append(Int32(truncatingIfNeeded: members.count))
  }

  /// Adds a member to the row that was begun last.
  mutating func add(_ symbol: Int, at place: Int) {
    members.append(Int32(truncatingIfNeeded: symbol))
    places.append(UInt32(truncatingIfNeeded: place))
    starts[starts.count - 1] += 1
  }

  /// The indices of the members of the row with an index.
  func range(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }
}
