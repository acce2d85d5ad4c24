import DocumentStore

/// What an event did to a long list of members: so little of it that the list as it was need not be kept.
///
/// Only additions at the end, or only removals: what does both, or anything else, keeps the whole list.
enum ListEdits {
  case added([RecordReference])
  case removed([RecordReference])

  init(_ edit: ListEdit) {
    self =
      switch edit {
      case .add(let member): .added([member])
      case .remove(let member): .removed([member])
      }
  }

  /// Takes one more in; false where it is of the other kind.
  mutating func take(_ edit: ListEdit) -> Bool {
    switch (self, edit) {
    case (.added(var members), .add(let member)):
      // Let go of first, so that the list grows in place.
      self = .added([])
      members.append(member)
      self = .added(members)
    case (.removed(var members), .remove(let member)):
      self = .removed([])
      members.append(member)
      self = .removed(members)
    default: return false
    }
    return true
  }

  /// The members that there were, given those that there are.
  func takenBack(from members: [RecordReference]) -> [RecordReference] {
    switch self {
    case .added(let added):
      let added = Set(added)
      return members.filter { !added.contains($0) }
    case .removed(let removed): return members + removed
    }
  }

  /// The same edits with new references in the place of old ones.
  func moved(by map: ReferenceMap<RecordReference>) -> ListEdits {
    switch self {
    case .added(let members): .added(members.map(map.last))
    case .removed(let members): .removed(members.map(map.last))
    }
  }
}

/// A change of a list of members by one, at its end or without an order to be kept.
enum ListEdit {
  case add(RecordReference)
  case remove(RecordReference)
}
