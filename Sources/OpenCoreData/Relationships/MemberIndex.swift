import DocumentStore

/// Where the members of a long relationship stand, so that adding and removing one does not look at all.
///
/// A member that goes leaves a hole, which keeps the others' positions right; holes are closed when they are
/// as many as members, and before anyone else reads the list.
final class MemberIndex {
  private let positions = ReferenceMap<Int>()
  var holeCount = 0

  /// Stands where a member was.
  static let hole = RecordReference(bits: .max)
  /// Members from which looking at all would cost more than an index.
  static let threshold = 16

  init(_ members: [RecordReference]) {
    positions.reserve(members.count)
    for (position, member) in members.enumerated() { positions[member.bits] = position }
  }

  func position(of member: RecordReference) -> Int? { positions[member.bits] }
  func note(_ member: RecordReference, at position: Int) { positions[member.bits] = position }
  func forget(_ member: RecordReference) { positions[member.bits] = nil }
}
